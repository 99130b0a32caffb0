import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E, pipe } from '../kernel/fp.ts'
import { daysAfter, romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, nullable, oneOf, ScoreOutOfTen, Stars, Text } from '../kernel/primitives.ts'
import {
  addMissingStatementOfReasons,
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Reasons,
  type ReasonsRejection,
  type StatementOfReasons,
  statementOfReasonsFields,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import { amendableUntil, isAmendable, maxCommentLength } from './rules.ts'
import { type Criterion, criteria, type RemovalCause, removalCauses, stayTypes } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const ratingFields = {
  ratingId: clear(Id),
  /** Account of the rating business. */
  businessId: clear(Id),
  /** Client id (glossary), not the account id. */
  clientId: clear(Id),
}
/**
 * Stars and criteria, the same for every client.
 * @rule B-01 standard criteria
 * @rule Q-45 stars and four criteria
 */
const assessmentFields = {
  overall: clear(Stars),
  punctuality: clear(ScoreOutOfTen),
  kindness: clear(ScoreOutOfTen),
  payment: clear(ScoreOutOfTen),
  roomCondition: clear(ScoreOutOfTen),
  comment: pii('clientId', nullable(Text), null),
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
    /** The business had rated this client before; false in events of versions 1 and 2. */
    returning: clear(t.boolean),
    at: clear(Instant),
  },
  {
    version: 3,
    upcast: {
      1: (data) => ({ ...data, held: false }),
      2: (data) => ({ ...data, returning: false }),
    },
  },
)
/** What a change replaces, so that sums can be corrected; null in events from before it was recorded. */
const FormerRating = t.strict(
  {
    overall: Stars,
    punctuality: ScoreOutOfTen,
    kindness: ScoreOutOfTen,
    payment: ScoreOutOfTen,
    roomCondition: ScoreOutOfTen,
    returning: t.boolean,
    ratedAt: Instant,
  },
  'FormerRating',
)
const formerField = { former: clear(nullable(FormerRating)) }
const withoutFormer = (data: Readonly<Record<string, unknown>>) => ({ ...data, former: null })
export const RatingAmended = event(
  'RatingAmended',
  { ...ratingFields, ...assessmentFields, ...formerField, at: clear(Instant) },
  { version: 2, upcast: { 1: withoutFormer } },
)
/** The business withdrew its rating, or the client declared not to have been its guest. */
export const RatingWithdrawn = event(
  'RatingWithdrawn',
  { ...ratingFields, ...formerField, at: clear(Instant) },
  { version: 2, upcast: { 1: withoutFormer } },
)
/** A moderator removed the rating; the statement of reasons addresses the business. */
export const RatingRemoved = event(
  'RatingRemoved',
  {
    ...ratingFields,
    by: clear(Id),
    /** `contest`: struck; `appeal`: struck on appeal. */
    cause: clear(oneOf(removalCauses)),
    ...statementOfReasonsFields('businessId'),
    ...formerField,
    at: clear(Instant),
  },
  {
    version: 4,
    upcast: {
      1: addMissingStatementOfReasons('OTHER'),
      2: withoutFormer,
      3: (data) => ({ ...data, cause: 'moderator' }),
    },
  },
)
const Release = t.strict({ batch: Id, at: Instant }, 'Release')
/** The appeal of the business succeeded. Carries the whole rating, which read models have forgotten. @rule Q-136 */
export const RatingRestored = event('RatingRestored', {
  ...ratingFields,
  by: clear(Id),
  ...assessmentFields,
  stayType: clear(oneOf(stayTypes)),
  stayDate: clear(Day),
  returning: clear(t.boolean),
  ratedAt: clear(Instant),
  /** The batch with which the client first saw it; null if it was shown immediately. */
  release: clear(nullable(Release)),
  ...statementOfReasonsFields('businessId'),
  at: clear(Instant),
})

