import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import {
  appeal,
  type AppealableDecision,
  type AppealEvent,
  type AppealSide,
  furtherAppellants,
} from '../../domain/moderation/appeal.ts'
import { dispute, type DisputeEvent } from '../../domain/reviews/dispute.ts'
import type { ReviewEvent } from '../../domain/reviews/review-events.ts'
import { mostReportedGround } from '../../domain/reviews/review-moderation.ts'
import { type ExistingReview, isLive } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { streamOf } from '../handle.ts'
import { type CommandContext, refuse, type Result } from '../use-case.ts'

/** A decision about a review, with whom and what it concerns. */
export interface AppealSubject {
  readonly decision: AppealableDecision
  readonly concerned: readonly { readonly accountId: string; readonly side: AppealSide }[]
  /** The reports whose answer turns with it. */
  readonly flags: readonly string[]
  readonly disputeId: string | null
  readonly authorId: string
  /** What the review is accused of. */
  readonly ground: Ground
}

/** A review with all that happened to it, oldest first. */
export interface ReviewHistory {
  readonly review: ExistingReview
  readonly past: readonly EventEnvelope<ReviewEvent>[]
}

export const loadReviewHistory = (context: CommandContext, reviewId: string): Result<ReviewHistory> =>
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

export const decisionNotFound = () => refuse({ type: 'DecisionNotFound' })

/** What last took the review out of sight or brought it back. */
export const lastVisibilityChange = ({ past }: ReviewHistory): EventEnvelope<ReviewEvent> | undefined =>
  past.findLast(
    ({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved' || type === 'ReviewRestored',
  )

/** The review as it was judged. */
export const reviewVersionAt = ({ past }: ReviewHistory, { position }: EventEnvelope): number =>
  past.filter((one) => one.position <= position).length

export const partiesOnSide = (side: AppealSide, ...accountIds: readonly string[]) =>
  [...new Set(accountIds)].map((accountId) => ({ accountId, side }))

/** There is no appeal against it; who was not told of it does not learn that either. */
export const refuseAppeal = ({ person }: CommandContext, ...addressees: readonly string[]): Result<never> =>
  TE.left(addressees.includes(person.accountId) ? refuse({ type: 'DecisionFinal' }) : decisionNotFound())

type ReviewDecision<T extends ReviewEvent['type']> = EventEnvelope<Extract<ReviewEvent, { readonly type: T }>>
type NoActionDecision = ReviewDecision<'FlagDismissed' | 'FlagReviewed'>
type RestrictingDecision = ReviewDecision<'ReviewHidden' | 'ReviewRemoved'>

/** What follows from a decision on appeal is that decision. */
export const subjectOfReviewDecision = (
  context: CommandContext,
  of: ReviewHistory,
  decided: EventEnvelope<ReviewEvent>,
  onAppeal: (rulingId: string) => Result<AppealSubject>,
): Result<AppealSubject> => {
  const { event, meta } = decided
  switch (event.type) {
    case 'FlagDismissed':
    case 'FlagReviewed':
      return subjectOfNoAction(context, of, { ...decided, event })
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return event.data.cause === 'appeal' && meta.causationId !== null
        ? onAppeal(meta.causationId)
        : subjectOfRestriction(context, of, { ...decided, event })
    case 'FlagTurned':
      return meta.causationId === null ? refuseAppeal(context, event.data.reporterId) : onAppeal(meta.causationId)
    case 'FlagUpheld':
      return refuseAppeal(context, event.data.reporterId)
    case 'ReviewHeld':
    case 'ReviewRestored':
      return refuseAppeal(context, event.data.authorId)
    case 'ReviewSubmitted':
    case 'ReviewEdited':
    case 'ReviewFlagged':
    case 'AppealApplied':
      return refuseAppeal(context)
  }
}

const isNoActionDecision = (one: EventEnvelope<ReviewEvent>): one is NoActionDecision =>
  one.event.type === 'FlagDismissed' || one.event.type === 'FlagReviewed'

/** Those who reported the same are heard together; the first of them who was told gives the appeal its name. */
const subjectOfNoAction = (
  context: CommandContext,
  of: ReviewHistory,
  decided: NoActionDecision,
): Result<AppealSubject> => {
  const { reviewId, authorId } = of.review.identity
  const alike = of.past
    .filter(isNoActionDecision)
    .filter(({ event }) => event.data.caseNumber === decided.event.data.caseNumber)
  return pipe(
    jointReports(context, alike, decided),
    TE.map((together): AppealSubject => {
      const first = together[0] ?? decided
      const reporters = together.map(({ event }) => event.data.reporterId)
      const flags = together.map(({ event }) => event.data.flagId)
      return {
        decision: {
          decisionId: first.id,
          reviewId,
          reviewVersion: reviewVersionAt(of, first),
          side: 'reporter',
          addressees: reporters,
          level: 1,
          measure: 'VISIBLE',
          deciders: [...new Set(together.map(({ event }) => event.data.by))],
          appealableUntil: decided.event.data.appealableUntil,
          inForce: isLive(of.review),
        },
        concerned: [...partiesOnSide('reporter', ...reporters), ...partiesOnSide('author', authorId)],
        flags,
        disputeId: null,
        authorId,
        ground: mostReportedGround(of.review.flags.filter(({ flagId }) => flags.includes(flagId))),
      }
    }),
  )
}

/** Whoever is told after an appeal was decided begins another. */
const jointReports = (
  context: CommandContext,
  alike: readonly NoActionDecision[],
  decided: NoActionDecision,
): Result<readonly NoActionDecision[]> => {
  const [first] = alike
  if (first === undefined) return TE.right([])
  return pipe(
    context.load(appeal, first.id),
    TE.flatMap(({ state }) => {
      const closedAt = state.status === 'NONE' ? null : state.closedAt
      if (closedAt === null) return TE.right(alike)
      const before = (one: NoActionDecision) => one.event.data.at <= closedAt
      return before(decided)
        ? TE.right(alike.filter(before))
        : jointReports(
            context,
            alike.filter((one) => !before(one)),
            decided,
          )
    }),
  )
}

const subjectOfRestriction = (
  context: CommandContext,
  of: ReviewHistory,
  decided: RestrictingDecision,
): Result<AppealSubject> => {
  const { reviewId, authorId } = of.review.identity
  const { data, type } = decided.event
  const upheld = of.past.flatMap(({ event, meta }) =>
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
          reviewVersion: reviewVersionAt(of, decided),
          side: 'author',
          addressees: [authorId],
          level: 1,
          measure: type === 'ReviewHidden' ? 'HIDDEN' : 'REMOVED',
          deciders: [...new Set(deciders.filter((by) => typeof by === 'string'))],
          appealableUntil: data.appealableUntil,
          inForce: lastVisibilityChange(of)?.id === decided.id,
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

/** A decision by the id of the event that took it, as the log has it now. */
export const loadAppealSubject = (context: CommandContext, decisionId: string): Result<AppealSubject> =>
  pipe(
    context.lookups.decidedIn(decisionId),
    TE.flatMap((place): Result<AppealSubject> => {
      if (place === null) return TE.left(decisionNotFound())
      switch (place.kind) {
        case 'review':
          return pipe(
            loadReviewHistory(context, place.id),
            TE.flatMap((of) =>
              pipe(
                findDecision(of.past, decisionId),
                TE.flatMap((decided) =>
                  subjectOfReviewDecision(context, of, decided, (id) => loadAppealSubject(context, id)),
                ),
              ),
            ),
          )
        case 'dispute':
          return subjectOfDispute(context, place.id, decisionId)
        case 'appeal':
          return subjectOfAppeal(context, place.id, decisionId)
      }
    }),
  )

const findDecision = <Ev extends EventEnvelope>(past: readonly Ev[], id: string): Result<Ev> =>
  TE.fromNullable(decisionNotFound())(past.find((one) => one.id === id))

const subjectOfDispute = (context: CommandContext, reviewId: string, decisionId: string): Result<AppealSubject> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank')),
    TE.bind('decided', ({ past }) => findDecision(past, decisionId)),
    TE.bind('of', () => loadReviewHistory(context, reviewId)),
    TE.flatMap(({ past, decided, of }) => {
      const { event, meta } = decided
      if (event.type === 'DisputeTurned' && meta.causationId !== null)
        return loadAppealSubject(context, meta.causationId)
      return event.type === 'DisputeRejected'
        ? TE.right(subjectOfRejectedDispute(of, past, { ...decided, event }))
        : refuseAppeal(context, event.data.businessId)
    }),
  )

type RejectedDispute = EventEnvelope<Extract<DisputeEvent, { readonly type: 'DisputeRejected' }>>

const subjectOfRejectedDispute = (
  of: ReviewHistory,
  past: readonly EventEnvelope<DisputeEvent>[],
  decided: RejectedDispute,
): AppealSubject => {
  const { reviewId, authorId } = of.review.identity
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
      reviewVersion: reviewVersionAt(of, decided),
      side: 'business',
      addressees: [businessId],
      level: 1,
      measure: 'VISIBLE',
      deciders: [by],
      appealableUntil,
      inForce: stillRejected && isLive(of.review),
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
        TE.map((of) => subjectOfReversal(of, past, { ...decided, event })),
      )
    }),
  )

