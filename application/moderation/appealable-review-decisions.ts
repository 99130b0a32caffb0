import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { appeal } from '../../domain/moderation/appeal.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import { groundOfFlags } from '../../domain/reviews/review-flags.ts'
import {
  FlagDismissed,
  FlagClosed,
  ReviewHidden,
  ReviewRemoved,
  FlagUpheld,
  ReviewHeld,
  ReviewRestored,
  FlagOverturned,
  isActiveOrHeld,
  type ReviewEvent,
} from '../../domain/reviews/review-state.ts'
import { streamOf } from '../command-handler.ts'
import type { UseCaseContext, Result } from '../use-case.ts'
import {
  type AppealedDecision,
  lastVisibilityChange,
  partiesOnSide,
  rejectAppeal,
  type ReviewHistory,
  reviewVersionAt,
} from './appealed-decision.ts'

/** Events of a review that are decisions, or follow from one. */
const decisionTypes = [
  'FlagDismissed',
  FlagClosed.type,
  'FlagUpheld',
  FlagOverturned.type,
  'ReviewHeld',
  'ReviewHidden',
  'ReviewRemoved',
  'ReviewRestored',
] as const
type DecisionEvent = Extract<ReviewEvent, { readonly type: (typeof decisionTypes)[number] }>
const isDecision = (event: ReviewEvent): event is DecisionEvent => decisionTypes.some((type) => type === event.type)

type ReviewDecision<T extends ReviewEvent['type']> = EventEnvelope<Extract<ReviewEvent, { readonly type: T }>>
/** Dismisses or closes a flag, so the review stays. */
type NoActionDecision = ReviewDecision<'FlagDismissed' | typeof FlagClosed.type>
/** Hides or removes the review. */
type RestrictingDecision = ReviewDecision<'ReviewHidden' | 'ReviewRemoved'>

/** A decision on a review or a flag. An event that follows from an appeal's ruling resolves to that ruling. */
export const reviewDecisionUnderAppeal = (
  context: UseCaseContext,
  history: ReviewHistory,
  decisionEvent: EventEnvelope<ReviewEvent>,
  loadRuling: (rulingId: string) => Result<AppealedDecision>,
): Result<AppealedDecision> => {
  const { event, meta } = decisionEvent
  if (!isDecision(event)) return rejectAppeal(context)
  switch (event.type) {
    case FlagDismissed.type:
    case FlagClosed.type:
      return noActionUnderAppeal(context, history, { ...decisionEvent, event })
    case ReviewHidden.type:
    case ReviewRemoved.type:
      return event.data.cause === 'appeal' && meta.causationId !== null
        ? loadRuling(meta.causationId)
        : restrictionUnderAppeal(context, history, { ...decisionEvent, event })
    case FlagOverturned.type:
      return meta.causationId === null ? rejectAppeal(context, event.data.reporterId) : loadRuling(meta.causationId)
    case FlagUpheld.type:
      return rejectAppeal(context, event.data.reporterId)
    case ReviewHeld.type:
    case ReviewRestored.type:
      return rejectAppeal(context, event.data.authorId)
  }
}

const isNoActionDecision = (recorded: EventEnvelope<ReviewEvent>): recorded is NoActionDecision =>
  recorded.event.type === 'FlagDismissed' || recorded.event.type === FlagClosed.type

