import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
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
import { exceeds, fitsLength, trimToNull } from '../kernel/text.ts'
import {
  disputeParties,
  type DisputeParty,
  type DisputeReason,
  disputeReasons,
  type DisputeStatus,
  maxEvidenceUrls,
  maxStatements,
  type ReviewStatus,
  type StatementObstacle,
  type TargetType,
  textLengths,
} from './vocabulary.ts'

/** The dispute's id is the review's. @rule B-28 a review has at most one dispute */
const disputeFields = { disputeId: clear(Id), reviewId: clear(Id), businessId: clear(Id) }

export const DisputeOpened = event('DisputeOpened', {
  ...disputeFields,
  /** @rule V-47 */
  reason: clear(oneOf(disputeReasons)),
  message: pii('businessId', t.string, ''),
  evidenceUrls: pii('businessId', t.readonlyArray(t.string), []),
  /** End of the last working day that the moderators have, in Italy. @rule B-47 */
  dueAt: clear(Instant),
  at: clear(Instant),
})
/** A party commented on the dispute. */
export const StatementFiled = event('StatementFiled', {
  ...disputeFields,
  statementId: clear(Id),
  party: clear(oneOf(disputeParties)),
  /** Account of the party. */
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
  /** The violation held against the review's author; null if the decision names none. */
  { ...reasonedDecisionFields, violation: clear(nullable(Violation)) },
  { version: 2, upcast: { 1: (data) => ({ ...addMissingStatement('OTHER')(data), violation: null }) } },
)
export const DisputeRejected = event('DisputeRejected', reasonedDecisionFields, {
  version: 2,
  upcast: { 1: addMissingStatement('NO_VIOLATION') },
})
/** Closed; an earlier outcome remains. */
export const DisputeClosed = event('DisputeClosed', decisionFields)
/** Closed without an outcome, because the review was removed or hidden for another reason. */
export const DisputeVoided = event('DisputeVoided', {
  ...disputeFields,
  cause: clear(oneOf(['review-removed', 'review-hidden'])),
  at: clear(Instant),
})

/** An appeal reversed the outcome. */
export const DisputeReversed = event('DisputeTurned', {
  ...disputeFields,
  /** Id of the event that decided the appeal. */
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
  DisputeReversed,
)
export type DisputeEvent = EventIn<typeof DisputeEvents>

export interface OpenedDispute {
  readonly status: DisputeStatus
  /** Remains when the dispute is closed. @rule Q-52 */
  readonly outcome: 'upheld' | 'rejected' | 'void' | null
  /** Ids of the appeal decisions applied so far. */
  readonly rulings: readonly string[]
  /** For comparison with a repeated request; requires open privacy. */
  readonly opened: DataOf<DisputeEvent, 'DisputeOpened'>
  /** In the order of filing; their messages require open privacy. */
  readonly statements: readonly {
    readonly statementId: string
    readonly party: DisputeParty
    readonly message: string
  }[]
}

export type DisputeState = { readonly status: 'NONE' } | OpenedDispute

const evolve = (state: DisputeState, event: DisputeEvent): DisputeState => {
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
    case DisputeReversed.type:
      return {
        ...state,
        status: event.data.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED',
        outcome: event.data.outcome,
        rulings: [...state.rulings, event.data.rulingId],
      }
  }
}

export interface OpenDispute {
  readonly type: 'OpenDispute'
  readonly reviewId: string
  /** Account of the requesting business. */
  readonly businessId: string
  /** Current state of the review. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly reason: DisputeReason
  readonly message: string
  readonly evidenceUrls: readonly string[]
  /** Working days that the moderators have to decide. @rule B-47 */
  readonly workingDays: number
  readonly at: Instant
}

export type DisputeOpeningRejection =
  | { readonly type: 'NotTheDisputedBusiness' }
  | { readonly type: 'AlreadyDisputed' }
  | { readonly type: 'ReviewNotDisputable'; readonly status: ReviewStatus }
  | { readonly type: 'DisputeMessageLength'; readonly least: number; readonly most: number }
  | { readonly type: 'DisputeEvidenceInvalid'; readonly maxUrls: number }

/**
 * @rule B-28 a review is disputed once
 * @rule B-29 @rule P-13 by the reviewed business only
 * @rule V-48 @rule C-24 length of the message
 * @rule V-49 @rule Q-51 https evidence
 */
const openDispute = (command: OpenDispute, state: DisputeState): DecisionOf<DisputeEvent, DisputeOpeningRejection> => {
  const { reviewId, businessId, review, reason, workingDays, at } = command
  const message = command.message.trim()
  const evidenceUrls = command.evidenceUrls.map((url) => url.trim())
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId)
    return reject({ type: 'NotTheDisputedBusiness' })
  if (state.status !== 'NONE') {
    const { opened } = state
    const repeated =
      reason === opened.reason && message === opened.message && sameContent(evidenceUrls, opened.evidenceUrls)
    return repeated ? nothing : reject({ type: 'AlreadyDisputed' })
  }
  if (review.status === 'HIDDEN' || review.status === 'REMOVED')
    return reject({ type: 'ReviewNotDisputable', status: review.status })
  const { min, max } = textLengths.disputeMessage
  if (!fitsLength(message, textLengths.disputeMessage))
    return reject({ type: 'DisputeMessageLength', least: min, most: max })
  if (evidenceUrls.length > maxEvidenceUrls || !evidenceUrls.every(isHttps))
    return reject({ type: 'DisputeEvidenceInvalid', maxUrls: maxEvidenceUrls })

  const dueAt = endOfNthWorkingDay(at, workingDays)
  const ids = { disputeId: reviewId, reviewId, businessId }
  return accept({ type: 'DisputeOpened', data: { ...ids, reason, message, evidenceUrls, dueAt, at } })
}

