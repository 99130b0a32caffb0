/** Configurable parameters of the rules on affiliate programmes. */
export interface PromotionRuleSettings {
  /** Commission in percent above which a programme waits for an administrator. @rule Q-133 */
  readonly approvalAbovePercent: number
}
