import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, nullable, oneOf, Score, Stars } from '../kernel/primitives.ts'
import {
  addMissingStatement,
  type ConflictOfInterest,
  createStatement,
  type Reasons,
  type ReasonsRejection,
  statementFields,
  type StatementOfReasons,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import { isBefore, plusDays } from '../kernel/time.ts'

export const StayType = oneOf(['business', 'leisure'])
export type StayType = t.TypeOf<typeof StayType>

const ratingFields = {
  ratingId: clear(Id),
  /** The account of the business that rates. */
  businessId: clear(Id),
  /** The client rated: `clients.id`. */
  clientId: clear(Id),
}
/** The criteria are the same for every client (B-01, Q-45). */
const assessmentFields = {
  overall: clear(Stars),
  punctuality: clear(Score),
  kindness: clear(Score),
  payment: clear(Score),
  roomCondition: clear(Score),
  comment: pii('clientId', nullable(t.string), null),
}

export const ClientRated = event(
  'ClientRated',
  {
    ...ratingFields,
    ...assessmentFields,
    stayType: clear(StayType),
    stayDate: clear(Day),
    /** The client learns of it with its batch, not before: given while ratings are released in batches. */
    held: clear(t.boolean),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, held: false }) } },
)
export const RatingAmended = event('RatingAmended', { ...ratingFields, ...assessmentFields, at: clear(Instant) })
/** Taken back by the business that wrote it. */
export const RatingWithdrawn = event('RatingWithdrawn', { ...ratingFields, at: clear(Instant) })
/** Struck out by a moderator; the reasons are for the business that gave it. */
export const RatingRemoved = event(
  'RatingRemoved',
  { ...ratingFields, by: clear(Id), ...statementFields('businessId'), at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingStatement('OTHER') } },
)

export const RatingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved)
export type RatingEvent = EventIn<typeof RatingEvents>

type DataOf<T extends RatingEvent['type']> = Extract<RatingEvent, { readonly type: T }>['data']
type Rated = DataOf<'ClientRated'>
type Assessment = Pick<Rated, 'overall' | (typeof detailScores)[number] | 'comment'>

interface RatingChange {
  readonly businessId: string
  /** How long after rating a business may change its mind. */
  readonly windowDays: number
  readonly at: Instant
}

export type RatingCommand =
  | ({ readonly type: 'RateClient' } & Rated)
  | ({ readonly type: 'AmendRating' } & RatingChange & Assessment)
  | ({ readonly type: 'WithdrawRating' } & RatingChange)
  /** By a moderator; `clientAccountId` is the account of the client rated. */
  | {
      readonly type: 'RemoveRating'
      readonly by: string
      readonly clientAccountId: string
      readonly reasons: Reasons
      readonly at: Instant
    }

export type RatingState =
  | { readonly status: 'none' }
  | {
      readonly status: 'standing' | 'withdrawn' | 'removed'
      /** As first written: a repeated rating is compared with it, so it must have been read open. */
      readonly rated: Rated
      readonly assessment: Assessment
    }

export type RatingRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | { readonly type: 'RatingNotFound' }
  | { readonly type: 'NotYourRating' }
  /** This business has rated this client for this stay. */
  | { readonly type: 'AlreadyRated' }
  | { readonly type: 'RatingGone'; readonly why: 'withdrawn' | 'removed' }
  | { readonly type: 'RatingTooOld'; readonly until: Instant }
  | { readonly type: 'RatingStarsInvalid' }
  | { readonly type: 'RatingScoreInvalid'; readonly score: (typeof detailScores)[number] }
  | { readonly type: 'RatingCommentTooLong'; readonly most: number }
  | { readonly type: 'StayDateNotAllowed'; readonly latest: Day }

const detailScores = ['punctuality', 'kindness', 'payment', 'roomCondition'] as const
const maxCommentLength = 500
/** What a rating sent again need not repeat: the moment, and how ratings were released then. */
const ignoredOnRepeat = { held: null, at: null }

const accept = (...events: readonly RatingEvent[]) => E.right(events)
const reject = (rejection: RatingRejection) => E.left(rejection)

const evolve = (state: RatingState, event: RatingEvent): RatingState => {
  if (event.type === 'ClientRated')
    return { status: 'standing', rated: ratedData(event.data), assessment: assessmentOf(event.data) }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'RatingAmended':
      return { ...state, assessment: assessmentOf(event.data) }
    case 'RatingWithdrawn':
      return { ...state, status: 'withdrawn' }
    case 'RatingRemoved':
      return { ...state, status: 'removed' }
  }
}