export const RatingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved, RatingRestored)
export type RatingEvent = EventIn<typeof RatingEvents>

// --- State ------------------------------------------------------------------------------------------

type Rated = DataOf<RatingEvent, 'ClientRated'>
type Assessment = Pick<Rated, 'overall' | Criterion | 'comment'>

interface ExistingRating {
  readonly status: 'given' | 'withdrawn' | 'removed'
  /** As first submitted; compared with a repeated submission, so personal fields must be decrypted. */
  readonly rated: Rated
  readonly assessment: Assessment
}

export type RatingState = { readonly status: 'none' } | ExistingRating

const evolve = (state: RatingState, event: RatingEvent): RatingState => {
  if (event.type === 'ClientRated')
    return { status: 'given', rated: ratedData(event.data), assessment: assessmentOf(event.data) }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'RatingAmended':
      return { ...state, assessment: assessmentOf(event.data) }
    case 'RatingWithdrawn':
      return { ...state, status: 'withdrawn' }
    case 'RatingRemoved':
      return { ...state, status: 'removed' }
    case 'RatingRestored':
      return { ...state, status: 'given' }
  }
}

// --- Commands and rejections ------------------------------------------------------------------------

interface RatingChange {
  readonly businessId: string
  /** Days after the rating during which it may be amended or withdrawn. */
  readonly windowDays: number
  readonly at: Instant
}

type RateClient = {
  readonly type: 'RateClient'
  /** How many days ago the stay may have been. */
  readonly stayMaxDays: number
  /** When the client last contested a rating of the business that was not kept; null if never. */
  readonly contestedAt: Instant | null
} & Rated

type AmendRating = {
  readonly type: 'AmendRating'
  /** Whether the client has contested the rating. */
  readonly contested: boolean
} & RatingChange &
  Assessment

interface WithdrawRating extends RatingChange {
  readonly type: 'WithdrawRating'
}

/** The client declared not to have been a guest of the business. */
interface DisownRating {
  readonly type: 'DisownRating'
  readonly at: Instant
}

/** By a moderator. */
interface RemoveRating {
  readonly type: 'RemoveRating'
  readonly by: string
  /** Account of the rated client. */
  readonly clientAccountId: string
  readonly cause: Exclude<RemovalCause, 'appeal'>
  readonly reasons: Reasons
  readonly at: Instant
}

/** Applies the decision on an appeal about a contested rating. */
export interface ApplyRuling {
  readonly type: 'ApplyRuling'
  readonly by: string
  readonly to: 'given' | 'removed'
  /** How the client first saw it. */
  readonly release: { readonly batch: string; readonly at: Instant } | null
  readonly statementOfReasons: StatementOfReasons
  readonly at: Instant
}

export type RatingCommand = RateClient | AmendRating | WithdrawRating | DisownRating | RemoveRating | ApplyRuling

export type RatingRejection =
  | ConflictOfInterest
  | ReasonsRejection
  /** No rating has this id. */
  | { readonly type: 'RatingNotFound' }
  /** The rating belongs to another business; the response does not disclose it. */
  | { readonly type: 'NotYourRating' }
  /** The business has already rated this client for this stay. */
  | { readonly type: 'AlreadyRated' }
  /** The rating was withdrawn or removed. */
  | { readonly type: 'RatingGone'; readonly why: 'withdrawn' | 'removed' }
  /** The client has contested the rating; the business may only withdraw it. */
  | { readonly type: 'RatingUnderContest' }
  /** The window for changing the rating has closed. */
  | { readonly type: 'RatingTooOld'; readonly until: Instant }
  /** The overall stars of a rating are not a whole number within the limits. */
  | { readonly type: 'RatingStarsInvalid' }
  /** A criterion is not rated with a whole number within the limits. */
  | { readonly type: 'RatingScoreInvalid'; readonly score: Criterion }
  /** The comment of a rating exceeds the limit. */
  | { readonly type: 'RatingCommentTooLong'; readonly max: number }
  /** The date of the stay is malformed or after today. */
  | { readonly type: 'StayDateNotAllowed'; readonly latest: Day }
  /** The stay is too long ago to be rated. */
  | { readonly type: 'StayTooLongAgo'; readonly earliest: Day }
  /** The client contested a rating of the business after this stay. */
  | { readonly type: 'StayBeforeContest'; readonly earliest: Day }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<RatingEvent, RatingRejection>

