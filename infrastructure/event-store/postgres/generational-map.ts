/** A cache of roughly the last `maxEntries` entries set, at most twice that number. */
export interface GenerationalMap<K, A> {
  readonly get: (key: K) => A | undefined
  readonly set: (key: K, value: A) => void
}

/**
 * Partitioned into small maps: resizing a large map leaves megabyte-sized tables that are only freed by a full
 * collection. `spread` is any number that varies with the key.
 */
export const generationalMap = <K, A>(maxEntries: number, spread: (key: K) => number): GenerationalMap<K, A> => {
  const partitions = Array.from({ length: 2 ** partitionBits }, () =>
    generations<K, A>(Math.ceil(maxEntries / 2 ** partitionBits)),
  )
  // Fibonacci hashing: the upper bits differ even for keys at regular intervals.
  const partitionOf = (key: K) => partitions[Math.imul(spread(key), 0x9e3779b1) >>> (32 - partitionBits)]
  return { get: (key) => partitionOf(key)?.get(key), set: (key, value) => partitionOf(key)?.set(key, value) }
}

/** There are 2⁴ = 16 partitions. */
const partitionBits = 4

/** Evicts a whole generation at once; deleting the oldest entries of a map one by one is slow. */
const generations = <K, A>(maxEntries: number): GenerationalMap<K, A> => {
  let young = new Map<K, A>()
  let old = new Map<K, A>()
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      young.set(key, value)
      if (young.size < maxEntries) return
      old = young
      young = new Map()
    },
  }
}
