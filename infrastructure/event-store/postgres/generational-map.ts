/** A map that remembers the `most` entries set last, or nearly so many, and at most twice as many. */
export interface GenerationalMap<K, A> {
  readonly get: (key: K) => A | undefined
  readonly set: (key: K, value: A) => void
}

/**
 * In many small maps: while a large one grows, the engine leaves tables of a megabyte behind, which stay in memory until the
 * whole heap is looked through. `spread` is any number that differs from key to key.
 */
export const generationalMap = <K, A>(most: number, spread: (key: K) => number): GenerationalMap<K, A> => {
  const parts = Array.from({ length: 2 ** partitionBits }, () =>
    generations<K, A>(Math.ceil(most / 2 ** partitionBits)),
  )
  // Multiplied by 2³² over the golden ratio, of which the upper bits differ even where numbers go by tens.
  const partOf = (key: K) => parts[Math.imul(spread(key), 0x9e3779b1) >>> (32 - partitionBits)]
  return { get: (key) => partOf(key)?.get(key), set: (key, value) => partOf(key)?.set(key, value) }
}

/** Of the number of a part: there are sixteen. */
const partitionBits = 4

/** Two generations: forgetting drops one whole, for taking the oldest out of a map one by one is slow. */
const generations = <K, A>(most: number): GenerationalMap<K, A> => {
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