const decide = (command: RatingCommand, rating: RatingState): Decision => {
  if (command.type === 'RateClient') return rateClient(command, rating)
  if (rating.status === 'none') return reject({ type: 'RatingNotFound' })
  switch (command.type) {
    case 'AmendRating':
      return amendRating(command, rating)
    case 'WithdrawRating':
      return withdrawRating(command, rating)
    case 'DisownRating':
      return rating.status === 'given' ? accept(withdrawn(rating, command.at)) : nothing
    case 'RemoveRating':
      return removeRating(command, rating)
    case 'ApplyRuling':
      return applyRuling(command, rating)
  }
}

/**
 * Records the rating. Repeating it with the same content changes nothing.
 * @rule Q-121 of a stay that is not long ago
 * @rule D-38 after a contested rating, of a later stay
 */
const rateClient = (command: RateClient, state: RatingState): Decision => {
  const rated = ratedData(command)
  if (state.status === 'withdrawn' || state.status === 'removed')
    return reject({ type: 'RatingGone', why: state.status })
  if (state.status === 'given') return isRepeated(rated, state.rated) ? nothing : reject({ type: 'AlreadyRated' })

  const rejection = validateAssessment(rated)
  if (rejection !== null) return reject(rejection)
  const wrongDate = stayDateRejection(command)
  if (wrongDate !== null) return reject(wrongDate)
  const contestedOn = command.contestedAt && romeDay(command.contestedAt)
  if (contestedOn !== null && rated.stayDate <= contestedOn)
    return reject({ type: 'StayBeforeContest', earliest: daysAfter(contestedOn, 1) })
  return accept({ type: 'ClientRated', data: rated })
}

/** Why a stay of this date cannot be rated; null if it can. @rule Q-121 of a stay that is not long ago */
export const stayDateRejection = ({
  stayDate,
  stayMaxDays,
  at,
}: Pick<RateClient, 'stayDate' | 'stayMaxDays' | 'at'>): RatingRejection | null => {
  const latest = romeDay(at)
  if (!Day.is(stayDate) || stayDate > latest) return { type: 'StayDateNotAllowed', latest }
  const earliest = daysAfter(latest, -stayMaxDays)
  return stayDate < earliest ? { type: 'StayTooLongAgo', earliest } : null
}

/** A retried request may differ in its time, in whether ratings are held at that time, and in the ratings before it. */
const isRepeated = (rated: Rated, earlier: Rated): boolean =>
  sameContent(
    { ...rated, held: null, returning: null, at: null },
    { ...earlier, held: null, returning: null, at: null },
  )

/** @rule D-38 a contested rating stays as it is judged */
const amendRating = (command: AmendRating, rating: ExistingRating): Decision => {
  const rejection = changeRejection(command, rating)
  if (rejection !== null) return reject(rejection)
  if (command.contested) return reject({ type: 'RatingUnderContest' })
  const assessment = assessmentOf(command)
  const invalid = validateAssessment(assessment)
  if (invalid !== null) return reject(invalid)
  const { ratingId, businessId, clientId } = rating.rated
  return sameContent(assessment, rating.assessment)
    ? nothing
    : accept({
        type: 'RatingAmended',
        data: { ratingId, businessId, clientId, ...assessment, former: formerOf(rating), at: command.at },
      })
}

