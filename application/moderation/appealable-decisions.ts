import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import { appeal, type AppealableDecision, type AppealEvent, furtherAppellants } from '../../domain/moderation/appeal.ts'
import type { AppealSide } from '../../domain/moderation/vocabulary.ts'
import { dispute, type DisputeEvent, DisputeReversed } from '../../domain/reviews/dispute.ts'
import {
  type ExistingReview,
  FlagReversed,
  isActiveOrHeld,
  type ReviewEvent,
} from '../../domain/reviews/review-state.ts'
import { mostFrequentReason } from '../../domain/reviews/review-flags.ts'
import { review } from '../../domain/reviews/review.ts'
import { streamOf } from '../handle.ts'
import { type CommandContext, refuse, type Result } from '../use-case.ts'

/** A decision about a review, with the parties, flags and dispute it affects. */
export interface AppealSubject {
  readonly decision: AppealableDecision
  readonly concerned: readonly { readonly accountId: string; readonly side: AppealSide }[]
  /** Flags whose outcome changes if the decision is reversed. */
  readonly flags: readonly string[]
  readonly disputeId: string | null
  readonly authorId: string
  /** The alleged violation. */
  readonly ground: Ground
}

/** A review and its events, oldest first. */
export interface ReviewHistory {
  readonly review: ExistingReview
  readonly past: readonly EventEnvelope<ReviewEvent>[]
}

const loadReviewHistory = (context: CommandContext, reviewId: string): Result<ReviewHistory> =>
  pipe(
    context.history.read(review.events, streamOf(review, reviewId), 'blank'),
    TE.flatMap((past): Result<ReviewHistory> => {
      const state = fold(
        review,
        past.map(({ event }) => event),
      )
      return state.status === 'NONE' ? TE.left(decisionNotFound()) : TE.right({ review: state, past })
    }),
  )

const decisionNotFound = () => refuse({ type: 'DecisionNotFound' })

/** The latest event that hid, removed or restored the review. */
const lastVisibilityChange = ({ past }: ReviewHistory): EventEnvelope<ReviewEvent> | undefined =>
  past.findLast(
    ({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved' || type === 'ReviewRestored',
  )

/** Version of the review's stream at the time of the decision. */
const reviewVersionAt = ({ past }: ReviewHistory, { position }: EventEnvelope): number =>
  past.filter((recorded) => recorded.position <= position).length

const partiesOnSide = (side: AppealSide, ...accountIds: readonly string[]) =>
  [...new Set(accountIds)].map((accountId) => ({ accountId, side }))

/** Refuses an appeal against a final decision. Accounts it is not addressed to get `DecisionNotFound`. */
const refuseAppeal = ({ person }: CommandContext, ...addressees: readonly string[]): Result<never> =>
  TE.left(addressees.includes(person.accountId) ? refuse({ type: 'DecisionFinal' }) : decisionNotFound())

/** Events of a review that are decisions, or follow from one. */
const decisionTypes = [
  'FlagDismissed',
  'FlagReviewed',
  'FlagUpheld',
  FlagReversed.type,
  'ReviewHeld',
  'ReviewHidden',
  'ReviewRemoved',
  'ReviewRestored',
] as const
type DecisionEvent = Extract<ReviewEvent, { readonly type: (typeof decisionTypes)[number] }>
const isDecision = (event: ReviewEvent): event is DecisionEvent => decisionTypes.some((type) => type === event.type)

type ReviewDecision<T extends ReviewEvent['type']> = EventEnvelope<Extract<ReviewEvent, { readonly type: T }>>
type NoActionDecision = ReviewDecision<'FlagDismissed' | 'FlagReviewed'>
type RestrictingDecision = ReviewDecision<'ReviewHidden' | 'ReviewRemoved'>

/** Resolves an event that follows from an appeal's decision to that decision. */
const subjectOfReviewDecision = (
  context: CommandContext,
  history: ReviewHistory,
  decided: EventEnvelope<ReviewEvent>,
  onAppeal: (rulingId: string) => Result<AppealSubject>,
): Result<AppealSubject> => {
  const { event, meta } = decided
  if (!isDecision(event)) return refuseAppeal(context)
  switch (event.type) {
    case 'FlagDismissed':
    case 'FlagReviewed':
      return subjectOfNoAction(context, history, { ...decided, event })
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return event.data.cause === 'appeal' && meta.causationId !== null
        ? onAppeal(meta.causationId)
        : subjectOfRestriction(context, history, { ...decided, event })
    case FlagReversed.type:
      return meta.causationId === null ? refuseAppeal(context, event.data.reporterId) : onAppeal(meta.causationId)
    case 'FlagUpheld':
      return refuseAppeal(context, event.data.reporterId)
    case 'ReviewHeld':
    case 'ReviewRestored':
      return refuseAppeal(context, event.data.authorId)
  }
}

const isNoActionDecision = (recorded: EventEnvelope<ReviewEvent>): recorded is NoActionDecision =>
  recorded.event.type === 'FlagDismissed' || recorded.event.type === 'FlagReviewed'

/** Reporters of the same case are heard together; the first decision in the group identifies the appeal. */
const subjectOfNoAction = (
  context: CommandContext,
  history: ReviewHistory,
  decided: NoActionDecision,
): Result<AppealSubject> => {
  const { reviewId, authorId } = history.review.identity
  const sameCase = history.past
    .filter(isNoActionDecision)
    .filter(({ event }) => event.data.caseNumber === decided.event.data.caseNumber)
  return pipe(
    decisionsHeardTogether(context, sameCase, decided),
    TE.map((group): AppealSubject => {
      const first = group[0] ?? decided
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
          appealableUntil: decided.event.data.appealableUntil,
          inForce: isActiveOrHeld(history.review),
        },
        concerned: [...partiesOnSide('reporter', ...reporters), ...partiesOnSide('author', authorId)],
        flags,
        disputeId: null,
        authorId,
        ground: mostFrequentReason(history.review.flags.filter(({ flagId }) => flags.includes(flagId))),
      }
    }),
  )
}

