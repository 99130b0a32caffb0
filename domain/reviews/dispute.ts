import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { endOfNthWorkingDay } from '../kernel/italian-calendar.ts'
import { Id, Instant, nullable, oneOf } from '../kernel/primitives.ts'
import {
  addMissingStatement,
  type ConflictOfInterest,
  createStatement,
  type Reasons,
  type ReasonsRejection,
  statementFields,
  type StatementOfReasons,
  Violation,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import type { TargetType } from './review-events.ts'

/** Why it is disputed (V-47). */
export const DisputeReason = oneOf(['INCORRECT_INFO', 'UNFAIR_RATING', 'POLICY_VIOLATION', 'OTHER'])
export type DisputeReason = t.TypeOf<typeof DisputeReason>
export const DisputeParty = oneOf(['business', 'author'])
export type DisputeParty = t.TypeOf<typeof DisputeParty>

/** A review has one dispute at most, so the dispute's id is the review's (B-28). */
const disputeFields = { disputeId: clear(Id), reviewId: clear(Id), businessId: clear(Id) }

export const DisputeOpened = event('DisputeOpened', {
  ...disputeFields,
  reason: clear(DisputeReason),
  message: pii('businessId', t.string, ''),
  evidenceUrls: pii('businessId', t.readonlyArray(t.string), []),
  /** End of the fifth Italian working day after it was opened (B-47). */
  dueAt: clear(Instant),
  at: clear(Instant),
})
/** What a side has to say beside what the dispute says. */
export const StatementFiled = event('StatementFiled', {
  ...disputeFields,
  statementId: clear(Id),
  party: clear(DisputeParty),
  /** The account behind the side. */
  partyId: clear(Id),
  message: pii('partyId', t.string, ''),
  at: clear(Instant),
})
const decisionFields = {
  ...disputeFields,
  by: clear(Id),
  moderatorNotes: pii('businessId', nullable(t.string), null),
  resolution: pii('businessId', nullable(t.string), null),
  at: clear(Instant),
}
export const DisputeTakenUnderReview = event('DisputeTakenUnderReview', decisionFields)
const reasonedDecisionFields = { ...decisionFields, ...statementFields('businessId') }
export const DisputeUpheld = event(
  'DisputeUpheld',
  /** What the review's author is to answer for; null when nobody named it. */
  { ...reasonedDecisionFields, violation: clear(nullable(Violation)) },
  { version: 2, upcast: { 1: (data) => ({ ...addMissingStatement('OTHER')(data), violation: null }) } },
)
export const DisputeRejected = event('DisputeRejected', reasonedDecisionFields, {
  version: 2,
  upcast: { 1: addMissingStatement('NO_VIOLATION') },
})
/** Filed away; the outcome, if there was one, stays. */
export const DisputeClosed = event('DisputeClosed', decisionFields)
/** The content disputed is gone, so there is nothing left to decide. */
export const DisputeVoided = event('DisputeVoided', {
  ...disputeFields,
  cause: clear(oneOf(['review-removed', 'review-hidden'])),
  at: clear(Instant),
})

/** An appeal turned its outcome. */
export const DisputeTurned = event('DisputeTurned', {
  ...disputeFields,
  /** The event that decided the appeal. */
  rulingId: clear(Id),
  outcome: clear(oneOf(['upheld', 'rejected'])),
  by: clear(Id),
  ...statementFields('businessId'),
  at: clear(Instant),
})

export const DisputeEvents = family(
  DisputeOpened,
  StatementFiled,
  DisputeTakenUnderReview,
  DisputeUpheld,
  DisputeRejected,
  DisputeClosed,
  DisputeVoided,
  DisputeTurned,
)
export type DisputeEvent = EventIn<typeof DisputeEvents>

export type DisputeStatus = 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'

export interface OpenedDispute {
  readonly status: DisputeStatus
  /** Stays when the dispute is closed. */
  readonly outcome: 'upheld' | 'rejected' | 'void' | null
  /** The decisions of appeals that have reached it. */
  readonly rulings: readonly string[]
  /** A repeated request is compared with it, so it must have been read open. */
  readonly opened: Extract<DisputeEvent, { readonly type: 'DisputeOpened' }>['data']
  /** In the order they were filed; their words, too, must have been read open. */
  readonly statements: readonly {
    readonly statementId: string
    readonly party: DisputeParty
    readonly message: string
  }[]
}

export type DisputeState = { readonly status: 'NONE' } | OpenedDispute

export const evolve = (state: DisputeState, event: DisputeEvent): DisputeState => {
  if (event.type === 'DisputeOpened')
    return { status: 'OPEN', outcome: null, rulings: [], opened: event.data, statements: [] }
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'StatementFiled': {
      const { statementId, party, message } = event.data
      return { ...state, statements: [...state.statements, { statementId, party, message }] }
    }
    case 'DisputeTakenUnderReview':
      return { ...state, status: 'UNDER_REVIEW' }
    case 'DisputeUpheld':
      return { ...state, status: 'RESOLVED_UPHELD', outcome: 'upheld' }
    case 'DisputeRejected':
      return { ...state, status: 'RESOLVED_REJECTED', outcome: 'rejected' }
    case 'DisputeClosed':
      return { ...state, status: 'CLOSED' }
    case 'DisputeVoided':
      return { ...state, status: 'CLOSED', outcome: 'void' }
    case 'DisputeTurned':
      return {
        ...state,
        status: event.data.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED',
        outcome: event.data.outcome,
        rulings: [...state.rulings, event.data.rulingId],
      }
  }
}

