import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import { appeal, type AppealableDecision } from '../../domain/moderation/appeal.ts'
import type { AppealSide } from '../../domain/moderation/vocabulary.ts'
import type { ExistingReview, ReviewEvent } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { streamOf } from '../command-handler.ts'
import type { HistoryFailure } from '../history.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence } from '../policy.ts'
import { type UseCaseContext, rejectedWith, type Result } from '../use-case.ts'

/** A decision about a review or a contested rating, appealed or not yet, with the parties, flags and dispute that it affects. */
export interface AppealedDecision {
  readonly decision: AppealableDecision
  readonly parties: readonly { readonly accountId: string; readonly side: AppealSide }[]
  /** Flags whose outcome changes if the decision is overturned. */
  readonly flags: readonly string[]
  readonly disputeId: string | null
  readonly authorId: string
  /** Ground of a ruling that hides or removes the review, unless the moderator names one. */
  readonly ground: Ground
}

/** A review and its events, oldest first. */
export interface ReviewHistory {
  readonly review: ExistingReview
  readonly past: readonly EventEnvelope<ReviewEvent>[]
}

export const loadReviewHistory = (context: UseCaseContext, reviewId: string): Result<ReviewHistory> =>
  pipe(
    context.history.read(review.events, streamOf(review, reviewId), 'omitted'),
    TE.flatMap((past): Result<ReviewHistory> => {
      const state = fold(
        review,
        past.map(({ event }) => event),
      )
      return state.status === 'NONE' ? TE.left(decisionNotFound()) : TE.right({ review: state, past })
    }),
  )

export const decisionNotFound = () => rejectedWith({ type: 'DecisionNotFound' })

export const findDecision = <Ev extends EventEnvelope>(past: readonly Ev[], id: string): Result<Ev> =>
  TE.fromNullable(decisionNotFound())(past.find((recorded) => recorded.id === id))

/** The latest event that hid, removed or restored the review. */
export const lastVisibilityChange = ({ past }: ReviewHistory): EventEnvelope<ReviewEvent> | undefined =>
  past.findLast(
    ({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved' || type === 'ReviewRestored',
  )

/** Version of the review's stream at the time of the decision. */
export const reviewVersionAt = ({ past }: ReviewHistory, { position }: EventEnvelope): number =>
  past.filter((recorded) => recorded.position <= position).length

export const partiesOnSide = (side: AppealSide, ...accountIds: readonly string[]) =>
  [...new Set(accountIds)].map((accountId) => ({ accountId, side }))

/** Rejects an appeal against a final decision. Accounts it is not addressed to get `DecisionNotFound`. */
export const rejectAppeal = ({ person }: UseCaseContext, ...addressees: readonly string[]): Result<never> =>
  TE.left(addressees.includes(person.accountId) ? rejectedWith({ type: 'DecisionFinal' }) : decisionNotFound())

interface ChangedSubject<State> {
  /** Name of the policy that reacts. */
  readonly policy: string
  readonly cause: EventEnvelope
  /** The review or rating. */
  readonly id: string
  readonly loaded: TE.TaskEither<HistoryFailure, { readonly state: State }>
  readonly isActiveOrHeld: (state: State) => boolean
}

/** Voids the open appeals about a review or rating that another decision has made pointless. */
export const voidOutdatedAppeals = <State>(
  context: PolicyContext,
  { policy, cause, id, loaded, isActiveOrHeld }: ChangedSubject<State>,
): Reaction => {
  const { execute } = asPolicy(policy, context, cause)
  const at = cause.meta.occurredAt
  return withLookup(context.lookups.moderation.openAppealsOf(id, cause.position), (decisionIds) =>
    decisionIds.length === 0
      ? noReaction
      : withState(loaded, (state) => {
          const command = { type: 'VoidAppeal', activeOrHeld: isActiveOrHeld(state), at } as const
          return inSequence(decisionIds.map((decisionId) => execute(appeal, decisionId, command)))
        }),
  )
}
