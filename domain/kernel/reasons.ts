import type { Upcaster } from './event.ts'
import { E } from './fp.ts'
import type { Instant } from './primitives.ts'
import {
  rulesVersion,
  type Automation,
  type Ground,
  type Redress,
  type Statement,
  type Violation,
} from './statement.ts'
import { plusDays } from './time.ts'

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
export type Bent = 'against' | 'for' | 'neither'

const longestFacts = 2000
/** Six months, however long they are (DSA, article 20). */
export const appealDays = 184
const everyRedress: readonly Redress[] = ['appeal', 'out-of-court', 'court']

/** No decision without its reasons: what speaks against a text names a rule, what speaks for it names none. */
export const stated = (
  { facts: said, ground, violation }: Reasons,
  bent: Bent,
  automation: Automation,
  at: Instant,
): E.Either<ReasonsRejection, Statement> => {
  const facts = said.trim()
  if (facts === '') return E.left({ type: 'FactsMissing' })
  if (facts.length > longestFacts) return E.left({ type: 'FactsTooLong', most: longestFacts })
  if (bent !== 'neither' && (ground === 'NO_VIOLATION') !== (bent === 'for'))
    return E.left({ type: 'GroundDoesNotFit', ground })
  if (bent !== 'against' && violation !== null) return E.left({ type: 'ViolationDoesNotFit' })
  return E.right({ facts, ...groundsOf(ground, automation, at) })
}

/** The grounds of a decision that may be appealed. */
export const groundsOf = (ground: Ground, automation: Automation, at: Instant): Omit<Statement, 'facts'> => ({
  ground,
  rulesVersion,
  automation,
  redress: everyRedress,
  appealableUntil: plusDays(at, appealDays),
})

/** Where no appeal is open here, or none any more: what is left are a certified body and the judge. */
export const withoutAppeal = (statement: Statement): Statement => ({
  ...statement,
  redress: statement.redress.filter((where) => where !== 'appeal'),
  appealableUntil: null,
})

/** A decision of before decisions carried reasons: none were given, and it may be appealed like any other. */
export const unstated =
  (ground: Ground, automation: Automation = 'none'): Upcaster =>
  (data) => ({
    ...data,
    facts: '',
    ...groundsOf(ground, automation, data['at'] as Instant),
    rulesVersion: 1,
  })