const isHttps = (url: string) => URL.parse(url)?.protocol === 'https:'

export interface FileStatement {
  readonly type: 'FileStatement'
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
  readonly statementId: string
  readonly by: string
  readonly reviewAuthorId: string
  readonly message: string
  readonly at: Instant
}

export type StatementRejection =
  /** To anyone but its parties the dispute does not exist. */
  | { readonly type: 'DisputeNotFound' }
  | { readonly type: 'DisputeNoLongerHeard' }
  | { readonly type: 'StatementExists' }
  | { readonly type: 'NotYourTurn' }
  | { readonly type: 'StatementsUsedUp'; readonly most: number }
  | { readonly type: 'StatementLength'; readonly least: number; readonly most: number }

/** The parties take turns. The author goes first, since the business stated its case when it opened the dispute. */
const fileStatement = (
  command: FileStatement,
  dispute: OpenedDispute,
): DecisionOf<DisputeEvent, StatementRejection> => {
  const { statementId, by, reviewAuthorId, at } = command
  const message = command.message.trim()
  const party = partyOf(by, reviewAuthorId, dispute)
  if (party === null) return reject({ type: 'DisputeNotFound' })
  const earlier = dispute.statements.find((statement) => statement.statementId === statementId)
  if (earlier !== undefined)
    return earlier.party === party && earlier.message === message ? nothing : reject({ type: 'StatementExists' })
  if (!acceptsStatements(dispute)) return reject({ type: 'DisputeNoLongerHeard' })
  if (statementsLeft(dispute, party) === 0) return reject({ type: 'StatementsUsedUp', most: maxStatements })
  if (nextParty(dispute) !== party) return reject({ type: 'NotYourTurn' })
  const { min, max } = textLengths.disputeStatement
  if (!fitsLength(message, textLengths.disputeStatement))
    return reject({ type: 'StatementLength', least: min, most: max })

  const { disputeId, reviewId, businessId } = dispute.opened
  const data = { disputeId, reviewId, businessId, statementId, party, partyId: by, message, at }
  return accept({ type: 'StatementFiled', data })
}

const partyOf = (by: string, reviewAuthorId: string, { opened }: OpenedDispute): DisputeParty | null => {
  if (by === opened.businessId) return 'business'
  return by === reviewAuthorId ? 'author' : null
}

/** The part of a dispute that determines which party may file the next statement. */
type StatementTurns = {
  readonly status: OpenedDispute['status']
  readonly statements: readonly { readonly party: DisputeParty }[]
}

const acceptsStatements = ({ status }: StatementTurns): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

const statementsLeft = ({ statements }: StatementTurns, party: DisputeParty): number =>
  maxStatements - statements.filter((statement) => statement.party === party).length

const nextParty = ({ statements }: StatementTurns): DisputeParty =>
  statements.at(-1)?.party === 'author' ? 'business' : 'author'

