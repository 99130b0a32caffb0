/** Configurable figures of the rules on reviews, flags and disputes. */
export interface ReviewRuleSettings {
  /** Days before the same author may review the same target again. */
  readonly intervalDays: number
  /** Weight of pending flags at which a review is held, in hundredths; an ordinary flag weighs 100. */
  readonly holdAtWeight: number
  /** Minimum age of an account whose flags have their full weight. */
  readonly reporterMinAgeDays: number
  /** Italian working days within which a dispute must be decided. */
  readonly disputeWorkingDays: number
}