type ReviewStatus = 'ACTIVE' | 'HIDDEN' | 'REMOVED' | 'PENDING_REVIEW'

export interface OpenDispute {
  readonly type: 'OpenDispute'
  readonly reviewId: string
  /** The account of the business that asks. */
  readonly businessId: string
  /** The review as it stands. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly reason: DisputeReason
  readonly message: string
  readonly evidenceUrls: readonly string[]
  /** How many working days the moderators have (B-47). */
  readonly workingDays: number
  readonly at: Instant
}

export type DisputeOpeningRejection =
  | { readonly type: 'NotTheDisputedBusiness' }
  | { readonly type: 'AlreadyDisputed' }
  | { readonly type: 'ReviewNotDisputable'; readonly status: ReviewStatus }
  | { readonly type: 'DisputeMessageLength'; readonly least: number; readonly most: number }
  | { readonly type: 'DisputeEvidenceInvalid'; readonly maxUrls: number }

/** Characters (V-48, C-24). */
const minMessageLength = 20
const maxMessageLength = 2000
/** Of evidence, https only (V-49, C-24, Q-51). */
const maxEvidenceUrls = 5

const rejectOpening = (rejection: DisputeOpeningRejection) => E.left(rejection)

/** Only by the business the review is about, and once (B-28, B-29, P-13). */
export const openDispute = (
  command: OpenDispute,
  state: DisputeState,
): E.Either<DisputeOpeningRejection, readonly DisputeEvent[]> => {
  const { reviewId, businessId, review, reason, workingDays, at } = command
  const message = command.message.trim()
  const evidenceUrls = command.evidenceUrls.map((url) => url.trim())
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId)
    return rejectOpening({ type: 'NotTheDisputedBusiness' })
  if (state.status !== 'NONE') {
    const { opened } = state
    const again = reason === opened.reason && message === opened.message && sameUrls(evidenceUrls, opened.evidenceUrls)
    return again ? E.right([]) : rejectOpening({ type: 'AlreadyDisputed' })
  }
  if (review.status === 'HIDDEN' || review.status === 'REMOVED')
    return rejectOpening({ type: 'ReviewNotDisputable', status: review.status })
  if (message.length < minMessageLength || exceeds(maxMessageLength, message))
    return rejectOpening({ type: 'DisputeMessageLength', least: minMessageLength, most: maxMessageLength })
  if (evidenceUrls.length > maxEvidenceUrls || !evidenceUrls.every(isHttps))
    return rejectOpening({ type: 'DisputeEvidenceInvalid', maxUrls: maxEvidenceUrls })

  const dueAt = endOfNthWorkingDay(at, workingDays)
  const whose = { disputeId: reviewId, reviewId, businessId }
  return E.right([{ type: 'DisputeOpened', data: { ...whose, reason, message, evidenceUrls, dueAt, at } }])
}

const sameUrls = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((url, i) => url === others[i])

const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:'

export interface FileStatement {
  readonly type: 'FileStatement'
  /** One an intent: the same statement sent again keeps it. */
  readonly statementId: string
  readonly by: string
  readonly reviewAuthorId: string
  readonly message: string
  readonly at: Instant
}

export type StatementRejection =
  /** Neither the business nor the author: for anybody else there is no dispute. */
  | { readonly type: 'DisputeNotFound' }
  | { readonly type: 'DisputeNoLongerHeard' }
  | { readonly type: 'StatementExists' }
  | { readonly type: 'NotYourTurn' }
  | { readonly type: 'StatementsUsedUp'; readonly most: number }
  | { readonly type: 'StatementLength'; readonly least: number; readonly most: number }

