/** The numbers an operator may set; their names and defaults are in the configuration. */
export interface Limits {
  readonly reviewIntervalDays: number
  /** Hundredths: an ordinary flag weighs 100. */
  readonly flagHoldWeight: number
  readonly flaggerMinAgeDays: number
  readonly caseLeaseMinutes: number
  readonly rewardTtlMonths: number
  readonly disputeWorkingDays: number
  readonly bookingsPerDay: number
  /** When a client learns of a rating: at once, or with a batch of others. */
  readonly ratingRelease: 'immediate' | 'batch'
  readonly ratingAmendDays: number
  /** When losing disputes is abuse of them. */
  readonly lostDisputes: { readonly count: number; readonly percent: number; readonly windowDays: number }
}
