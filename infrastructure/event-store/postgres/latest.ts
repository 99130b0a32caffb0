/** A map that remembers at least the `most` entries set last, and at most twice as many. */
export interface Latest<K, A> {
  readonly get: (key: K) => A | undefined
  readonly set: (key: K, value: A) => void
}

/** Two generations: forgetting drops one whole, for taking the oldest out of a large map one by one is slow. */
export const latest = <K, A>(most: number): Latest<K, A> => {
  let young = new Map<K, A>()
  let old = new Map<K, A>()
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      young.set(key, value)
      if (young.size < most) return
      old = young
      young = new Map()
    },
  }
}