const withdrawRating = (command: WithdrawRating, rating: ExistingRating): Decision => {
  if (command.businessId === rating.rated.businessId && rating.status === 'withdrawn') return nothing
  const rejection = changeRejection(command, rating)
  return rejection === null ? accept(withdrawn(rating, command.at)) : reject(rejection)
}

const withdrawn = (rating: ExistingRating, at: Instant): RatingEvent => {
  const { ratingId, businessId, clientId } = rating.rated
  return { type: 'RatingWithdrawn', data: { ratingId, businessId, clientId, former: formerOf(rating), at } }
}

/** Why the business may not change the rating; null if it may. */
const changeRejection = (
  { businessId, windowDays, at }: RatingChange,
  { status, rated }: ExistingRating,
): RatingRejection | null => {
  if (businessId !== rated.businessId) return { type: 'NotYourRating' }
  if (status !== 'given') return { type: 'RatingGone', why: status }
  return isAmendable(rated.at, windowDays, at)
    ? null
    : { type: 'RatingTooOld', until: amendableUntil(rated.at, windowDays) }
}

/** Removes the rating on behalf of a moderator who is not party to it. */
const removeRating = (command: RemoveRating, rating: ExistingRating): Decision => {
  const { by, clientAccountId, cause, reasons, at } = command
  const { status, rated } = rating
  const { ratingId, businessId, clientId } = rated
  if (by === businessId || by === clientAccountId) return reject(conflictOfInterest)
  if (status === 'removed') return nothing
  if (status === 'withdrawn') return reject({ type: 'RatingGone', why: status })
  return pipe(
    createStatementOfReasons(reasons, 'adverse', 'none', at),
    E.flatMap((statement): Decision =>
      accept({
        type: 'RatingRemoved',
        data: { ratingId, businessId, clientId, by, cause, ...statement, former: formerOf(rating), at },
      }),
    ),
  )
}

/** Removes the rating or restores it as it was; a withdrawn one stays withdrawn. */
const applyRuling = (command: ApplyRuling, rating: ExistingRating): Decision => {
  const { by, to, release, statementOfReasons, at } = command
  const { status, rated, assessment } = rating
  if (status === 'withdrawn' || status === to) return nothing
  const { ratingId, businessId, clientId, stayType, stayDate, returning, at: ratedAt } = rated
  const ruling = { ratingId, businessId, clientId, by, ...statementOfReasons, at }
  if (to === 'removed')
    return accept({ type: 'RatingRemoved', data: { ...ruling, cause: 'appeal', former: formerOf(rating) } })
  const restored = { ...assessment, stayType, stayDate, returning, ratedAt, release }
  return accept({ type: 'RatingRestored', data: { ...ruling, ...restored } })
}

const formerOf = ({ rated: { returning, at: ratedAt }, assessment }: ExistingRating) => {
  const { overall, punctuality, kindness, payment, roomCondition } = assessment
  return { overall, punctuality, kindness, payment, roomCondition, returning, ratedAt }
}

/** @rule C-18 one to five stars, criteria out of ten */
const validateAssessment = (assessment: Assessment): RatingRejection | null => {
  if (!Stars.is(assessment.overall)) return { type: 'RatingStarsInvalid' }
  const invalid = criteria.find((criterion) => !ScoreOutOfTen.is(assessment[criterion]))
  if (invalid !== undefined) return { type: 'RatingScoreInvalid', score: invalid }
  return exceeds(assessment.comment, maxCommentLength) ? { type: 'RatingCommentTooLong', max: maxCommentLength } : null
}

const assessmentOf = ({ overall, punctuality, kindness, payment, roomCondition, comment }: Assessment): Assessment => {
  const trimmed = trimToNull(comment)
  return { overall, punctuality, kindness, payment, roomCondition, comment: trimmed }
}

const ratedData = (data: Rated): Rated => {
  const { ratingId, businessId, clientId, stayType, stayDate, held, returning, at } = data
  return { ratingId, businessId, clientId, ...assessmentOf(data), stayType, stayDate, held, returning, at }
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
