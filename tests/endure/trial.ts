import { randomInt } from 'node:crypto'

/** What a trial came to. */
export interface TrialResult {
  /** How much was done, in words. */
  readonly done: string
  /** What is wrong; nothing should be. */
  readonly faults: readonly string[]
}

/** The first few are enough. */
export const trialResult = (done: string, ...faults: readonly (readonly string[])[]): TrialResult => ({
  done,
  faults: faults.flatMap((some) => some.slice(0, 3)),
})

export const formatCount = (n: number): string => n.toLocaleString('en')

export const difference = (what: string, is: unknown, shouldBe: unknown): readonly string[] =>
  is === shouldBe ? [] : [`${what}: ${String(is)} instead of ${String(shouldBe)}`]

export const randomOf = <A>(all: readonly A[]): A => {
  const one = all[randomInt(all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

export const shuffled = <A>(all: readonly A[]): readonly A[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
