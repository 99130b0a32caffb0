import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import {
  type DisputeTextRejection,
  messageRejection,
  moderatorFields,
  notesRejection,
  statementRejection,
  trimNotes,
} from '../kernel/dispute.ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E, pipe } from '../kernel/fp.ts'
import { endOfNthWorkingDay } from '../kernel/italian-calendar.ts'
import { Id, Instant, nullable, oneOf, Text } from '../kernel/primitives.ts'
import {
  addMissingStatementOfReasons,
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Reasons,
  type ReasonsRejection,
  statementOfReasonsFields,
  type StatementOfReasons,
  Violation,
} from '../kernel/statement-of-reasons.ts'
import { type DisputeReason, disputeReasons } from '../kernel/vocabulary.ts'
import { isActiveOrHeld } from './review-state.ts'
import { isHttps, isUndecided, statementObstacle } from './dispute-rules.ts'
import {
  type DisputeOutcome,
  disputeOutcomes,
  disputeParties,
  type DisputeParty,
  type DisputeStatus,
  type SettableDisputeStatus,
  maxEvidenceUrls,
  maxStatements,
  type ReviewStatus,
  type StatementObstacle,
  type TargetType,
  type VoidCause,
  voidCauses,
} from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** The dispute's id is the review's. @rule B-28 a review has at most one dispute */
const disputeFields = { disputeId: clear(Id), reviewId: clear(Id), businessId: clear(Id) }

export const DisputeOpened = event(
  'DisputeOpened',
  {
    ...disputeFields,
    /** The review's author, to notify; null in events of version 1. */
    authorId: clear(nullable(Id)),
    /** @rule V-47 */
    reason: clear(oneOf(disputeReasons)),
    message: pii('businessId', Text, ''),
    evidenceUrls: pii('businessId', t.readonlyArray(Text), []),
    /** End of the last working day that the moderators have, in Italy. @rule B-47 */
    dueAt: clear(Instant),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, authorId: null }) } },
)
/** A party filed a statement. */
export const StatementFiled = event('StatementFiled', {
  ...disputeFields,
  statementId: clear(Id),
  party: clear(oneOf(disputeParties)),
  /** Account of the party. */
  partyId: clear(Id),
  message: pii('partyId', Text, ''),
  at: clear(Instant),
})
const moderationFields = { ...disputeFields, ...moderatorFields('businessId'), at: clear(Instant) }
export const DisputeTakenUnderReview = event('DisputeTakenUnderReview', moderationFields)
const reasonedDecisionFields = { ...moderationFields, ...statementOfReasonsFields('businessId') }
export const DisputeUpheld = event(
  'DisputeUpheld',
  /** The violation held against the review's author; null if the decision names none. */
  { ...reasonedDecisionFields, violation: clear(nullable(Violation)) },
  { version: 2, upcast: { 1: (data) => ({ ...addMissingStatementOfReasons('OTHER')(data), violation: null }) } },
)
export const DisputeRejected = event('DisputeRejected', reasonedDecisionFields, {
  version: 2,
  upcast: { 1: addMissingStatementOfReasons('NO_VIOLATION') },
})
/** Closed after the decision; the outcome remains. */
export const DisputeClosed = event('DisputeClosed', moderationFields)
/** Closed as void, without a decision, because the review was removed or hidden for another reason. */
export const DisputeVoided = event('DisputeVoided', {
  ...disputeFields,
  cause: clear(oneOf(voidCauses)),
  at: clear(Instant),
})

