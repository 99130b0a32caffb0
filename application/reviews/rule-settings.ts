/** Configurable parameters of the rules on reviews, flags and disputes. */
export interface ReviewRuleSettings {
  /** Days before the same author may review the same target again. */
  readonly intervalDays: number
  /** Weight of pending flags at which a review is held, in hundredths; an ordinary flag weighs 100. */
  readonly holdAtWeight: number
  /** Days after registration from which an account's flags count. */
  readonly reporterMinAgeDays: number
  /** Italian working days within which a dispute must be decided. */
  readonly disputeWorkingDays: number
  /** Whether reviews far above the usual number by new accounts are held. @rule Q-125 */
  readonly burstGuard: boolean
}
