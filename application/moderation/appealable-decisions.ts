import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { appeal, type AppealEvent, furtherAppellants } from '../../domain/moderation/appeal.ts'
import { isAboutRating } from '../../domain/moderation/vocabulary.ts'
import { dispute, type DisputeEvent, DisputeOverturned } from '../../domain/reviews/dispute.ts'
import { groundOfFlags } from '../../domain/reviews/review-flags.ts'
import { isActiveOrHeld } from '../../domain/reviews/review-state.ts'
import { streamOf } from '../command-handler.ts'
import type { UseCaseContext, Result } from '../use-case.ts'
import {
  type AppealedDecision,
  decisionNotFound,
  findDecision,
  lastVisibilityChange,
  loadReviewHistory,
  partiesOnSide,
  rejectAppeal,
  type ReviewHistory,
  reviewVersionAt,
} from './appealed-decision.ts'
import { loadContestDecision, loadContestRuling, loadRatingDecision } from './appealable-contest-decisions.ts'
import { reviewDecisionUnderAppeal } from './appealable-review-decisions.ts'

/** The decision, from the event streams. `decisionId` is the id of the deciding event. */
export const loadAppealedDecision = (context: UseCaseContext, decisionId: string): Result<AppealedDecision> =>
  pipe(
    context.lookups.moderation.decisionStream(decisionId),
    TE.flatMap((stream): Result<AppealedDecision> => {
      if (stream === null) return TE.left(decisionNotFound())
      switch (stream.kind) {
        case 'review':
          return loadReviewDecision(context, stream.id, decisionId)
        case 'dispute':
          return loadDisputeDecision(context, stream.id, decisionId)
        case 'contest':
          return loadContestDecision(context, stream.id, decisionId, (id) => loadAppealedDecision(context, id))
        case 'rating':
          return loadRatingDecision(context, stream.id, decisionId, (id) => loadAppealedDecision(context, id))
        case 'appeal':
          return loadRuling(context, stream.id, decisionId)
      }
    }),
  )

const loadReviewDecision = (context: UseCaseContext, reviewId: string, decisionId: string): Result<AppealedDecision> =>
  pipe(
    TE.Do,
    TE.bind('history', () => loadReviewHistory(context, reviewId)),
    TE.bind('decisionEvent', ({ history }) => findDecision(history.past, decisionId)),
    TE.flatMap(({ history, decisionEvent }) =>
      reviewDecisionUnderAppeal(context, history, decisionEvent, (id) => loadAppealedDecision(context, id)),
    ),
  )

const loadDisputeDecision = (context: UseCaseContext, reviewId: string, decisionId: string): Result<AppealedDecision> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'omitted')),
    TE.bind('decisionEvent', ({ past }) => findDecision(past, decisionId)),
    TE.bind('history', () => loadReviewHistory(context, reviewId)),
    TE.flatMap(({ past, decisionEvent, history }) => {
      const { event, meta } = decisionEvent
      if (event.type === DisputeOverturned.type && meta.causationId !== null)
        return loadAppealedDecision(context, meta.causationId)
      return event.type === 'DisputeRejected'
        ? TE.right(rejectedDisputeUnderAppeal(history, past, { ...decisionEvent, event }))
        : rejectAppeal(context, event.data.businessId)
    }),
  )

type RejectedDispute = EventEnvelope<Extract<DisputeEvent, { readonly type: 'DisputeRejected' }>>

const rejectedDisputeUnderAppeal = (
  history: ReviewHistory,
  past: readonly EventEnvelope<DisputeEvent>[],
  decisionEvent: RejectedDispute,
): AppealedDecision => {
  const { reviewId, authorId } = history.review.identity
  const { businessId, by, appealableUntil } = decisionEvent.event.data
  const state = fold(
    dispute,
    past.map(({ event }) => event),
  )
  const stillRejected = state.status !== 'NONE' && state.outcome === 'rejected'
  return {
    decision: {
      decisionId: decisionEvent.id,
      reviewId,
      reviewVersion: reviewVersionAt(history, decisionEvent),
      side: 'business',
      addressees: [businessId],
      level: 1,
      measure: 'VISIBLE',
      deciders: [by],
      appealableUntil,
      inForce: stillRejected && isActiveOrHeld(history.review),
    },
    parties: [...partiesOnSide('business', businessId), ...partiesOnSide('author', authorId)],
    flags: [],
    disputeId: reviewId,
    authorId,
    ground: state.status === 'NONE' ? 'OTHER' : state.opened.reason,
  }
}

const loadRuling = (context: UseCaseContext, appealedId: string, decisionId: string): Result<AppealedDecision> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(appeal.events, streamOf(appeal, appealedId), 'omitted')),
    TE.bind('ruling', ({ past }) => findAppealableRuling(context, past, decisionId)),
    TE.flatMap(({ past, ruling }) =>
      isAboutRating(ruling.event.data)
        ? loadContestRuling(context, past, ruling)
        : pipe(
            loadReviewHistory(context, ruling.event.data.reviewId),
            TE.map((history) => rulingUnderAppeal(history, past, ruling)),
          ),
    ),
  )

type AppealRuling = EventEnvelope<Extract<AppealEvent, { readonly type: 'AppealDecided' }>>

const findAppealableRuling = (
  context: UseCaseContext,
  past: readonly EventEnvelope<AppealEvent>[],
  decisionId: string,
): Result<AppealRuling> =>
  pipe(
    findDecision(past, decisionId),
    TE.flatMap((decisionEvent): Result<AppealRuling> => {
      const { event } = decisionEvent
      if (event.type !== 'AppealDecided') return TE.left(decisionNotFound())
      const { appellants, others, appealableUntil } = event.data
      return appealableUntil === null
        ? rejectAppeal(context, ...appellants, ...others.map(({ accountId }) => accountId))
        : TE.right({ ...decisionEvent, event })
    }),
  )

/** An appeal overturned the review's visibility: the side that lost by it may appeal once more. */
const rulingUnderAppeal = (
  history: ReviewHistory,
  past: readonly EventEnvelope<AppealEvent>[],
  decisionEvent: AppealRuling,
): AppealedDecision => {
  const { data } = decisionEvent.event
  const { side, level, measure, reviewId, authorId, appellants, others, flags, disputeId, by, appealableUntil } = data
  const losers = furtherAppellants(data)
  const before = past.flatMap(({ event }) => (event.type === 'AppealLodged' ? event.data.deciders : []))
  const visible = measure === 'VISIBLE'
  const isLatestChange = lastVisibilityChange(history)?.meta.causationId === decisionEvent.id
  return {
    decision: {
      decisionId: decisionEvent.id,
      reviewId,
      reviewVersion: reviewVersionAt(history, decisionEvent),
      side: losers[0]?.side ?? 'author',
      addressees: losers.map(({ accountId }) => accountId),
      level: level + 1,
      measure,
      deciders: [...new Set([...before, by])],
      appealableUntil,
      inForce: visible === isActiveOrHeld(history.review) && (visible || isLatestChange),
    },
    parties: [...partiesOnSide(side, ...appellants), ...others],
    flags,
    disputeId,
    authorId,
    ground: visible
      ? groundOfFlags([...history.review.flags.values()].filter(({ flagId }) => flags.includes(flagId)))
      : data.ground,
  }
}
