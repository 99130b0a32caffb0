import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import {
  type DisputeNotes,
  type DisputeTextRejection,
  messageRejection,
  moderatorFields,
  notesRejection,
  statementRejection,
  trimNotes,
} from '../kernel/dispute.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E, pipe } from '../kernel/fp.ts'
import { endOfNthWorkingDay } from '../kernel/italian-calendar.ts'
import { Id, Instant, oneOf, Text } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Reasons,
  type ReasonsRejection,
  type StatementOfReasons,
  statementOfReasonsFields,
} from '../kernel/statement-of-reasons.ts'
import { type DisputeReason, disputeReasons } from '../kernel/vocabulary.ts'
import {
  type ContestOutcome,
  contestOutcomes,
  type ContestStatus,
  type ContestVoidCause,
  contestVoidCauses,
} from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const contestFields = {
  ratingId: clear(Id),
  /** Account of the business that gave the rating. */
  businessId: clear(Id),
  /** Account of the rated client, who contests it. */
  clientAccountId: clear(Id),
}
export const RatingContested = event('RatingContested', {
  ...contestFields,
  reason: clear(oneOf(disputeReasons)),
  message: pii('clientAccountId', Text, ''),
  /** End of the last working day that the moderators have, in Italy. @rule B-47 */
  dueAt: clear(Instant),
  at: clear(Instant),
})
/** For the moderators; the client does not read it, because it could reveal the business. @rule Q-46 */
export const ContestAnswered = event('ContestAnswered', {
  ...contestFields,
  message: pii('businessId', Text, ''),
  at: clear(Instant),
})
/** The statement of reasons addresses the client; that of the removal which follows a struck rating, the business. */
const decisionFields = {
  ...contestFields,
  ...moderatorFields('clientAccountId'),
  ...statementOfReasonsFields('clientAccountId'),
  at: clear(Instant),
}
export const RatingKept = event('RatingKept', decisionFields)
export const RatingStruck = event('RatingStruck', decisionFields)
/** Closed without a decision. */
export const ContestVoided = event('ContestVoided', {
  ...contestFields,
  cause: clear(oneOf(contestVoidCauses)),
  at: clear(Instant),
})
/** An appeal overturned the outcome. */
export const ContestOverturned = event('ContestOverturned', {
  ...contestFields,
  /** Id of the event that decided the appeal. */
  rulingId: clear(Id),
  outcome: clear(oneOf(contestOutcomes)),
  by: clear(Id),
  ...statementOfReasonsFields('clientAccountId'),
  at: clear(Instant),
})

export const RatingContestEvents = family(
  RatingContested,
  ContestAnswered,
  RatingKept,
  RatingStruck,
  ContestVoided,
  ContestOverturned,
)
export type RatingContestEvent = EventIn<typeof RatingContestEvents>

// --- State ------------------------------------------------------------------------------------------

export interface ExistingContest {
  readonly status: ContestStatus
  /** For comparison with a repeated request; requires decrypted personal data. */
  readonly opened: DataOf<RatingContestEvent, 'RatingContested'>
  /** The answer of the business, null if there is none; requires decrypted personal data. */
  readonly answer: string | null
  /** Ids of the appeal decisions (rulings) applied so far. */
  readonly appliedRulings: readonly string[]
}

export type RatingContestState = { readonly status: 'NONE' } | ExistingContest

const evolve = (state: RatingContestState, event: RatingContestEvent): RatingContestState => {
  if (event.type === 'RatingContested') return { status: 'OPEN', opened: event.data, answer: null, appliedRulings: [] }
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'ContestAnswered':
      return { ...state, answer: event.data.message }
    case 'RatingKept':
      return { ...state, status: 'KEPT' }
    case 'RatingStruck':
      return { ...state, status: 'STRUCK' }
    case 'ContestVoided':
      return { ...state, status: 'VOID' }
    case 'ContestOverturned': {
      const { outcome, rulingId } = event.data
      return { ...state, status: outcome, appliedRulings: [...state.appliedRulings, rulingId] }
    }
  }
}

// --- Commands and rejections ------------------------------------------------------------------------

interface ContestRating {
  readonly type: 'ContestRating'
  readonly ratingId: string
  readonly businessId: string
  readonly clientAccountId: string
  readonly reason: DisputeReason
  readonly message: string
  /** Working days that the moderators have to decide. @rule B-47 */
  readonly workingDays: number
  readonly at: Instant
}

interface AnswerContest {
  readonly type: 'AnswerContest'
  readonly by: string
  readonly message: string
  readonly at: Instant
}

interface DecideContest extends DisputeNotes {
  readonly type: 'DecideContest'
  readonly by: string
  readonly outcome: ContestOutcome
  readonly reasons: Reasons
  readonly at: Instant
}

interface VoidContest {
  readonly type: 'VoidContest'
  readonly cause: ContestVoidCause
  readonly at: Instant
}

/** The decision on an appeal. */
interface OverturnContest {
  readonly type: 'OverturnContest'
  /** Id of the event that decided the appeal; applied once. */
  readonly rulingId: string
  readonly outcome: ContestOutcome
  readonly statementOfReasons: StatementOfReasons
  /** The moderator who decided the appeal. */
  readonly by: string
  readonly at: Instant
}

