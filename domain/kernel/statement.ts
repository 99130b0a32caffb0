import * as t from 'io-ts'
import { clear, pii } from './event.ts'
import { Instant, oneOf, orNull, Whole } from './primitives.ts'

/**
 * The rules of the house a decision can rest on: what flags (V-45), disputes (V-47) and sanctions (V-56) are about, and that
 * nothing was broken.
 */
export const Ground = oneOf([
  'SPAM',
  'INAPPROPRIATE',
  'FAKE',
  'FAKE_REVIEWS',
  'OFFENSIVE',
  'HARASSMENT',
  'INCORRECT_INFO',
  'UNFAIR_RATING',
  'POLICY_VIOLATION',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
  'OTHER',
  'NO_VIOLATION',
])
export type Ground = t.TypeOf<typeof Ground>

/** What a sanction can be for (V-56): a moderator names it with the decision that shows it. */
export const Violation = oneOf([
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
])
export type Violation = t.TypeOf<typeof Violation>

/** Whether a machine found the matter, or decided it too. */
export const Automation = oneOf(['none', 'detection', 'decision'])
export type Automation = t.TypeOf<typeof Automation>

/** Where whoever is told of a decision may turn: here, to a certified body, to a judge. */
export const Redress = oneOf(['appeal', 'out-of-court', 'court'])
export type Redress = t.TypeOf<typeof Redress>

/** The version of the community rules in force; a decision is told by the rules it was made under. */
export const rulesVersion = 1

/** Why something was decided, written into the very event that decides it (DSA, article 17). */
export interface Statement {
  /** What was found, in words for whoever is concerned. */
  readonly facts: string
  readonly ground: Ground
  readonly rulesVersion: number
  readonly automation: Automation
  readonly redress: readonly Redress[]
  /** Until when it may be appealed here; null where it may not. */
  readonly appealableUntil: Instant | null
}

/** The fields of an event that decides something; `facts` is the personal data of `subject`. */
export const statement = <const S extends string>(subject: S) => ({
  facts: pii(subject, t.string, ''),
  ground: clear(Ground),
  rulesVersion: clear(Whole),
  automation: clear(Automation),
  redress: clear(t.readonlyArray(Redress)),
  appealableUntil: clear(orNull(Instant)),
})
