import * as t from 'io-ts'
import { clear, pii, type Upcaster } from './event.ts'
import { E } from './fp.ts'
import { Instant, nullable, oneOf, Text, Whole } from './primitives.ts'
import { exceeds } from './text.ts'
import { plusDays } from './time.ts'
import { automations, grounds, remedies, violations } from './vocabulary.ts'

export const Ground = oneOf(grounds)
export type Ground = t.TypeOf<typeof Ground>
export const Violation = oneOf(violations)
export type Violation = t.TypeOf<typeof Violation>
export const Automation = oneOf(automations)
export type Automation = t.TypeOf<typeof Automation>
export const Remedy = oneOf(remedies)
export type Remedy = t.TypeOf<typeof Remedy>

/** Current version of the community rules; each decision records the version it was made under. */
export const communityRulesVersion = 2

/** Statement of reasons, part of the event that decides (DSA, article 17). */
export interface StatementOfReasons {
  /** Findings, worded for the person concerned. */
  readonly facts: string
  readonly ground: Ground
  readonly rulesVersion: number
  readonly automation: Automation
  readonly redress: readonly Remedy[]
  /** End of the appeal period; null if no appeal is possible. */
  readonly appealableUntil: Instant | null
}

/** Event fields of a statement; `facts` is personal data of `subject`. */
export const statementOfReasonsFields = <const S extends string>(subject: S) => ({
  facts: pii(subject, Text, ''),
  ground: clear(Ground),
  rulesVersion: clear(Whole),
  automation: clear(Automation),
  redress: clear(t.readonlyArray(Remedy)),
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
  /** A decision states no facts. */
  | { readonly type: 'FactsMissing' }
  /** The facts of a decision exceed the limit. */
  | { readonly type: 'FactsTooLong'; readonly max: number }
  /** The ground does not match the direction of the decision. */
  | { readonly type: 'GroundDoesNotFit'; readonly ground: Ground }
  /** The decision charges a violation although it is not adverse. */
  | { readonly type: 'ViolationDoesNotFit' }

/** Whether a decision goes against the person concerned, in their favour, or neither way. */
export type Direction = 'adverse' | 'favourable' | 'neutral'

export const maxFactsLength = 2000
/** Six months, rounded up (DSA, article 20). */
const appealWindowDays = 184

/** An adverse decision names a violated rule, a favourable one names none, a neutral one may do either. */
export const allowedGrounds = (direction: Direction): readonly Ground[] =>
  direction === 'neutral'
    ? grounds
    : grounds.filter((ground) => (ground === 'NO_VIOLATION') === (direction === 'favourable'))

/** Only an adverse decision can charge the author with a violation. */
export const allowedViolations = (direction: Direction): readonly Violation[] =>
  direction === 'adverse' ? violations : []

/** Creates the statement from the moderator's reasons, which every decision needs. */
export const createStatementOfReasons = (
  { facts: text, ground, violation }: Reasons,
  direction: Direction,
  automation: Automation,
  at: Instant,
): E.Either<ReasonsRejection, StatementOfReasons> => {
  const facts = text.trim()
  if (facts === '') return E.left({ type: 'FactsMissing' })
  if (exceeds(facts, maxFactsLength)) return E.left({ type: 'FactsTooLong', max: maxFactsLength })
  if (!allowedGrounds(direction).includes(ground)) return E.left({ type: 'GroundDoesNotFit', ground })
  if (violation !== null && !allowedViolations(direction).includes(violation))
    return E.left({ type: 'ViolationDoesNotFit' })
  return E.right({ facts, ...appealableStatementParts(ground, automation, at) })
}

/** The rest of a statement (all but the facts) of a decision that can be appealed. */
export const appealableStatementParts = (
  ground: Ground,
  automation: Automation,
  at: Instant,
): Omit<StatementOfReasons, 'facts'> => ({
  ground,
  rulesVersion: communityRulesVersion,
  automation,
  redress: remedies,
  appealableUntil: appealDeadline(at),
})

/** End of the period for appealing a decision taken at `at`. */
export const appealDeadline = (at: Instant): Instant => plusDays(at, appealWindowDays)

/** The statement once no appeal is possible (any longer): remedies are the dispute settlement body and court. */
export const withoutAppeal = (statement: StatementOfReasons): StatementOfReasons => ({
  ...statement,
  redress: statement.redress.filter((remedy) => remedy !== 'appeal'),
  appealableUntil: null,
})

/** Adds empty reasons to decisions recorded before reasons existed; they can be appealed like others. */
export const addMissingStatementOfReasons =
  (ground: Ground, automation: Automation = 'none'): Upcaster =>
  (data) => ({
    ...data,
    facts: '',
    ...appealableStatementParts(ground, automation, data['at'] as Instant),
    rulesVersion: 1,
  })

/** The moderator is a party, connected with one or competes with the venue, or decided earlier. @rule D-02 parties do not decide their own case */
export interface ConflictOfInterest {
  readonly type: 'OwnMatter'
}
export const conflictOfInterest: ConflictOfInterest = { type: 'OwnMatter' /* code of the API */ }
