/** Limits an operator may configure; names and defaults are in the settings. */
export interface Limits {
  readonly reviewIntervalDays: number
  /** In hundredths; an ordinary flag weighs 100. */
  readonly flagHoldWeight: number
  readonly flaggerMinAgeDays: number
  readonly caseLeaseMinutes: number
  readonly rewardTtlMonths: number
  readonly disputeWorkingDays: number
  readonly bookingsPerDay: number
  /** Whether clients see ratings at once or in batches. */
  readonly ratingRelease: 'immediate' | 'batch'
  readonly ratingAmendDays: number
  /** Lost disputes that count as abuse. */
  readonly lostDisputes: { readonly count: number; readonly percent: number; readonly windowDays: number }
}
