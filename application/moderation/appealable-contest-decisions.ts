import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type DataOf } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { type AppealEvent, furtherAppellants } from '../../domain/moderation/appeal.ts'
import { type ExistingContest, ratingContest, type RatingContestEvent } from '../../domain/ratings/rating-contest.ts'
import { guestContact, guestContactId } from '../../domain/ratings/guest-contact.ts'
import { rating, type RatingEvent } from '../../domain/ratings/rating.ts'
import { streamOf } from '../command-handler.ts'
import type { Result, UseCaseContext } from '../use-case.ts'
import {
  type AppealedDecision,
  decisionNotFound,
  findDecision,
  partiesOnSide,
  rejectAppeal,
} from './appealed-decision.ts'

/** A contested rating and its events, oldest first. */
interface ContestHistory {
  readonly contest: ExistingContest
  readonly pastContest: readonly EventEnvelope<RatingContestEvent>[]
  readonly pastRating: readonly EventEnvelope<RatingEvent>[]
  /** The client declared not to have been at the venue. */
  readonly denied: boolean
}

const loadContestHistory = ({ history, load }: UseCaseContext, ratingId: string): Result<ContestHistory> =>
  pipe(
    TE.Do,
    TE.bind('pastContest', () => history.read(ratingContest.events, streamOf(ratingContest, ratingId), 'omitted')),
    TE.bind('pastRating', () => history.read(rating.events, streamOf(rating, ratingId), 'omitted')),
    TE.flatMap(({ pastContest, pastRating }): Result<Omit<ContestHistory, 'denied'>> => {
      const contest = fold(
        ratingContest,
        pastContest.map(({ event }) => event),
      )
      return contest.status === 'NONE' ? TE.left(decisionNotFound()) : TE.right({ contest, pastContest, pastRating })
    }),
    TE.bind('denied', ({ pastRating }) => isContactDenied({ load }, pastRating)),
  )

const isContactDenied = (
  { load }: Pick<UseCaseContext, 'load'>,
  pastRating: readonly EventEnvelope<RatingEvent>[],
): Result<boolean> => {
  const rated = pastRating[0]?.event.data
  return rated === undefined
    ? TE.right(false)
    : pipe(
        load(guestContact, guestContactId(rated.businessId, rated.clientId)),
        TE.map(({ state: { status } }) => status === 'denied'),
      )
}

/** Loads the decision that a ruling on an earlier appeal took. */
type LoadRuling = (rulingId: string) => Result<AppealedDecision>

/** The guest may appeal against a kept rating. @rule Q-136 */
export const loadContestDecision = (
  context: UseCaseContext,
  ratingId: string,
  decisionId: string,
  loadRuling: LoadRuling,
): Result<AppealedDecision> =>
  pipe(
    loadContestHistory(context, ratingId),
    TE.bindTo('history'),
    TE.bind('decisionEvent', ({ history }) => findDecision(history.pastContest, decisionId)),
    TE.flatMap(({ history, decisionEvent }) => {
      const { event } = decisionEvent
      switch (event.type) {
        case 'RatingKept':
          return TE.right(ratingDecisionUnderAppeal(history, decisionEvent, event.data))
        case 'ContestOverturned':
          return loadRuling(event.data.rulingId)
        case 'RatingStruck':
          return rejectAppeal(context, event.data.clientAccountId)
        case 'RatingContested':
        case 'ContestAnswered':
        case 'ContestVoided':
          return TE.left(decisionNotFound())
      }
    }),
  )

