/** A map that remembers at least the `most` entries set last, and at most twice as many. */
export interface Latest<A> {
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => void
}

/** Two generations: forgetting drops one whole, for taking the oldest out of a large map one by one is slow. */
export const latest = <A>(most: number): Latest<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
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