/** An appeal overturned the outcome. */
export const DisputeOverturned = event('DisputeTurned' /* stored name */, {
  ...disputeFields,
  /** Id of the event that decided the appeal. */
  rulingId: clear(Id),
  outcome: clear(oneOf(disputeOutcomes)),
  by: clear(Id),
  ...statementOfReasonsFields('businessId'),
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
  DisputeOverturned,
)
export type DisputeEvent = EventIn<typeof DisputeEvents>

// --- State ------------------------------------------------------------------------------------------

export interface ExistingDispute {
  readonly status: DisputeStatus
  /** Null while undecided, `void` without a decision; remains when the dispute is closed. @rule Q-52 */
  readonly outcome: DisputeOutcome | 'void' | null
  /** Ids of the appeal decisions (rulings) applied so far. */
  readonly appliedRulings: readonly string[]
  /** For comparison with a repeated request; requires decrypted personal data. */
  readonly opened: DataOf<DisputeEvent, 'DisputeOpened'>
  /** In the order of filing; their messages require decrypted personal data. */
  readonly statements: readonly {
    readonly statementId: string
    readonly party: DisputeParty
    readonly message: string
  }[]
}

export type DisputeState = { readonly status: 'NONE' } | ExistingDispute

const evolve = (state: DisputeState, event: DisputeEvent): DisputeState => {
  if (event.type === 'DisputeOpened')
    return { status: 'OPEN', outcome: null, appliedRulings: [], opened: event.data, statements: [] }
  if (state.status === 'NONE') return state
  switch (event.type) {
    case StatementFiled.type: {
      const { statementId, party, message } = event.data
      return { ...state, statements: [...state.statements, { statementId, party, message }] }
    }
    case DisputeTakenUnderReview.type:
      return { ...state, status: 'UNDER_REVIEW' }
    case DisputeUpheld.type:
      return { ...state, status: 'RESOLVED_UPHELD', outcome: 'upheld' }
    case DisputeRejected.type:
      return { ...state, status: 'RESOLVED_REJECTED', outcome: 'rejected' }
    case DisputeClosed.type:
      return { ...state, status: 'CLOSED' }
    case DisputeVoided.type:
      return { ...state, status: 'CLOSED', outcome: 'void' }
    case DisputeOverturned.type:
      return {
        ...state,
        status: event.data.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED',
        outcome: event.data.outcome,
        appliedRulings: [...state.appliedRulings, event.data.rulingId],
      }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

export type DisputeCommand =
  OpenDispute | FileStatement | ChangeDisputeStatus | DecideDispute | VoidDispute | OverturnDispute

export type DisputeRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | DisputeTextRejection
  /** Unknown, or the caller is not a party and must not learn of it. */
  | { readonly type: 'DisputeNotFound' }
  /** A business disputes a review that is not about it. */
  | { readonly type: 'NotTheDisputedBusiness' }
  /** The review has been disputed before. */
  | { readonly type: 'AlreadyDisputed' }
  /** The disputed review is hidden or removed. */
  | { readonly type: 'ReviewNotDisputable'; readonly status: ReviewStatus }
  /** There are too many evidence addresses, or one is not https. */
  | { readonly type: 'DisputeEvidenceInvalid'; readonly max: number }
  /** A party files a statement after the decision. */
  | { readonly type: 'DisputeNoLongerHeard' }
  /** The id belongs to a statement with different content. */
  | { readonly type: 'StatementExists' }
  /** The party filed the latest statement, or the author has not answered yet. */
  | { readonly type: 'NotYourTurn' }
  /** The party has filed as many statements as allowed. */
  | { readonly type: 'StatementsUsedUp'; readonly max: number }
  /** The dispute's status does not permit the requested one. */
  | { readonly type: 'DisputeTransitionNotAllowed'; readonly from: DisputeStatus; readonly to: DisputeStatus }

type Decision = DecisionOf<DisputeEvent, DisputeRejection>

const decide = (command: DisputeCommand, dispute: DisputeState): Decision => {
  if (command.type === 'OpenDispute') return openDispute(command, dispute)
  if (dispute.status === 'NONE') return command.type === 'VoidDispute' ? nothing : reject({ type: 'DisputeNotFound' })
  switch (command.type) {
    case 'FileStatement':
      return fileStatement(command, dispute)
    case 'TakeUnderReview':
    case 'DecideDispute':
    case 'CloseDispute':
      return moderateDispute(command, dispute)
    case 'VoidDispute':
      return voidDispute(command, dispute)
    case 'OverturnDispute':
      return overturnDispute(command, dispute)
  }
}

// --- Opening a dispute ------------------------------------------------------------------------------

export interface OpenDispute {
  readonly type: 'OpenDispute'
  readonly reviewId: string
  readonly authorId: string
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

/**
 * Why the business cannot dispute the review. A closed dispute prevents another one too.
 * @rule B-28 a review is disputed once
 * @rule B-29 @rule P-13 by the reviewed business only
 * @rule S-11 not while the review is hidden or removed
 */
export const disputeOpeningRejection = (
  { review, businessId }: Pick<OpenDispute, 'review' | 'businessId'>,
  alreadyDisputed: boolean,
): DisputeRejection | null => {
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId) return { type: 'NotTheDisputedBusiness' }
  if (alreadyDisputed) return { type: 'AlreadyDisputed' }
  return isActiveOrHeld(review) ? null : { type: 'ReviewNotDisputable', status: review.status }
}

/**
 * Opens the dispute of a review. Repeating the request with the same content changes nothing.
 * @rule V-49 @rule Q-51 https evidence
 */
const openDispute = (command: OpenDispute, state: DisputeState): Decision => {
  const { reviewId, businessId, authorId, reason, workingDays, at } = command
  const message = command.message.trim()
  const evidenceUrls = command.evidenceUrls.map((url) => url.trim())
  const rejection = disputeOpeningRejection(command, state.status !== 'NONE')
  if (rejection?.type === 'AlreadyDisputed' && isRepeated({ reason, message, evidenceUrls }, state)) return nothing
  if (rejection !== null) return reject(rejection)
  const tooShortOrLong = messageRejection(message)
  if (tooShortOrLong !== null) return reject(tooShortOrLong)
  if (evidenceUrls.length > maxEvidenceUrls || !evidenceUrls.every(isHttps))
    return reject({ type: 'DisputeEvidenceInvalid', max: maxEvidenceUrls })

  const data = { disputeId: reviewId, reviewId, businessId, authorId, reason, message, evidenceUrls, at }
  return accept({ type: 'DisputeOpened', data: { ...data, dueAt: endOfNthWorkingDay(at, workingDays) } })
}

type DisputeContent = Pick<DataOf<DisputeEvent, 'DisputeOpened'>, 'reason' | 'message' | 'evidenceUrls'>

const isRepeated = (content: DisputeContent, state: DisputeState): boolean => {
  if (state.status === 'NONE') return false
  const { reason, message, evidenceUrls } = state.opened
  return sameContent(content, { reason, message, evidenceUrls })
}

// --- Statements of the parties ----------------------------------------------------------------------

export interface FileStatement {
  readonly type: 'FileStatement'
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
  readonly statementId: string
  readonly by: string
  readonly reviewAuthorId: string
  readonly message: string
  readonly at: Instant
}

/** The parties take turns. The author goes first, since the business stated its case when it opened the dispute. */
const fileStatement = (command: FileStatement, dispute: ExistingDispute): Decision => {
  const { statementId, by, reviewAuthorId, at } = command
  const message = command.message.trim()
  const party = partyOf(by, reviewAuthorId, dispute)
  if (party === null) return reject({ type: 'DisputeNotFound' })
  const earlier = dispute.statements.find((statement) => statement.statementId === statementId)
  if (earlier !== undefined)
    return sameContent(earlier, { statementId, party, message }) ? nothing : reject({ type: 'StatementExists' })
  const obstacle = statementObstacle(dispute, party)
  if (obstacle !== null) return reject(rejectionByObstacle[obstacle])
  const tooShortOrLong = statementRejection(message)
  if (tooShortOrLong !== null) return reject(tooShortOrLong)

  const data = { ...identityOf(dispute), statementId, party, partyId: by, message, at }
  return accept({ type: 'StatementFiled', data })
}

const rejectionByObstacle = {
  decided: { type: 'DisputeNoLongerHeard' },
  'used-up': { type: 'StatementsUsedUp', max: maxStatements },
  'not-your-turn': { type: 'NotYourTurn' },
} as const satisfies Record<StatementObstacle, DisputeRejection>

const partyOf = (by: string, reviewAuthorId: string, { opened }: ExistingDispute): DisputeParty | null => {
  if (by === opened.businessId) return 'business'
  return by === reviewAuthorId ? 'author' : null
}

// --- Decisions of moderators ------------------------------------------------------------------------

interface ModeratorCommand {
  readonly by: string
  /** The author and the reporters of pending flags, who are affected by the decision. @rule P-16 */
  readonly authorAndReporters: readonly string[]
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly at: Instant
}

interface ChangeDisputeStatus extends ModeratorCommand {
  readonly type: 'TakeUnderReview' | 'CloseDispute'
}

interface DecideDispute extends ModeratorCommand {
  readonly type: 'DecideDispute'
  readonly outcome: DisputeOutcome
  readonly reasons: Reasons
}

/** @rule S-13 @rule Q-52 */
const allowedTransitions: Readonly<Record<DisputeStatus, readonly SettableDisputeStatus[]>> = {
  OPEN: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  UNDER_REVIEW: ['RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  RESOLVED_UPHELD: ['CLOSED'],
  RESOLVED_REJECTED: ['CLOSED'],
  CLOSED: [],
}

/** The statuses that the moderator may set. `excluded`: the business, the author and the reporters of pending flags. */
export const allowedDisputeStatuses = (status: DisputeStatus, excluded: readonly string[], by: string) =>
  excluded.includes(by) ? [] : allowedTransitions[status]

/** Direction of each outcome for the author. */
export const disputeDirections = { upheld: 'adverse', rejected: 'favourable' } as const

/** Changes the status of the dispute. @rule P-16 not by its parties or the reporters of pending flags */
const moderateDispute = (command: ChangeDisputeStatus | DecideDispute, dispute: ExistingDispute): Decision => {
  const { by, authorAndReporters, at } = command
  const ids = identityOf(dispute)
  if ([ids.businessId, ...authorAndReporters].includes(by)) return reject(conflictOfInterest)
  const to = targetStatusOf(command)
  if (dispute.status === to) return nothing
  if (!allowedTransitions[dispute.status].includes(to))
    return reject({ type: 'DisputeTransitionNotAllowed', from: dispute.status, to })

  const notes = trimNotes(command)
  const tooLong = notesRejection(notes)
  if (tooLong !== null) return reject(tooLong)

  const data = { ...ids, by, ...notes, at }
  switch (command.type) {
    case 'TakeUnderReview':
      return accept({ type: 'DisputeTakenUnderReview', data })
    case 'DecideDispute':
      return decideDispute(command, data)
    case 'CloseDispute':
      return accept({ type: 'DisputeClosed', data })
  }
}

const decideDispute = (
  { outcome, reasons, at }: DecideDispute,
  data: DataOf<DisputeEvent, 'DisputeTakenUnderReview'>,
): Decision =>
  pipe(
    createStatementOfReasons(reasons, disputeDirections[outcome], 'none', at),
    E.flatMap((statementOfReasons): Decision =>
      outcome === 'upheld'
        ? accept({ type: 'DisputeUpheld', data: { ...data, ...statementOfReasons, violation: reasons.violation } })
        : accept({ type: 'DisputeRejected', data: { ...data, ...statementOfReasons } }),
    ),
  )

const targetStatusOf = (command: ChangeDisputeStatus | DecideDispute): SettableDisputeStatus => {
  if (command.type === 'DecideDispute') return command.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED'
  return command.type === 'CloseDispute' ? 'CLOSED' : 'UNDER_REVIEW'
}

const identityOf = ({ opened: { disputeId, reviewId, businessId } }: ExistingDispute) => ({
  disputeId,
  reviewId,
  businessId,
})

// --- Consequences of other decisions ----------------------------------------------------------------

/** The review was removed or hidden for another reason. */
interface VoidDispute {
  readonly type: 'VoidDispute'
  readonly cause: VoidCause
  readonly at: Instant
}

const voidDispute = ({ cause, at }: VoidDispute, dispute: ExistingDispute): Decision =>
  isUndecided(dispute.status) ? accept({ type: 'DisputeVoided', data: { ...identityOf(dispute), cause, at } }) : nothing

/** The decision on an appeal. */
export interface OverturnDispute {
  readonly type: 'OverturnDispute'
  /** Id of the event that decided the appeal; applied once. */
  readonly rulingId: string
  readonly outcome: DisputeOutcome
  readonly statementOfReasons: StatementOfReasons
  /** The moderator who decided the appeal. */
  readonly by: string
  readonly at: Instant
}

/** Overturns the outcome of a decided dispute, even a closed one: `allowedTransitions` limits moderators, not appeals. */
const overturnDispute = (command: OverturnDispute, dispute: ExistingDispute): Decision => {
  const { rulingId, outcome, by, statementOfReasons, at } = command
  const isDecided = dispute.outcome === 'upheld' || dispute.outcome === 'rejected'
  if (!isDecided || dispute.outcome === outcome || dispute.appliedRulings.includes(rulingId)) return nothing
  const data = { ...identityOf(dispute), rulingId, outcome, by, ...statementOfReasons, at }
  return accept({ type: DisputeOverturned.type, data })
}

/** The dispute of a review; its stream id is the review's. */
export const dispute: Aggregate<DisputeCommand, DisputeEvent, DisputeState, DisputeRejection> = {
  category: 'dispute',
  events: DisputeEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