/** A side. */
export const maxStatements = 3
const minStatementLength = 20
const maxStatementLength = 2000

const rejectStatement = (rejection: StatementRejection) => E.left(rejection)

/** Both sides are heard, one after the other; the business spoke first when it opened the dispute. */
export const fileStatement = (
  command: FileStatement,
  dispute: OpenedDispute,
): E.Either<StatementRejection, readonly DisputeEvent[]> => {
  const { statementId, by, reviewAuthorId, at } = command
  const message = command.message.trim()
  const party = partyOf(by, reviewAuthorId, dispute)
  if (party === null) return rejectStatement({ type: 'DisputeNotFound' })
  const earlier = dispute.statements.find((one) => one.statementId === statementId)
  if (earlier !== undefined)
    return earlier.party === party && earlier.message === message
      ? E.right([])
      : rejectStatement({ type: 'StatementExists' })
  if (!acceptsStatements(dispute)) return rejectStatement({ type: 'DisputeNoLongerHeard' })
  if (statementsLeft(dispute, party) === 0) return rejectStatement({ type: 'StatementsUsedUp', most: maxStatements })
  if (nextParty(dispute) !== party) return rejectStatement({ type: 'NotYourTurn' })
  if (message.length < minStatementLength || exceeds(maxStatementLength, message))
    return rejectStatement({ type: 'StatementLength', least: minStatementLength, most: maxStatementLength })

  const { disputeId, reviewId, businessId } = dispute.opened
  const data = { disputeId, reviewId, businessId, statementId, party, partyId: by, message, at }
  return E.right([{ type: 'StatementFiled', data }])
}

const partyOf = (by: string, reviewAuthorId: string, { opened }: OpenedDispute): DisputeParty | null => {
  if (by === opened.businessId) return 'business'
  return by === reviewAuthorId ? 'author' : null
}

/** As much of a dispute as tells whose turn it is. */
type Hearing = {
  readonly status: OpenedDispute['status']
  readonly statements: readonly { readonly party: DisputeParty }[]
}

const acceptsStatements = ({ status }: Hearing): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

const statementsLeft = ({ statements }: Hearing, party: DisputeParty): number =>
  maxStatements - statements.filter((one) => one.party === party).length

const nextParty = ({ statements }: Hearing): DisputeParty =>
  statements.at(-1)?.party === 'author' ? 'business' : 'author'

/** Whether a side may speak now. */
export const mayFileStatement = (dispute: Hearing, party: DisputeParty): boolean =>
  acceptsStatements(dispute) && nextParty(dispute) === party && statementsLeft(dispute, party) > 0

/** An appeal decided otherwise: S-13 is about what moderators do of their own accord. */
export interface ReverseDispute {
  readonly type: 'ReverseDispute'
  /** The event that decided the appeal: it is applied once. */
  readonly rulingId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly statement: StatementOfReasons
  /** Who decided the appeal. */
  readonly by: string
  readonly at: Instant
}

/** Only what was decided can be turned. */
export const reverseDispute = (command: ReverseDispute, dispute: OpenedDispute): readonly DisputeEvent[] => {
  const { rulingId, outcome, by, statement, at } = command
  const { disputeId, reviewId, businessId } = dispute.opened
  const decided = dispute.outcome === 'upheld' || dispute.outcome === 'rejected'
  if (!decided || dispute.outcome === outcome || dispute.rulings.includes(rulingId)) return []
  return [{ type: 'DisputeTurned', data: { disputeId, reviewId, businessId, rulingId, outcome, by, ...statement, at } }]
}

interface DisputeDecisionInput {
  readonly by: string
  /** Who wrote the review, and who reported it and waits for an answer: its end is theirs too (P-16). */
  readonly reviewParties: readonly string[]
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly at: Instant
}

type ResolveDispute = DisputeDecisionInput & {
  readonly type: 'ResolveDispute'
  readonly outcome: 'upheld' | 'rejected'
  readonly reasons: Reasons
}

export type DisputeCommand =
  | OpenDispute
  | FileStatement
  | ReverseDispute
  | ({ readonly type: 'TakeUnderReview' } & DisputeDecisionInput)
  | ResolveDispute
  | ({ readonly type: 'CloseDispute' } & DisputeDecisionInput)
  /** What was disputed is out of sight for another reason. */
  | { readonly type: 'VoidDispute'; readonly cause: 'review-removed' | 'review-hidden'; readonly at: Instant }
