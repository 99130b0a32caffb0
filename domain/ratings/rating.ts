import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, type DataOf, event, type EventIn, family, type OfType, pii } from '../kernel/event.ts'
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
import { amendableUntil, isAmendable, maxCommentLength } from './rules.ts'
import { type DetailScore, detailScores, stayTypes } from './vocabulary.ts'

const ratingFields = {
  ratingId: clear(Id),
  /** Account of the rating business. */
  businessId: clear(Id),
  /** Client id (`clients.id`), not the account id. */
  clientId: clear(Id),
}
/**
 * Criteria, identical for every client.
 * @rule B-01 standard criteria
 * @rule Q-45 stars and four scores
 */
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
    stayType: clear(oneOf(stayTypes)),
    stayDate: clear(Day),
    /** Hidden from the client until its batch is released. */
    held: clear(t.boolean),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, held: false }) } },
)
export const RatingAmended = event('RatingAmended', { ...ratingFields, ...assessmentFields, at: clear(Instant) })
/** The business withdrew its rating. */
export const RatingWithdrawn = event('RatingWithdrawn', { ...ratingFields, at: clear(Instant) })
/** A moderator removed the rating; the statement of reasons addresses the business. */
export const RatingRemoved = event(
  'RatingRemoved',
  { ...ratingFields, by: clear(Id), ...statementFields('businessId'), at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingStatement('OTHER') } },
)

export const RatingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved)
export type RatingEvent = EventIn<typeof RatingEvents>

type Rated = DataOf<RatingEvent, 'ClientRated'>
type Assessment = Pick<Rated, 'overall' | DetailScore | 'comment'>

interface RatingChange {
  readonly businessId: string
  /** Days after the rating during which it may be amended or withdrawn. */
  readonly windowDays: number
  readonly at: Instant
}

export type RatingCommand =
  | ({ readonly type: 'RateClient' } & Rated)
  | ({ readonly type: 'AmendRating' } & RatingChange & Assessment)
  | ({ readonly type: 'WithdrawRating' } & RatingChange)
  /** By a moderator; `clientAccountId` is the rated client's account. */
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
      /** As first submitted; compared with a repeated submission, so personal fields must be decrypted. */
      readonly rated: Rated
      readonly assessment: Assessment
    }

export type RatingRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | { readonly type: 'RatingNotFound' }
  | { readonly type: 'NotYourRating' }
  /** The business has already rated this client for this stay. */
  | { readonly type: 'AlreadyRated' }
  | { readonly type: 'RatingGone'; readonly why: 'withdrawn' | 'removed' }
  | { readonly type: 'RatingTooOld'; readonly until: Instant }
  | { readonly type: 'RatingStarsInvalid' }
  | { readonly type: 'RatingScoreInvalid'; readonly score: DetailScore }
  | { readonly type: 'RatingCommentTooLong'; readonly max: number }
  | { readonly type: 'StayDateNotAllowed'; readonly latest: Day }

/** Fields that may differ in a repeated submission. */
const ignoredOnRepeat = { held: null, at: null }

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

type Decision = DecisionOf<RatingEvent, RatingRejection>

const decide = (command: RatingCommand, state: RatingState): Decision => {
  if (command.type === 'RateClient') return rateClient(command, state)
  if (state.status === 'none') return reject({ type: 'RatingNotFound' })

  if (command.type === 'RemoveRating') return removeRating(command, state)

  const { ratingId, businessId, clientId } = state.rated
  const ids = { ratingId, businessId, clientId }
  const { at } = command
  if (command.businessId !== businessId) return reject({ type: 'NotYourRating' })
  if (command.type === 'WithdrawRating' && state.status === 'withdrawn') return nothing
  if (state.status !== 'standing') return reject({ type: 'RatingGone', why: state.status })
  if (!isAmendable(state.rated.at, command.windowDays, at))
    return reject({ type: 'RatingTooOld', until: amendableUntil(state.rated.at, command.windowDays) })
  if (command.type === 'WithdrawRating') return accept({ type: 'RatingWithdrawn', data: { ...ids, at } })

  const assessment = assessmentOf(command)
  const rejection = validateAssessment(assessment)
  if (rejection !== null) return reject(rejection)
  return sameContent(assessment, state.assessment)
    ? nothing
    : accept({ type: 'RatingAmended', data: { ...ids, ...assessment, at } })
}

const removeRating = (
  { by, clientAccountId, reasons, at }: OfType<RatingCommand, 'RemoveRating'>,
  { status, rated }: Exclude<RatingState, { readonly status: 'none' }>,
): Decision => {
  const { ratingId, businessId, clientId } = rated
  if (by === businessId || by === clientAccountId) return reject({ type: 'OwnMatter' })
  if (status === 'removed') return nothing
  if (status === 'withdrawn') return reject({ type: 'RatingGone', why: status })
  return E.map((statement: StatementOfReasons): readonly RatingEvent[] => [
    { type: 'RatingRemoved', data: { ratingId, businessId, clientId, by, ...statement, at } },
  ])(createStatement(reasons, 'against', 'none', at))
}

const rateClient = (command: OfType<RatingCommand, 'RateClient'>, state: RatingState): Decision => {
  const rated = ratedData(command)
  if (state.status === 'withdrawn' || state.status === 'removed')
    return reject({ type: 'RatingGone', why: state.status })
  if (state.status === 'standing')
    return sameContent({ ...rated, ...ignoredOnRepeat }, { ...state.rated, ...ignoredOnRepeat })
      ? nothing
      : reject({ type: 'AlreadyRated' })

  const rejection = validateAssessment(rated)
  if (rejection !== null) return reject(rejection)
  const latest = romeDay(rated.at)
  if (!Day.is(rated.stayDate) || rated.stayDate > latest) return reject({ type: 'StayDateNotAllowed', latest })
  return accept({ type: 'ClientRated', data: rated })
}

/** @rule C-18 one to five stars, detail scores out of ten */
const validateAssessment = (assessment: Assessment): RatingRejection | null => {
  if (!Stars.is(assessment.overall)) return { type: 'RatingStarsInvalid' }
  const score = detailScores.find((name) => !Score.is(assessment[name]))
  if (score !== undefined) return { type: 'RatingScoreInvalid', score }
  return exceeds(assessment.comment, maxCommentLength) ? { type: 'RatingCommentTooLong', max: maxCommentLength } : null
}

const assessmentOf = ({ overall, punctuality, kindness, payment, roomCondition, comment }: Assessment): Assessment => {
  const trimmed = trimToNull(comment)
  return { overall, punctuality, kindness, payment, roomCondition, comment: trimmed }
}

const ratedData = (data: Rated): Rated => {
  const { ratingId, businessId, clientId, stayType, stayDate, held, at } = data
  return { ratingId, businessId, clientId, ...assessmentOf(data), stayType, stayDate, held, at }
}

/**
 * Rating of a client by a business. The stream id combines business, client and stay date.
 * @rule Q-44 one rating per business, client and stay
 */
export const rating: Aggregate<RatingCommand, RatingEvent, RatingState, RatingRejection> = {
  category: 'rating',
  events: RatingEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
