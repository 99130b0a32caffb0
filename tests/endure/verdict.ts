/** What a trial came to. */
export interface Verdict {
  /** How much was done, in words. */
  readonly done: string
  /** What is wrong; nothing should be. */
  readonly faults: readonly string[]
}

/** The first few are enough. */
export const verdict = (done: string, ...faults: readonly (readonly string[])[]): Verdict => ({
  done,
  faults: faults.flatMap((some) => some.slice(0, 3)),
})

export const count = (n: number): string => n.toLocaleString('en')

export const differs = (what: string, is: unknown, shouldBe: unknown): readonly string[] =>
  is === shouldBe ? [] : [`${what}: ${String(is)} instead of ${String(shouldBe)}`]