const decide = (command: RatingCommand, state: RatingState): E.Either<RatingRejection, readonly RatingEvent[]> => {
  if (command.type === 'RateClient') return rateClient(command, state)
  if (state.status === 'none') return reject({ type: 'RatingNotFound' })

  if (command.type === 'RemoveRating') return removeRating(command, state)

  const { ratingId, businessId, clientId } = state.rated
  const whose = { ratingId, businessId, clientId }
  const { at } = command
  if (command.businessId !== businessId) return reject({ type: 'NotYourRating' })
  if (command.type === 'WithdrawRating' && state.status === 'withdrawn') return accept()
  if (state.status !== 'standing') return reject({ type: 'RatingGone', why: state.status })
  const until = plusDays(state.rated.at, command.windowDays)
  if (!isBefore(at, until)) return reject({ type: 'RatingTooOld', until })
  if (command.type === 'WithdrawRating') return accept({ type: 'RatingWithdrawn', data: { ...whose, at } })

  const opinion = assessmentOf(command)
  const rejection = validateAssessment(opinion)
  if (rejection !== null) return reject(rejection)
  return sameContent(opinion, state.assessment)
    ? accept()
    : accept({ type: 'RatingAmended', data: { ...whose, ...opinion, at } })
}

const removeRating = (
  { by, clientAccountId, reasons, at }: Extract<RatingCommand, { readonly type: 'RemoveRating' }>,
  { status, rated }: Exclude<RatingState, { readonly status: 'none' }>,
): E.Either<RatingRejection, readonly RatingEvent[]> => {
  const { ratingId, businessId, clientId } = rated
  if (by === businessId || by === clientAccountId) return reject({ type: 'OwnMatter' })
  if (status === 'removed') return accept()
  if (status === 'withdrawn') return reject({ type: 'RatingGone', why: status })
  return E.map((statement: StatementOfReasons): readonly RatingEvent[] => [
    { type: 'RatingRemoved', data: { ratingId, businessId, clientId, by, ...statement, at } },
  ])(createStatement(reasons, 'against', 'none', at))
}

const rateClient = (command: Extract<RatingCommand, { readonly type: 'RateClient' }>, state: RatingState) => {
  const rated = ratedData(command)
  if (state.status === 'withdrawn' || state.status === 'removed')
    return reject({ type: 'RatingGone', why: state.status })
  if (state.status === 'standing')
    return sameContent({ ...rated, ...ignoredOnRepeat }, { ...state.rated, ...ignoredOnRepeat })
      ? accept()
      : reject({ type: 'AlreadyRated' })

  const rejection = validateAssessment(rated)
  if (rejection !== null) return reject(rejection)
  const latest = romeDay(rated.at)
  if (!Day.is(rated.stayDate) || rated.stayDate > latest) return reject({ type: 'StayDateNotAllowed', latest })
  return accept({ type: 'ClientRated', data: rated })
}

/** C-18; the comment as in the dialog. */
const validateAssessment = (opinion: Assessment): RatingRejection | null => {
  if (!Stars.is(opinion.overall)) return { type: 'RatingStarsInvalid' }
  const score = detailScores.find((name) => !Score.is(opinion[name]))
  if (score !== undefined) return { type: 'RatingScoreInvalid', score }
  return exceeds(maxCommentLength, opinion.comment) ? { type: 'RatingCommentTooLong', most: maxCommentLength } : null
}

const assessmentOf = ({ overall, punctuality, kindness, payment, roomCondition, comment }: Assessment): Assessment => {
  const tidied = trimToNull(comment)
  return { overall, punctuality, kindness, payment, roomCondition, comment: tidied }
}

const ratedData = (data: Rated): Rated => {
  const { ratingId, businessId, clientId, stayType, stayDate, held, at } = data
  return { ratingId, businessId, clientId, ...assessmentOf(data), stayType, stayDate, held, at }
}

/** Both sides come out of the same hand, their fields in the same order. */
const sameContent = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A business rates a client once per stay: the stream's id is made of the three. */
export const rating: Aggregate<RatingCommand, RatingEvent, RatingState, RatingRejection> = {
  category: 'rating',
  events: RatingEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