/** Appeals by reporters of the same case are decided together; the first decision in the group identifies the appeal. */
const noActionUnderAppeal = (
  context: UseCaseContext,
  history: ReviewHistory,
  decisionEvent: NoActionDecision,
): Result<AppealedDecision> => {
  const { reviewId, authorId } = history.review.identity
  const sameCase = history.past
    .filter(isNoActionDecision)
    .filter(({ event }) => event.data.caseNumber === decisionEvent.event.data.caseNumber)
  return pipe(
    decisionsAppealedTogether(context, sameCase, decisionEvent),
    TE.map((group): AppealedDecision => {
      const first = group[0] ?? decisionEvent
      const reporters = group.map(({ event }) => event.data.reporterId)
      const flags = group.map(({ event }) => event.data.flagId)
      return {
        decision: {
          decisionId: first.id,
          reviewId,
          reviewVersion: reviewVersionAt(history, first),
          side: 'reporter',
          addressees: reporters,
          level: 1,
          measure: 'VISIBLE',
          deciders: [...new Set(group.map(({ event }) => event.data.by))],
          appealableUntil: decisionEvent.event.data.appealableUntil,
          inForce: isActiveOrHeld(history.review),
        },
        parties: [...partiesOnSide('reporter', ...reporters), ...partiesOnSide('author', authorId)],
        flags,
        disputeId: null,
        authorId,
        ground: groundOfFlags([...history.review.flags.values()].filter(({ flagId }) => flags.includes(flagId))),
      }
    }),
  )
}

/** The decisions of a case that share an appeal. Decisions taken after an appeal closed belong to the next one. */
const decisionsAppealedTogether = (
  context: UseCaseContext,
  sameCase: readonly NoActionDecision[],
  decisionEvent: NoActionDecision,
): Result<readonly NoActionDecision[]> => {
  const [first] = sameCase
  if (first === undefined) return TE.right([])
  return pipe(
    context.load(appeal, first.id),
    TE.flatMap(({ state }) => {
      const closedAt = state.status === 'NONE' ? null : state.closedAt
      if (closedAt === null) return TE.right(sameCase)
      const isEarlier = (decision: NoActionDecision) => decision.event.data.at <= closedAt
      const later = sameCase.filter((decision) => !isEarlier(decision))
      return isEarlier(decisionEvent)
        ? TE.right(sameCase.filter(isEarlier))
        : decisionsAppealedTogether(context, later, decisionEvent)
    }),
  )
}

const restrictionUnderAppeal = (
  context: UseCaseContext,
  history: ReviewHistory,
  decisionEvent: RestrictingDecision,
): Result<AppealedDecision> => {
  const { reviewId, authorId } = history.review.identity
  const { data, type } = decisionEvent.event
  const upheld = history.past.flatMap(({ event, meta }) =>
    event.type === 'FlagUpheld' && meta.correlationId === decisionEvent.meta.correlationId ? [event.data] : [],
  )
  return pipe(
    data.cause === 'dispute' ? findUpheldDispute(context, reviewId) : TE.right(null),
    TE.map((disputed): AppealedDecision => {
      const deciders = [data.by, disputed?.by, ...upheld.map(({ by }) => by)]
      const reporters = upheld.map(({ reporterId }) => reporterId)
      const opponents = disputed
        ? partiesOnSide('business', disputed.businessId)
        : partiesOnSide('reporter', ...reporters)
      return {
        decision: {
          decisionId: decisionEvent.id,
          reviewId,
          reviewVersion: reviewVersionAt(history, decisionEvent),
          side: 'author',
          addressees: [authorId],
          level: 1,
          measure: type === 'ReviewHidden' ? 'HIDDEN' : 'REMOVED',
          deciders: [...new Set(deciders.filter((by) => typeof by === 'string'))],
          appealableUntil: data.appealableUntil,
          inForce: lastVisibilityChange(history)?.id === decisionEvent.id,
        },
        parties: [...partiesOnSide('author', authorId), ...opponents],
        flags: upheld.map(({ flagId }) => flagId),
        disputeId: disputed && reviewId,
        authorId,
        ground: data.ground,
      }
    }),
  )
}

const findUpheldDispute = (context: UseCaseContext, reviewId: string) =>
  pipe(
    context.history.read(dispute.events, streamOf(dispute, reviewId), 'omitted'),
    TE.map((past) => past.flatMap(({ event }) => (event.type === 'DisputeUpheld' ? [event.data] : [])).at(-1) ?? null),
  )
