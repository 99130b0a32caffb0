/** Configurable parameters of the rules on wallets. */
export interface AvaRuleSettings {
  /** Hours after a change of the payout address in which nothing is paid to the new one. @rule Q-127 */
  readonly walletHoldHours: number
  /** Reviews written that count a day. @rule D-44 */
  readonly reviewsPerDay: number
}
