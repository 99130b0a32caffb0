/** How a reporter's earlier flags ended. */
export interface FlaggerRecord {
  readonly upheld: number
  readonly dismissed: number
}

/** Written on every flag: a new formula takes a new number, and old flags keep theirs. */
export const flagWeightVersion = 1

/**
 * In hundredths of an ordinary flag: 100 without a record, rising toward 150 for who is mostly right, falling
 * toward 25 for who is mostly wrong, 0 for an account not yet established. 150 is never reached, so that fewer than
 * three reporters never make up three ordinary flags.
 */
export const flagWeight = (established: boolean, { upheld, dismissed }: FlaggerRecord): number => {
  if (!established) return 0
  const balance = (upheld - dismissed) / (upheld + dismissed + halfWeightFlags)
  return Math.floor(100 + balance * (balance > 0 ? 50 : 75))
}

/** How many decided flags it takes before a record weighs half of what it could. */
const halfWeightFlags = 4

/**
 * From when on how somebody flags is a matter for people (DSA, article 23): five dismissed are the first that outweigh the
 * formula's doubt, and three in four of those decided keep whoever flags much, and is mostly right, out of it. Like the
 * weight it looks at the whole record, but at nothing twice: what moderators have judged is judged.
 */
export const abusiveFlaggingRule = { version: 1, dismissed: halfWeightFlags + 1, percent: 75 } as const
