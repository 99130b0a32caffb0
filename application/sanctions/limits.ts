/** Configurable limits of sanctions. */
export interface SanctionLimits {
  /** Lost disputes that count as abuse. */
  readonly lostDisputes: { readonly count: number; readonly percent: number; readonly windowDays: number }
}