type DecideDispute = Exclude<
  DisputeCommand,
  { readonly type: 'OpenDispute' | 'FileStatement' | 'VoidDispute' | 'ReverseDispute' }
>

export type DisputeRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | DisputeOpeningRejection
  | StatementRejection
  | { readonly type: 'DisputeNotFound' }
  | { readonly type: 'DisputeTransitionNotAllowed'; readonly from: DisputeStatus; readonly to: DisputeStatus }
  | { readonly type: 'DisputeNotesTooLong'; readonly field: 'moderatorNotes' | 'resolution'; readonly most: number }

/** S-13, Q-52. */
const allowedTransitions: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  OPEN: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  UNDER_REVIEW: ['RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  RESOLVED_UPHELD: ['CLOSED'],
  RESOLVED_REJECTED: ['CLOSED'],
  CLOSED: [],
}
/** Of each of the two texts (V-50). */
const maxNotesLength = 2000

const accept = (...events: readonly DisputeEvent[]) => E.right(events)
const reject = (rejection: DisputeRejection) => E.left(rejection)

const decide = (command: DisputeCommand, state: DisputeState): E.Either<DisputeRejection, readonly DisputeEvent[]> => {
  if (command.type === 'OpenDispute') return openDispute(command, state)
  if (state.status === 'NONE') return command.type === 'VoidDispute' ? accept() : reject({ type: 'DisputeNotFound' })
  if (command.type === 'FileStatement') return fileStatement(command, state)
  if (command.type === 'ReverseDispute') return accept(...reverseDispute(command, state))
  if (command.type !== 'VoidDispute') return decideDispute(command, state)

  const waiting = state.status === 'OPEN' || state.status === 'UNDER_REVIEW'
  const { cause, at } = command
  return waiting ? accept({ type: 'DisputeVoided', data: { ...disputeIdentity(state), cause, at } }) : accept()
}

const decideDispute = (command: DecideDispute, dispute: OpenedDispute) => {
  const { by, reviewParties, at } = command
  const whose = disputeIdentity(dispute)
  if (by === whose.businessId || reviewParties.includes(by)) return reject({ type: 'OwnMatter' })
  const to = targetStatusOf(command)
  if (dispute.status === to) return accept()
  if (!allowedTransitions[dispute.status].includes(to))
    return reject({ type: 'DisputeTransitionNotAllowed', from: dispute.status, to })

  const notes = { moderatorNotes: trimToNull(command.moderatorNotes), resolution: trimToNull(command.resolution) }
  for (const field of ['moderatorNotes', 'resolution'] as const)
    if (exceeds(maxNotesLength, notes[field]))
      return reject({ type: 'DisputeNotesTooLong', field, most: maxNotesLength })
  const ruling = { ...whose, by, ...notes, at }
  if (command.type === 'ResolveDispute') return resolveDispute(command, ruling)
  return accept({ type: command.type === 'CloseDispute' ? 'DisputeClosed' : 'DisputeTakenUnderReview', data: ruling })
}

type DisputeDecisionData = Extract<DisputeEvent, { readonly type: 'DisputeClosed' }>['data']

const resolveDispute = ({ outcome, reasons, at }: ResolveDispute, ruling: DisputeDecisionData) =>
  E.map((statement: StatementOfReasons): readonly DisputeEvent[] => {
    const data = { ...ruling, ...statement }
    return outcome === 'upheld'
      ? [{ type: 'DisputeUpheld', data: { ...data, violation: reasons.violation } }]
      : [{ type: 'DisputeRejected', data }]
  })(createStatement(reasons, outcome === 'upheld' ? 'against' : 'for', 'none', at))

const targetStatusOf = (command: DecideDispute): Exclude<DisputeStatus, 'OPEN'> => {
  switch (command.type) {
    case 'TakeUnderReview':
      return 'UNDER_REVIEW'
    case 'ResolveDispute':
      return command.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED'
    case 'CloseDispute':
      return 'CLOSED'
  }
}

const disputeIdentity = ({ opened: { disputeId, reviewId, businessId } }: OpenedDispute) => ({
  disputeId,
  reviewId,
  businessId,
})

/** A review has one dispute at most: the stream's id is the review's. */
export const dispute: Aggregate<DisputeCommand, DisputeEvent, DisputeState, DisputeRejection> = {
  category: 'dispute',
  events: DisputeEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
