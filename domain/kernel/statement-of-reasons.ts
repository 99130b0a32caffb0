import * as t from 'io-ts'
import { clear, pii, type Upcaster } from './event.ts'
import { E } from './fp.ts'
import { Instant, nullable, oneOf, Whole } from './primitives.ts'
import { plusDays } from './time.ts'

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
export const communityRulesVersion = 1

/** Why something was decided, written into the very event that decides it (DSA, article 17). */
export interface StatementOfReasons {
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
export const statementFields = <const S extends string>(subject: S) => ({
  facts: pii(subject, t.string, ''),
  ground: clear(Ground),
  rulesVersion: clear(Whole),
  automation: clear(Automation),
  redress: clear(t.readonlyArray(Redress)),
  appealableUntil: clear(nullable(Instant)),
})

/** What whoever decides must say; the rest of the statement follows from the matter and the moment. */
export interface Reasons {
  readonly facts: string
  readonly ground: Ground
  /** What the author is to answer for, where the decision names it. */
  readonly violation: Violation | null
}

export type ReasonsRejection =
  | { readonly type: 'FactsMissing' }
  | { readonly type: 'FactsTooLong'; readonly most: number }
  | { readonly type: 'GroundDoesNotFit'; readonly ground: Ground }
  | { readonly type: 'ViolationDoesNotFit' }

/** Against what was written, for it, or neither. */
export type Stance = 'against' | 'for' | 'neither'

export const maxFactsLength = 2000
/** Six months, however long they are (DSA, article 20). */
export const appealWindowDays = 184
const allRedress: readonly Redress[] = ['appeal', 'out-of-court', 'court']

/** No decision without its reasons: what speaks against a text names a rule, what speaks for it names none. */
export const createStatement = (
  { facts: said, ground, violation }: Reasons,
  bent: Stance,
  automation: Automation,
  at: Instant,
): E.Either<ReasonsRejection, StatementOfReasons> => {
  const facts = said.trim()
  if (facts === '') return E.left({ type: 'FactsMissing' })
  if (facts.length > maxFactsLength) return E.left({ type: 'FactsTooLong', most: maxFactsLength })
  if (bent !== 'neither' && (ground === 'NO_VIOLATION') !== (bent === 'for'))
    return E.left({ type: 'GroundDoesNotFit', ground })
  if (bent !== 'against' && violation !== null) return E.left({ type: 'ViolationDoesNotFit' })
  return E.right({ facts, ...appealableGrounds(ground, automation, at) })
}

/** The grounds of a decision that may be appealed. */
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

/** Where no appeal is open here, or none any more: what is left are a certified body and the judge. */
export const withoutAppeal = (statement: StatementOfReasons): StatementOfReasons => ({
  ...statement,
  redress: statement.redress.filter((where) => where !== 'appeal'),
  appealableUntil: null,
})

/** A decision of before decisions carried reasons: none were given, and it may be appealed like any other. */
export const addMissingStatement =
  (ground: Ground, automation: Automation = 'none'): Upcaster =>
  (data) => ({
    ...data,
    facts: '',
    ...appealableGrounds(ground, automation, data['at'] as Instant),
    rulesVersion: 1,
  })

/** Who judges has a part in the matter: wrote it, reported it, or is whom it is about (points settled 2). */
export interface ConflictOfInterest {
  readonly type: 'OwnMatter'
}
