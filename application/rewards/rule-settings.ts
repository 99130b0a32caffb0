/** Configurable parameters of the rules on reward codes. */
export interface RewardRuleSettings {
  /** Months until a reward code expires. */
  readonly ttlMonths: number
  /** Days for which a code is suspended after the stars of its review were lowered far. @rule Q-132 */
  readonly editWindowDays: number
  /** Days after its confirmation from which a venue counts for cross and elite. @rule Q-123 */
  readonly venueCountsAfterDays: number
}
