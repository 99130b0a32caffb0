import { randomInt } from 'node:crypto'

/** Result of a trial. */
export interface TrialResult {
  /** Summary of the work done. */
  readonly done: string
  /** Violations found. */
  readonly faults: readonly string[]
}

/** Keeps the first three faults of each check. */
export const trialResult = (done: string, ...faults: readonly (readonly string[])[]): TrialResult => ({
  done,
  faults: faults.flatMap((found) => found.slice(0, 3)),
})

export const formatCount = (n: number): string => n.toLocaleString('en')

export const difference = (what: string, is: unknown, shouldBe: unknown): readonly string[] =>
  is === shouldBe ? [] : [`${what}: ${String(is)} instead of ${String(shouldBe)}`]

export const randomOf = <A>(all: readonly A[]): A => {
  const item = all[randomInt(all.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

export const shuffled = <A>(all: readonly A[]): readonly A[] =>
  all
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
