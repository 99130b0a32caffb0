import type { Instant } from '../kernel/primitives.ts'
import { plusDays } from '../kernel/time.ts'
import type { Severity } from './vocabulary.ts'

/** Recorded with every sanction; increase it when the ladder changes. */
export const ladderVersion = 1

/** Duration of each severity in days. @rule B-35 a warning, then a suspension of 7 days, then of 30 */
export const ladderDays = { LOW: 90, MEDIUM: 7, HIGH: 30 } as const

/**
 * Severity for the nth strike, counted from 1. No violation is `serious` so far, see `RecordViolation`.
 * @rule B-35 severity rises with each strike; a serious violation suspends permanently
 * @rule Q-55 the third strike and later ones have the same severity
 */
export const severityOf = (strike: number, serious: boolean): Severity => {
  if (serious) return 'PERMANENT'
  if (strike <= 1) return 'LOW'
  return strike === 2 ? 'MEDIUM' : 'HIGH'
}

export type TemporarySeverity = Exclude<Severity, 'PERMANENT'>
export const sanctionEnd = (severity: TemporarySeverity, at: Instant): Instant => plusDays(at, ladderDays[severity])

/** Thresholds for flag abuse (DSA, article 23); both must be reached. Values: `domain/reviews/flag-weight.ts`. */
export interface FlagAbuseRule {
  readonly version: number
  /** Dismissed flags since the last decision about flag abuse. */
  readonly dismissed: number
  /** Dismissed flags as a percentage of those decided. */
  readonly percent: number
}

/** Thresholds for abusive disputes (DSA, article 23); both must be reached within the window. */
export interface LostDisputesRule {
  readonly count: number
  /** Lost disputes as a percentage of those decided. */
  readonly percent: number
  readonly windowDays: number
}

/** Maximum length of a sanction's description, in characters. @rule V-58 */
export const maxDescriptionLength = 2000

/**
 * Length of an appeal's text and of the reason for its decision, in characters.
 * @rule V-59 appeal text
 * @rule V-60 reason for the decision
 */
export const sanctionAppealTextLength = { min: 10, max: 1000 } as const
