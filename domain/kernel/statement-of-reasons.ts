import * as t from 'io-ts'
import { clear, pii, type Upcaster } from './event.ts'
import { E } from './fp.ts'
import { Instant, nullable, oneOf, Whole } from './primitives.ts'
import { exceeds } from './text.ts'
import { plusDays } from './time.ts'

/**
 * Rules a decision can be based on: reasons of flags (V-45), disputes (V-47) and sanctions (V-56), and no violation.
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

/** @rule V-56 reasons of a sanction; a moderator names one with the decision that proves it */
export const Violation = oneOf([
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
])
export type Violation = t.TypeOf<typeof Violation>

/** Whether the subject was detected or also decided automatically. */
export const Automation = oneOf(['none', 'detection', 'decision'])
export type Automation = t.TypeOf<typeof Automation>

/** Remedies of the person concerned: appeal here, certified dispute settlement body, court. */
export const Redress = oneOf(['appeal', 'out-of-court', 'court'])
export type Redress = t.TypeOf<typeof Redress>

/** Current version of the community rules; each decision records the version it was made under. */
export const communityRulesVersion = 1

/** Statement of reasons, part of the event that decides (DSA, article 17). */
export interface StatementOfReasons {
  /** Findings, worded for the person concerned. */
  readonly facts: string
  readonly ground: Ground
  readonly rulesVersion: number
  readonly automation: Automation
  readonly redress: readonly Redress[]
  /** End of the appeal period; null if no appeal is possible. */
  readonly appealableUntil: Instant | null
}

/** Event fields of a statement; `facts` is personal data of `subject`. */
export const statementFields = <const S extends string>(subject: S) => ({
  facts: pii(subject, t.string, ''),
  ground: clear(Ground),
  rulesVersion: clear(Whole),
  automation: clear(Automation),
  redress: clear(t.readonlyArray(Redress)),
  appealableUntil: clear(nullable(Instant)),
})

/** Reasons given by the moderator; the rest of the statement follows from subject and time. */
export interface Reasons {
  readonly facts: string
  readonly ground: Ground
  /** Violation to charge the author with, if any. */
  readonly violation: Violation | null
}

export type ReasonsRejection =
  | { readonly type: 'FactsMissing' }
  | { readonly type: 'FactsTooLong'; readonly most: number }
  | { readonly type: 'GroundDoesNotFit'; readonly ground: Ground }
  | { readonly type: 'ViolationDoesNotFit' }

/** Whether a decision goes against the text, in favour of it, or neither. */
export type Stance = 'against' | 'for' | 'neither'

export const maxFactsLength = 2000
/** Six months, rounded up (DSA, article 20). */
const appealWindowDays = 184
const allRedress: readonly Redress[] = ['appeal', 'out-of-court', 'court']

/** Every decision needs reasons: one against a text names a violated rule, one in favour names none. */
export const createStatement = (
  { facts: text, ground, violation }: Reasons,
  stance: Stance,
  automation: Automation,
  at: Instant,
): E.Either<ReasonsRejection, StatementOfReasons> => {
  const facts = text.trim()
  if (facts === '') return E.left({ type: 'FactsMissing' })
  if (exceeds(facts, maxFactsLength)) return E.left({ type: 'FactsTooLong', most: maxFactsLength })
  if (stance !== 'neither' && (ground === 'NO_VIOLATION') !== (stance === 'for'))
    return E.left({ type: 'GroundDoesNotFit', ground })
  if (stance !== 'against' && violation !== null) return E.left({ type: 'ViolationDoesNotFit' })
  return E.right({ facts, ...appealableGrounds(ground, automation, at) })
}

/** Grounds of a decision that can be appealed. */
export const appealableGrounds = (
  ground: Ground,
  automation: Automation,
  at: Instant,
): Omit<StatementOfReasons, 'facts'> => ({
  ground,
  rulesVersion: communityRulesVersion,
  automation,
  redress: allRedress,
  appealableUntil: plusDays(at, appealWindowDays),
})

/** The statement once no appeal is possible (any longer): remedies are the dispute settlement body and court. */
export const withoutAppeal = (statement: StatementOfReasons): StatementOfReasons => ({
  ...statement,
  redress: statement.redress.filter((remedy) => remedy !== 'appeal'),
  appealableUntil: null,
})

/** Adds empty reasons to decisions recorded before reasons existed; they can be appealed like others. */
export const addMissingStatement =
  (ground: Ground, automation: Automation = 'none'): Upcaster =>
  (data) => ({
    ...data,
    facts: '',
    ...appealableGrounds(ground, automation, data['at'] as Instant),
    rulesVersion: 1,
  })

/** The moderator is a party. @rule points settled 2 parties do not decide their own case */
export interface ConflictOfInterest {
  readonly type: 'OwnMatter'
}
