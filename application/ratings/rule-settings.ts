/** Configurable parameters of the rules on guest ratings. */
export interface RatingRuleSettings {
  /** Whether clients see ratings at once or in batches. */
  readonly release: 'immediate' | 'batch'
  /** Days within which a business may amend or withdraw a rating. */
  readonly amendDays: number
}
