/** Configurable limits of moderation cases. */
export interface ModerationLimits {
  /** Minutes until an unused claim on a case ends. */
  readonly claimMinutes: number
  /** Italian working days within which a case must be decided. */
  readonly caseWorkingDays: number
}
