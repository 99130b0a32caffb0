/** Numbers that look like chance and are the same every time, of one seed (mulberry32). */
export interface Chance {
  /** From 0 to 1, without 1. */
  readonly next: () => number
  /** A whole number between two, both included. */
  readonly between: (least: number, most: number) => number
  readonly oneOf: <A>(some: readonly A[]) => A
}

export const chanceOf = (seed: number): Chance => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    oneOf: (some) => {
      const one = some[between(0, some.length - 1)]
      if (one === undefined) throw new Error('There is nothing to choose from')
      return one
    },
  }
}