/** The decisions of a case that share an appeal. Decisions taken after an appeal closed belong to the next one. */
const decisionsHeardTogether = (
  context: CommandContext,
  sameCase: readonly NoActionDecision[],
  decided: NoActionDecision,
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
      return isEarlier(decided) ? TE.right(sameCase.filter(isEarlier)) : decisionsHeardTogether(context, later, decided)
    }),
  )
}

const subjectOfRestriction = (
  context: CommandContext,
  history: ReviewHistory,
  decided: RestrictingDecision,
): Result<AppealSubject> => {
  const { reviewId, authorId } = history.review.identity
  const { data, type } = decided.event
  const upheld = history.past.flatMap(({ event, meta }) =>
    event.type === 'FlagUpheld' && meta.correlationId === decided.meta.correlationId ? [event.data] : [],
  )
  return pipe(
    data.cause === 'dispute' ? findUpheldDispute(context, reviewId) : TE.right(null),
    TE.map((disputed): AppealSubject => {
      const deciders = [data.by, disputed?.by, ...upheld.map(({ by }) => by)]
      const reporters = upheld.map(({ reporterId }) => reporterId)
      const opponents = disputed
        ? partiesOnSide('business', disputed.businessId)
        : partiesOnSide('reporter', ...reporters)
      return {
        decision: {
          decisionId: decided.id,
          reviewId,
          reviewVersion: reviewVersionAt(history, decided),
          side: 'author',
          addressees: [authorId],
          level: 1,
          measure: type === 'ReviewHidden' ? 'HIDDEN' : 'REMOVED',
          deciders: [...new Set(deciders.filter((by) => typeof by === 'string'))],
          appealableUntil: data.appealableUntil,
          inForce: lastVisibilityChange(history)?.id === decided.id,
        },
        concerned: [...partiesOnSide('author', authorId), ...opponents],
        flags: upheld.map(({ flagId }) => flagId),
        disputeId: disputed && reviewId,
        authorId,
        ground: data.ground,
      }
    }),
  )
}

const findUpheldDispute = (context: CommandContext, reviewId: string) =>
  pipe(
    context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank'),
    TE.map((past) => past.flatMap(({ event }) => (event.type === 'DisputeUpheld' ? [event.data] : [])).at(-1) ?? null),
  )

/** The subject of a decision, from the event streams. `decisionId` is the id of the deciding event. */
export const loadAppealSubject = (context: CommandContext, decisionId: string): Result<AppealSubject> =>
  pipe(
    context.lookups.moderation.decisionStream(decisionId),
    TE.flatMap((stream): Result<AppealSubject> => {
      if (stream === null) return TE.left(decisionNotFound())
      switch (stream.kind) {
        case 'review':
          return subjectOfReview(context, stream.id, decisionId)
        case 'dispute':
          return subjectOfDispute(context, stream.id, decisionId)
        case 'appeal':
          return subjectOfAppeal(context, stream.id, decisionId)
      }
    }),
  )

const findDecision = <Ev extends EventEnvelope>(past: readonly Ev[], id: string): Result<Ev> =>
  TE.fromNullable(decisionNotFound())(past.find((recorded) => recorded.id === id))