/** Why the party may not file a statement now; null if it may. */
export const statementObstacle = (dispute: StatementTurns, party: DisputeParty): StatementObstacle | null => {
  if (!acceptsStatements(dispute)) return 'decided'
  if (statementsLeft(dispute, party) === 0) return 'used-up'
  return nextParty(dispute) === party ? null : 'not-your-turn'
}

/** Whether the party may file a statement now. */
export const mayFileStatement = (dispute: StatementTurns, party: DisputeParty): boolean =>
  statementObstacle(dispute, party) === null

/** The decision of an appeal, applied in any status: S-13 restricts moderators only. */
export interface ReverseDispute {
  readonly type: 'ReverseDispute'
  /** Id of the event that decided the appeal; applied once. */
  readonly rulingId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly statement: StatementOfReasons
  /** The moderator who decided the appeal. */
  readonly by: string
  readonly at: Instant
}

/** Reverses the outcome of a decided dispute; has no effect on others. */
const reverseDispute = (command: ReverseDispute, dispute: OpenedDispute): readonly DisputeEvent[] => {
  const { rulingId, outcome, by, statement, at } = command
  const { disputeId, reviewId, businessId } = dispute.opened
  const decided = dispute.outcome === 'upheld' || dispute.outcome === 'rejected'
  if (!decided || dispute.outcome === outcome || dispute.rulings.includes(rulingId)) return []
  return [
    { type: DisputeReversed.type, data: { disputeId, reviewId, businessId, rulingId, outcome, by, ...statement, at } },
  ]
}

interface DisputeDecisionInput {
  readonly by: string
  /** The author and the reporters of pending flags, who are affected by the decision. @rule P-16 */
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
  /** The review was removed or hidden for another reason. */
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

/** @rule S-13 @rule Q-52 */
const allowedTransitions: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  OPEN: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  UNDER_REVIEW: ['RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  RESOLVED_UPHELD: ['CLOSED'],
  RESOLVED_REJECTED: ['CLOSED'],
  CLOSED: [],
}
/** Characters of each text. @rule V-50 */
const maxNotesLength = 2000

type Decision = DecisionOf<DisputeEvent, DisputeRejection>

const decide = (command: DisputeCommand, state: DisputeState): Decision => {
  if (command.type === 'OpenDispute') return openDispute(command, state)
  if (state.status === 'NONE') return command.type === 'VoidDispute' ? nothing : reject({ type: 'DisputeNotFound' })
  if (command.type === 'FileStatement') return fileStatement(command, state)
  if (command.type === 'ReverseDispute') return accept(...reverseDispute(command, state))
  if (command.type !== 'VoidDispute') return decideDispute(command, state)

  const undecided = state.status === 'OPEN' || state.status === 'UNDER_REVIEW'
  const { cause, at } = command
  return undecided ? accept({ type: 'DisputeVoided', data: { ...disputeIdentity(state), cause, at } }) : nothing
}

const decideDispute = (command: DecideDispute, dispute: OpenedDispute): Decision => {
  const { by, reviewParties, at } = command
  const ids = disputeIdentity(dispute)
  if (by === ids.businessId || reviewParties.includes(by)) return reject({ type: 'OwnMatter' })
  const to = targetStatusOf(command)
  if (dispute.status === to) return nothing
  if (!allowedTransitions[dispute.status].includes(to))
    return reject({ type: 'DisputeTransitionNotAllowed', from: dispute.status, to })

  const notes = { moderatorNotes: trimToNull(command.moderatorNotes), resolution: trimToNull(command.resolution) }
  for (const field of ['moderatorNotes', 'resolution'] as const)
    if (exceeds(notes[field], maxNotesLength))
      return reject({ type: 'DisputeNotesTooLong', field, most: maxNotesLength })
  const ruling = { ...ids, by, ...notes, at }
  if (command.type === 'ResolveDispute') return resolveDispute(command, ruling)
  return accept({ type: command.type === 'CloseDispute' ? 'DisputeClosed' : 'DisputeTakenUnderReview', data: ruling })
}

type DisputeDecisionData = DataOf<DisputeEvent, 'DisputeClosed'>

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

/** The dispute of a review; its stream id is the review's. */
export const dispute: Aggregate<DisputeCommand, DisputeEvent, DisputeState, DisputeRejection> = {
  category: 'dispute',
  events: DisputeEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
