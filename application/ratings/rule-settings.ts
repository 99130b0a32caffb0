/** Configurable parameters of the rules on guest ratings. */
export interface RatingRuleSettings {
  /** Whether clients see ratings at once or in batches. */
  readonly release: 'immediate' | 'batch'
  /** Days within which a business may amend or withdraw a rating. */
  readonly amendDays: number
  /** How many days ago a rated stay may have been. @rule Q-121 */
  readonly stayMaxDays: number
  /** One rating of a client by a venue counts in this many days. @rule Q-121 */
  readonly countsEveryDays: number
  /** Ratings a venue may give in a day. @rule Q-121 */
  readonly venuePerDay: number
  /** Guests a venue may add in a day. @rule Q-122 */
  readonly newClientsPerDay: number
}
