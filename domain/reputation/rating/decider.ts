import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import { Day, Score, Stars, type Instant } from '../../kernel/primitives.ts'
import { stated, type Reasons, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { OwnMatter } from '../own-matter.ts'
import { romeDay } from '../../kernel/rome.ts'
import type { Statement } from '../../kernel/statement.ts'
import { isBefore, plusDays } from '../../kernel/time.ts'
import { longerThan, tidy } from '../text.ts'
import { RatingEvents, type RatingEvent } from './events.ts'

type DataOf<T extends RatingEvent['type']> = Extract<RatingEvent, { readonly type: T }>['data']
type Rated = DataOf<'ClientRated'>
type Opinion = Pick<Rated, 'overall' | (typeof scores)[number] | 'comment'>

interface SecondThought {
  readonly businessId: string
  /** How long after rating a business may change its mind. */
  readonly windowDays: number
  readonly at: Instant
}

export type RatingCommand =
  | ({ readonly type: 'RateClient' } & Rated)
  | ({ readonly type: 'AmendRating' } & SecondThought & Opinion)
  | ({ readonly type: 'WithdrawRating' } & SecondThought)
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
      readonly opinion: Opinion
    }

export type RatingRejection =
  | OwnMatter
  | ReasonsRejection
  | { readonly type: 'RatingNotFound' }
  | { readonly type: 'NotYourRating' }
  /** This business has rated this client for this stay. */
  | { readonly type: 'AlreadyRated' }
  | { readonly type: 'RatingGone'; readonly why: 'withdrawn' | 'removed' }
  | { readonly type: 'RatingTooOld'; readonly until: Instant }
  | { readonly type: 'RatingStarsInvalid' }
  | { readonly type: 'RatingScoreInvalid'; readonly score: (typeof scores)[number] }
  | { readonly type: 'RatingCommentTooLong'; readonly most: number }
  | { readonly type: 'StayDateNotAllowed'; readonly latest: Day }

const scores = ['punctuality', 'kindness', 'payment', 'roomCondition'] as const
const longestComment = 500
/** What a rating sent again need not repeat: the moment, and how ratings were released then. */
const passing = { held: null, at: null }

const accept = (...events: readonly RatingEvent[]) => E.right(events)
const reject = (rejection: RatingRejection) => E.left(rejection)

const evolve = (state: RatingState, event: RatingEvent): RatingState => {
  if (event.type === 'ClientRated')
    return { status: 'standing', rated: ratedOf(event.data), opinion: opinionOf(event.data) }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'RatingAmended':
      return { ...state, opinion: opinionOf(event.data) }
    case 'RatingWithdrawn':
      return { ...state, status: 'withdrawn' }
    case 'RatingRemoved':
      return { ...state, status: 'removed' }
  }
}

const decide = (command: RatingCommand, state: RatingState): E.Either<RatingRejection, readonly RatingEvent[]> => {
  if (command.type === 'RateClient') return rate(command, state)
  if (state.status === 'none') return reject({ type: 'RatingNotFound' })

  if (command.type === 'RemoveRating') return remove(command, state)

  const { ratingId, businessId, clientId } = state.rated
  const whose = { ratingId, businessId, clientId }
  const { at } = command
  if (command.businessId !== businessId) return reject({ type: 'NotYourRating' })
  if (command.type === 'WithdrawRating' && state.status === 'withdrawn') return accept()
  if (state.status !== 'standing') return reject({ type: 'RatingGone', why: state.status })
  const until = plusDays(state.rated.at, command.windowDays)
  if (!isBefore(at, until)) return reject({ type: 'RatingTooOld', until })
  if (command.type === 'WithdrawRating') return accept({ type: 'RatingWithdrawn', data: { ...whose, at } })

  const opinion = opinionOf(command)
  const flaw = flawOf(opinion)
  if (flaw !== null) return reject(flaw)
  return same(opinion, state.opinion) ? accept() : accept({ type: 'RatingAmended', data: { ...whose, ...opinion, at } })
}

const remove = (
  { by, clientAccountId, reasons, at }: Extract<RatingCommand, { readonly type: 'RemoveRating' }>,
  { status, rated }: Exclude<RatingState, { readonly status: 'none' }>,
): E.Either<RatingRejection, readonly RatingEvent[]> => {
  const { ratingId, businessId, clientId } = rated
  if (by === businessId || by === clientAccountId) return reject({ type: 'OwnMatter' })
  if (status === 'removed') return accept()
  if (status === 'withdrawn') return reject({ type: 'RatingGone', why: status })
  return E.map((statement: Statement): readonly RatingEvent[] => [
    { type: 'RatingRemoved', data: { ratingId, businessId, clientId, by, ...statement, at } },
  ])(stated(reasons, 'against', 'none', at))
}

const rate = (command: Extract<RatingCommand, { readonly type: 'RateClient' }>, state: RatingState) => {
  const rated = ratedOf(command)
  if (state.status === 'withdrawn' || state.status === 'removed')
    return reject({ type: 'RatingGone', why: state.status })
  if (state.status === 'standing')
    return same({ ...rated, ...passing }, { ...state.rated, ...passing }) ? accept() : reject({ type: 'AlreadyRated' })

  const flaw = flawOf(rated)
  if (flaw !== null) return reject(flaw)
  const latest = romeDay(rated.at)
  if (!Day.is(rated.stayDate) || rated.stayDate > latest) return reject({ type: 'StayDateNotAllowed', latest })
  return accept({ type: 'ClientRated', data: rated })
}

/** C-18; the comment as in the dialog. */
const flawOf = (opinion: Opinion): RatingRejection | null => {
  if (!Stars.is(opinion.overall)) return { type: 'RatingStarsInvalid' }
  const score = scores.find((name) => !Score.is(opinion[name]))
  if (score !== undefined) return { type: 'RatingScoreInvalid', score }
  return longerThan(longestComment, opinion.comment) ? { type: 'RatingCommentTooLong', most: longestComment } : null
}

const opinionOf = ({ overall, punctuality, kindness, payment, roomCondition, comment }: Opinion): Opinion => {
  const tidied = tidy(comment)
  return { overall, punctuality, kindness, payment, roomCondition, comment: tidied }
}

const ratedOf = (data: Rated): Rated => {
  const { ratingId, businessId, clientId, stayType, stayDate, held, at } = data
  return { ratingId, businessId, clientId, ...opinionOf(data), stayType, stayDate, held, at }
}

/** Both sides come out of the same hand, their fields in the same order. */
const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A business rates a client once per stay: the stream's id is made of the three. */
export const rating: Aggregate<RatingCommand, RatingEvent, RatingState, RatingRejection> = {
  category: 'rating',
  events: RatingEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