type AppealRuling = EventEnvelope<Extract<AppealEvent, { readonly type: 'AppealDecided' }>>

/** An appeal turned the review’s fate: whoever has lost by that may appeal once more. */
const subjectOfReversal = (
  of: ReviewHistory,
  past: readonly EventEnvelope<AppealEvent>[],
  decided: AppealRuling,
): AppealSubject => {
  const { data } = decided.event
  const { side, level, measure, reviewId, authorId, appellants, others, flags, disputeId, by, appealableUntil } = data
  const losers = furtherAppellants(data)
  const before = past.flatMap(({ event }) => (event.type === 'AppealLodged' ? event.data.deciders : []))
  const visible = measure === 'VISIBLE'
  const so = lastVisibilityChange(of)?.meta.causationId === decided.id
  return {
    decision: {
      decisionId: decided.id,
      reviewId,
      reviewVersion: reviewVersionAt(of, decided),
      side: losers[0]?.side ?? 'author',
      addressees: losers.map(({ accountId }) => accountId),
      level: level + 1,
      measure,
      deciders: [...new Set([...before, by])],
      appealableUntil,
      inForce: visible === isLive(of.review) && (visible || so),
    },
    concerned: [...partiesOnSide(side, ...appellants), ...others],
    flags,
    disputeId,
    authorId,
    ground: visible ? mostReportedGround(of.review.flags.filter(({ flagId }) => flags.includes(flagId))) : data.ground,
  }
}