/** The venue may appeal against the removal of a struck rating. @rule Q-136 */
export const loadRatingDecision = (
  context: UseCaseContext,
  ratingId: string,
  decisionId: string,
  loadRuling: LoadRuling,
): Result<AppealedDecision> =>
  pipe(
    context.history.read(rating.events, streamOf(rating, ratingId), 'omitted'),
    TE.flatMap((past) => findDecision(past, decisionId)),
    TE.flatMap((decisionEvent) => {
      const { event, meta } = decisionEvent
      if (event.type !== 'RatingRemoved' && event.type !== 'RatingRestored') return TE.left(decisionNotFound())
      const isRuling = event.type === 'RatingRestored' || event.data.cause === 'appeal'
      if (isRuling && meta.causationId !== null) return loadRuling(meta.causationId)
      if (isRuling || event.data.cause !== 'contest') return rejectAppeal(context, event.data.businessId)
      return pipe(
        loadContestHistory(context, ratingId),
        TE.map((history) => ratingDecisionUnderAppeal(history, decisionEvent, event.data)),
      )
    }),
  )

type RatingDecision = Pick<DataOf<RatingContestEvent, 'RatingKept'>, 'by' | 'appealableUntil'>

/** The decision of a moderator on the contest: the guest loses if the rating was kept, else the venue. */
const ratingDecisionUnderAppeal = (
  history: ContestHistory,
  decisionEvent: EventEnvelope<RatingContestEvent | RatingEvent>,
  { by, appealableUntil }: RatingDecision,
): AppealedDecision => {
  const { ratingId, businessId, clientAccountId, reason } = history.contest.opened
  const isKept = decisionEvent.event.type === 'RatingKept'
  return {
    decision: {
      decisionId: decisionEvent.id,
      reviewId: ratingId,
      reviewVersion: ratingVersionAt(history, decisionEvent),
      side: isKept ? 'guest' : 'venue',
      addressees: [isKept ? clientAccountId : businessId],
      level: 1,
      measure: isKept ? 'VISIBLE' : 'REMOVED',
      deciders: [by],
      appealableUntil,
      inForce: isInForce(history, isKept) && history.contest.appliedRulings.length === 0,
    },
    ...consequencesFor(history.contest),
    ground: reason,
  }
}

type Ruling = EventEnvelope<Extract<AppealEvent, { readonly type: 'AppealDecided' }>>

/** An appeal overturned the decision on the contest: the side that lost by it may appeal once more. */
export const loadContestRuling = (
  context: UseCaseContext,
  past: readonly EventEnvelope<AppealEvent>[],
  ruling: Ruling,
): Result<AppealedDecision> => {
  const { data } = ruling.event
  const losers = furtherAppellants(data)
  const before = past.flatMap(({ event }) => (event.type === 'AppealLodged' ? event.data.deciders : []))
  const isKept = data.measure === 'VISIBLE'
  return pipe(
    loadContestHistory(context, data.reviewId),
    TE.map((history) => ({
      decision: {
        decisionId: ruling.id,
        reviewId: data.reviewId,
        reviewVersion: ratingVersionAt(history, ruling),
        side: isKept ? 'guest' : 'venue',
        addressees: losers.map(({ accountId }) => accountId),
        level: data.level + 1,
        measure: data.measure,
        deciders: [...new Set([...before, data.by])],
        appealableUntil: data.appealableUntil,
        inForce: isInForce(history, isKept) && history.contest.appliedRulings.at(-1) === ruling.id,
      },
      ...consequencesFor(history.contest),
      ground: history.contest.opened.reason,
    })),
  )
}

const consequencesFor = ({ opened: { businessId, clientAccountId } }: ExistingContest) => ({
  parties: [...partiesOnSide('venue', businessId), ...partiesOnSide('guest', clientAccountId)],
  flags: [],
  disputeId: null,
  authorId: businessId,
})

/** @rule Q-122 no rating comes back after the client's declaration */
const isInForce = ({ contest, pastRating, denied }: ContestHistory, isKept: boolean): boolean => {
  const { status } = fold(
    rating,
    pastRating.map(({ event }) => event),
  )
  return isKept
    ? contest.status === 'KEPT' && status === 'given'
    : contest.status === 'STRUCK' && status === 'removed' && !denied
}

const ratingVersionAt = ({ pastRating }: ContestHistory, { position }: EventEnvelope): number =>
  pastRating.filter((recorded) => recorded.position <= position).length
