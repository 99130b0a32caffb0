/** Configurable parameters of the rules on moderation cases. */
export interface ModerationRuleSettings {
  /** Minutes until an unused claim on a case ends. */
  readonly caseLeaseMinutes: number
  /** Italian working days within which a case must be decided. */
  readonly caseWorkingDays: number
}
