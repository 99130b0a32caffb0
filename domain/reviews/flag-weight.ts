/** Outcomes of a reporter's earlier flags. */
export interface ReporterRecord {
  readonly upheld: number
  readonly dismissed: number
}

/** Stored on every flag. A new formula needs a new version; stored flags keep theirs. */
export const flagWeightVersion = 1

/**
 * Weight of a flag in hundredths of an ordinary one: 100 without a record, at least 25 for inaccurate reporters, below 150
 * for accurate ones, 0 for accounts that are not established.
 * @rule Q-54
 * @rule Q-53 two reporters never weigh as much as three ordinary ones
 */
export const flagWeight = (established: boolean, { upheld, dismissed }: ReporterRecord): number => {
  if (!established) return 0
  const balance = (upheld - dismissed) / (upheld + dismissed + flagsForHalfEffect)
  return Math.floor(100 + balance * (balance > 0 ? 50 : 75))
}

/** Decided flags after which a record has half of its maximum effect on the weight. */
const flagsForHalfEffect = 4

/**
 * Threshold at which a flag abuse case is opened (DSA, article 23): at least `dismissed` flags and at least
 * `percent` of the decided ones were dismissed, so that frequent and mostly accurate reporters stay below it. Flags
 * examined in an earlier flag abuse case do not count again.
 */
export const flagAbuseRule = { version: 1, dismissed: 5, percent: 75 } as const
