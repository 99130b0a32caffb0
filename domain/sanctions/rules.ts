import type { Instant } from '../kernel/primitives.ts'
import { plusDays } from '../kernel/time.ts'
import type { Severity } from './sanction-record-events.ts'

/** Which ladder answered; a sanction is told by the ladder it was imposed under. */
export const ladderVersion = 1

/** B-35: first a warning, then 7 days, then 30; a warning is the account's active record for 90. */
export const ladderDays = { LOW: 90, MEDIUM: 7, HIGH: 30 } as const

const severityByStrike = ['LOW', 'MEDIUM', 'HIGH'] as const

/** What the nth strike is answered with (B-35, Q-55): the third and all after it alike, a serious one for good. */
export const severityOf = (strike: number, serious: boolean): Severity =>
  serious ? 'PERMANENT' : (severityByStrike[Math.min(Math.max(strike, 1), severityByStrike.length) - 1] ?? 'LOW')

export type TemporarySeverity = Exclude<Severity, 'PERMANENT'>
export const sanctionEnd = (severity: TemporarySeverity, at: Instant): Instant => plusDays(at, ladderDays[severity])

/** When flagging may be abuse (DSA, article 23): so many dismissed, and so large a part of those decided. */
export interface AbusiveFlaggingRule {
  readonly version: number
  readonly dismissed: number
  readonly percent: number
}