export type RatingContestCommand = ContestRating | AnswerContest | DecideContest | VoidContest | OverturnContest

export type RatingContestRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | DisputeTextRejection
  /** The rating is not contested, or the caller is not a party and must not learn of it. */
  | { readonly type: 'ContestNotFound' }
  /** The client has contested the rating before. */
  | { readonly type: 'AlreadyContested' }
  /** The business has answered with another text before. */
  | { readonly type: 'ContestAlreadyAnswered' }
  /** The contest is answered or decided after its end. */
  | { readonly type: 'ContestClosed'; readonly status: ContestStatus }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<RatingContestEvent, RatingContestRejection>

const decide = (command: RatingContestCommand, contest: RatingContestState): Decision => {
  if (command.type === 'ContestRating') return contestRating(command, contest)
  if (contest.status === 'NONE') return command.type === 'VoidContest' ? nothing : reject({ type: 'ContestNotFound' })
  switch (command.type) {
    case 'AnswerContest':
      return answerContest(command, contest)
    case 'DecideContest':
      return decideContest(command, contest)
    case 'VoidContest':
      return voidContest(command, contest)
    case 'OverturnContest':
      return overturnContest(command, contest)
  }
}

/** @rule Q-136 once, whatever became of it; repeating the request with the same content changes nothing */
const contestRating = (command: ContestRating, contest: RatingContestState): Decision => {
  const { ratingId, businessId, clientAccountId, reason, workingDays, at } = command
  const message = command.message.trim()
  if (contest.status !== 'NONE') {
    const { opened } = contest
    const isRepeated = opened.reason === reason && opened.message === message
    return isRepeated ? nothing : reject({ type: 'AlreadyContested' })
  }
  const tooShortOrLong = messageRejection(message)
  if (tooShortOrLong !== null) return reject(tooShortOrLong)
  const dueAt = endOfNthWorkingDay(at, workingDays)
  return accept({
    type: 'RatingContested',
    data: { ratingId, businessId, clientAccountId, reason, message, dueAt, at },
  })
}

/** @rule Q-136 the business answers once, until the decision */
const answerContest = (command: AnswerContest, contest: ExistingContest): Decision => {
  const { by, at } = command
  const { businessId } = contest.opened
  const message = command.message.trim()
  if (by !== businessId) return reject({ type: 'ContestNotFound' })
  if (contest.answer !== null) return contest.answer === message ? nothing : reject({ type: 'ContestAlreadyAnswered' })
  if (contest.status !== 'OPEN') return reject({ type: 'ContestClosed', status: contest.status })
  const tooShortOrLong = statementRejection(message)
  if (tooShortOrLong !== null) return reject(tooShortOrLong)
  return accept({ type: 'ContestAnswered', data: { ...identityOf(contest), message, at } })
}

/** Direction of each outcome for the business. */
const contestDirections = { KEPT: 'favourable', STRUCK: 'adverse' } as const

/** Whether the moderator may decide the contest. @rule P-16 not its parties */
export const canDecideContest = (
  { status, businessId, clientAccountId }: Pick<ExistingContest, 'status'> & ContestParties,
  by: string,
): boolean => status === 'OPEN' && by !== businessId && by !== clientAccountId

export interface ContestParties {
  readonly businessId: string
  readonly clientAccountId: string
}

const decideContest = (command: DecideContest, contest: ExistingContest): Decision => {
  const { by, outcome, reasons, at } = command
  const ids = identityOf(contest)
  if (by === ids.businessId || by === ids.clientAccountId) return reject(conflictOfInterest)
  if (contest.status === outcome) return nothing
  if (contest.status !== 'OPEN') return reject({ type: 'ContestClosed', status: contest.status })
  const notes = trimNotes(command)
  const tooLong = notesRejection(notes)
  if (tooLong !== null) return reject(tooLong)
  return pipe(
    createStatementOfReasons(reasons, contestDirections[outcome], 'none', at),
    E.flatMap((statement): Decision => {
      const data = { ...ids, by, ...notes, ...statement, at }
      return accept({ type: outcome === 'KEPT' ? 'RatingKept' : 'RatingStruck', data })
    }),
  )
}

const voidContest = ({ cause, at }: VoidContest, contest: ExistingContest): Decision =>
  contest.status === 'OPEN' ? accept({ type: 'ContestVoided', data: { ...identityOf(contest), cause, at } }) : nothing

const overturnContest = (command: OverturnContest, contest: ExistingContest): Decision => {
  const { rulingId, outcome, by, statementOfReasons, at } = command
  const isDecided = contest.status === 'KEPT' || contest.status === 'STRUCK'
  if (!isDecided || contest.status === outcome || contest.appliedRulings.includes(rulingId)) return nothing
  const data = { ...identityOf(contest), rulingId, outcome, by, ...statementOfReasons, at }
  return accept({ type: 'ContestOverturned', data })
}

const identityOf = ({ opened: { ratingId, businessId, clientAccountId } }: ExistingContest) => ({
  ratingId,
  businessId,
  clientAccountId,
})

/** The contest of a rating by the rated client; its stream id is the rating's. @rule Q-136 */
export const ratingContest: Aggregate<
  RatingContestCommand,
  RatingContestEvent,
  RatingContestState,
  RatingContestRejection
> = {
  category: 'contest',
  events: RatingContestEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