const subjectOfReview = (context: CommandContext, reviewId: string, decisionId: string): Result<AppealSubject> =>
  pipe(
    TE.Do,
    TE.bind('history', () => loadReviewHistory(context, reviewId)),
    TE.bind('decided', ({ history }) => findDecision(history.past, decisionId)),
    TE.flatMap(({ history, decided }) =>
      subjectOfReviewDecision(context, history, decided, (id) => loadAppealSubject(context, id)),
    ),
  )

const subjectOfDispute = (context: CommandContext, reviewId: string, decisionId: string): Result<AppealSubject> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank')),
    TE.bind('decided', ({ past }) => findDecision(past, decisionId)),
    TE.bind('history', () => loadReviewHistory(context, reviewId)),
    TE.flatMap(({ past, decided, history }) => {
      const { event, meta } = decided
      if (event.type === DisputeReversed.type && meta.causationId !== null)
        return loadAppealSubject(context, meta.causationId)
      return event.type === 'DisputeRejected'
        ? TE.right(subjectOfRejectedDispute(history, past, { ...decided, event }))
        : refuseAppeal(context, event.data.businessId)
    }),
  )

type RejectedDispute = EventEnvelope<Extract<DisputeEvent, { readonly type: 'DisputeRejected' }>>

const subjectOfRejectedDispute = (
  history: ReviewHistory,
  past: readonly EventEnvelope<DisputeEvent>[],
  decided: RejectedDispute,
): AppealSubject => {
  const { reviewId, authorId } = history.review.identity
  const { businessId, by, appealableUntil } = decided.event.data
  const state = fold(
    dispute,
    past.map(({ event }) => event),
  )
  const stillRejected = state.status !== 'NONE' && state.outcome === 'rejected'
  return {
    decision: {
      decisionId: decided.id,
      reviewId,
      reviewVersion: reviewVersionAt(history, decided),
      side: 'business',
      addressees: [businessId],
      level: 1,
      measure: 'VISIBLE',
      deciders: [by],
      appealableUntil,
      inForce: stillRejected && isActiveOrHeld(history.review),
    },
    concerned: [...partiesOnSide('business', businessId), ...partiesOnSide('author', authorId)],
    flags: [],
    disputeId: reviewId,
    authorId,
    ground: state.status === 'NONE' ? 'OTHER' : state.opened.reason,
  }
}

const subjectOfAppeal = (context: CommandContext, appealedId: string, decisionId: string): Result<AppealSubject> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(appeal.events, streamOf(appeal, appealedId), 'blank')),
    TE.bind('decided', ({ past }) => findDecision(past, decisionId)),
    TE.flatMap(({ past, decided }): Result<AppealSubject> => {
      const { event } = decided
      if (event.type !== 'AppealDecided') return TE.left(decisionNotFound())
      const { appellants, others, reviewId } = event.data
      if (event.data.appealableUntil === null)
        return refuseAppeal(context, ...appellants, ...others.map(({ accountId }) => accountId))
      return pipe(
        loadReviewHistory(context, reviewId),
        TE.map((history) => subjectOfReversal(history, past, { ...decided, event })),
      )
    }),
  )

type AppealRuling = EventEnvelope<Extract<AppealEvent, { readonly type: 'AppealDecided' }>>

/** An appeal reversed the review's visibility: the side that lost by it may appeal once more. */
const subjectOfReversal = (
  history: ReviewHistory,
  past: readonly EventEnvelope<AppealEvent>[],
  decided: AppealRuling,
): AppealSubject => {
  const { data } = decided.event
  const { side, level, measure, reviewId, authorId, appellants, others, flags, disputeId, by, appealableUntil } = data
  const losers = furtherAppellants(data)
  const before = past.flatMap(({ event }) => (event.type === 'AppealLodged' ? event.data.deciders : []))
  const visible = measure === 'VISIBLE'
  const isLatestChange = lastVisibilityChange(history)?.meta.causationId === decided.id
  return {
    decision: {
      decisionId: decided.id,
      reviewId,
      reviewVersion: reviewVersionAt(history, decided),
      side: losers[0]?.side ?? 'author',
      addressees: losers.map(({ accountId }) => accountId),
      level: level + 1,
      measure,
      deciders: [...new Set([...before, by])],
      appealableUntil,
      inForce: visible === isActiveOrHeld(history.review) && (visible || isLatestChange),
    },
    concerned: [...partiesOnSide(side, ...appellants), ...others],
    flags,
    disputeId,
    authorId,
    ground: visible
      ? mostFrequentReason(history.review.flags.filter(({ flagId }) => flags.includes(flagId)))
      : data.ground,
  }
}
