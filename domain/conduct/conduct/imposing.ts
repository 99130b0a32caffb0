import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { groundsOf } from '../../kernel/reasons.ts'
import type { Statement } from '../../kernel/statement.ts'
import { isBefore } from '../../kernel/time.ts'
import type { ImposeSanction, RecordViolation } from './commands.ts'
import type { ConductEvent, Severity } from './events.ts'
import { ladderVersion, stepOf, untilOf } from './ladder.ts'
import { inForce, sanctionIn, strikesOf, type ConductState, type Sanction } from './state.ts'

export type ImposingRejection =
  /** Nobody sanctions themselves, nor lifts or judges what is theirs. */
  | { readonly type: 'OwnMatter' }
  | {
      readonly type: 'SanctionActive'
      readonly sanctionId: string
      readonly severity: Severity
      readonly until: Instant | null
    }
  | { readonly type: 'SanctionImposedOtherwise'; readonly sanctionId: string }
  | { readonly type: 'SanctionDescriptionTooLong'; readonly most: number }

type Decision = E.Either<ImposingRejection, readonly ConductEvent[]>
const accept = (...events: readonly ConductEvent[]): Decision => E.right(events)
const reject = (rejection: ImposingRejection): Decision => E.left(rejection)

/** V-58 */
const longestDescription = 2000

/** The ladder answers, unless what is in force already weighs more: then the strike only counts. */
export const record = (command: RecordViolation, state: ConductState): Decision => {
  const { violationId, evidence, at } = command
  if (state.violations.some((one) => one.violationId === violationId)) return accept()
  if (evidence.reviewId !== null && isAnswered(state, evidence.reviewId, at)) return accept()
  return accept(...answered(command, { by: null, automation: 'decision' }, state))
}

/** What is written of a violation; `by` is who found it, null when it followed by itself. */
export const answered = (
  command: Omit<RecordViolation, 'type'>,
  found: Pick<Statement, 'automation'> & { readonly by: string | null },
  state: ConductState,
): readonly ConductEvent[] => {
  const { violationId, evidence, counts, serious, at } = command
  const strikes = strikesOf(state) + (counts ? 1 : 0)
  const severity = stepOf(counts ? strikes : 1, serious)
  const { accountId, userType, reason, trigger } = command
  const cause = { accountId, userType, violationId, reason, trigger, evidence }
  const strike = counts ? strikes : 0
  const recorded: ConductEvent = { type: 'ViolationRecorded', data: { ...cause, severity, strike, at } }
  const over = expiries(command, state)
  const active = inForce(state, at)
  if (active !== null && outlasts(active, severity, at)) return [...over, recorded]
  const standing = { strikes, replaces: active?.sanctionId ?? null, ...found }
  return [...over, recorded, sanctionOf({ ...command, ...standing, severity, description: null })]
}

/** One strike a review, however many decisions go against it; one that was overturned since needs a new decision. */
const isAnswered = ({ violations }: ConductState, reviewId: string, at: Instant) =>
  violations.some((one) => one.reviewId === reviewId && (one.overturnedAt === null || !isBefore(one.overturnedAt, at)))

const outlasts = (active: Sanction, severity: Severity, at: Instant): boolean => {
  if (active.severity === 'LOW' || severity === 'PERMANENT') return active.severity === 'PERMANENT'
  return severity === 'LOW' || active.until === null || !isBefore(active.until, untilOf(severity, at))
}

/** Points settled 11: not beside another active record. */
export const impose = (command: ImposeSanction, state: ConductState): Decision => {
  const { accountId, userType, sanctionId, reason, severity, by, at } = command
  const description = command.description?.trim() || null
  const known = sanctionIn(state, sanctionId)
  if (known !== undefined)
    return known.by === by &&
      known.severity === severity &&
      known.reason === reason &&
      known.description === description
      ? accept()
      : reject({ type: 'SanctionImposedOtherwise', sanctionId })
  if (by === accountId) return reject({ type: 'OwnMatter' })
  if (description !== null && description.length > longestDescription)
    return reject({ type: 'SanctionDescriptionTooLong', most: longestDescription })
  const active = inForce(state, at)
  if (active !== null) {
    const { severity, until } = active
    return reject({ type: 'SanctionActive', sanctionId: active.sanctionId, severity, until })
  }

  const evidence = { reviewId: null, decidedBy: by, lost: null, decided: null, windowDays: null }
  const cause = { accountId, userType, violationId: sanctionId, reason, trigger: 'MODERATOR', evidence } as const
  const standing = { strikes: strikesOf(state), replaces: null, automation: 'none' } as const
  return accept(
    ...expiries(command, state),
    { type: 'ViolationRecorded', data: { ...cause, severity, strike: 0, at } },
    sanctionOf({ ...command, ...cause, ...standing, description }),
  )
}

/** What has run out and is not yet written down as over. */
export const expiries = (
  { accountId, at }: { readonly accountId: string; readonly at: Instant },
  { sanctions }: ConductState,
): readonly ConductEvent[] =>
  sanctions
    .filter(({ status, until }) => status === 'active' && until !== null && !isBefore(at, until))
    .map(({ sanctionId }) => ({ type: 'SanctionExpired', data: { accountId, sanctionId, at } }))

type Terms = Omit<RecordViolation, 'type' | 'counts' | 'serious' | 'trigger'> &
  Pick<Extract<ConductEvent, { readonly type: 'WarningIssued' }>['data'], 'trigger' | 'replaces' | 'strikes'> &
  Pick<Statement, 'automation'> & {
    readonly severity: Severity
    readonly by: string | null
    readonly description: string | null
  }

const sanctionOf = (terms: Terms): ConductEvent => {
  const { accountId, userType, sanctionId, violationId, reason, trigger, evidence, description, by, at } = terms
  const { severity, replaces, strikes, facts, automation } = terms
  const data = {
    accountId,
    userType,
    sanctionId,
    violationId,
    reason,
    trigger,
    evidence,
    description,
    by,
    replaces,
    strikes,
    ladderVersion,
    facts,
    ...groundsOf(reason, automation, at),
    at,
  }
  switch (severity) {
    case 'LOW':
      return { type: 'WarningIssued', data: { ...data, until: untilOf(severity, at) } }
    case 'MEDIUM':
    case 'HIGH':
      return { type: 'SuspensionImposed', data: { ...data, severity, until: untilOf(severity, at) } }
    case 'PERMANENT':
      return { type: 'PermanentSuspensionImposed', data }
  }
}
