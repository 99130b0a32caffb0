/** Configurable parameters of the rules on deleted accounts. */
export interface PrivacyRuleSettings {
  /** Days for which a venue that was reviewed cannot register again after its deletion. @rule Q-129 */
  readonly reregistrationDays: number
}
