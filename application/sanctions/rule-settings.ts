/** Configurable parameters of the rules on sanctions. */
export interface SanctionRuleSettings {
  /** Lost disputes that count as abuse. */
  readonly lostDisputes: { readonly count: number; readonly percent: number; readonly windowDays: number }
}
