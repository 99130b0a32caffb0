/** Configurable parameters of the rules on reward codes. */
export interface RewardRuleSettings {
  /** Months until a reward code expires. */
  readonly ttlMonths: number
}
