/** Configurable parameters of the rules on sanctions. */
export interface SanctionRuleSettings {
  /** Whether a permanent suspension needs the consent of a second moderator. @rule Q-128 */
  readonly permanentNeedsTwo: boolean
  /** Lost disputes that count as abuse. */
  readonly lostDisputes: { readonly count: number; readonly percent: number; readonly windowDays: number }
}
