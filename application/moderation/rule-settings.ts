/** Configurable parameters of the rules on moderation cases. */
export interface ModerationRuleSettings {
  /** Minutes until a claim on a case ends if it is not renewed. */
  readonly caseLeaseMinutes: number
  /** Italian working days within which a case must be decided. */
  readonly caseWorkingDays: number
}
