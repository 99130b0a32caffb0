import { fold } from '../../domain/kernel/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { Ground } from '../../domain/kernel/statement.ts'
import type { AppealableDecision } from '../../domain/moderation/appeal/lodging.ts'
import type { AppealSide } from '../../domain/moderation/appeal/measures.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'
import type { WrittenReview } from '../../domain/reputation/review/state.ts'
import { streamOf } from '../handle.ts'
import { refuse, type Answer, type Context } from '../use-case.ts'

/** A decision about a review, with whom and what it concerns. */
export interface Matter {
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
export interface Reviewed {
  readonly review: WrittenReview
  readonly past: readonly Recorded<ReviewEvent>[]
}

export const reviewed = (context: Context, reviewId: string): Answer<Reviewed> =>
  pipe(
    context.history.read(review.events, streamOf(review, reviewId), 'blank'),
    TE.flatMap((past): Answer<Reviewed> => {
      const state = fold(
        review,
        past.map(({ event }) => event),
      )
      return state.status === 'NONE' ? TE.left(unknownDecision()) : TE.right({ review: state, past })
    }),
  )

export const unknownDecision = () => refuse({ type: 'DecisionNotFound' })

/** What last took the review out of sight or brought it back. */
export const lastMeasure = ({ past }: Reviewed): Recorded<ReviewEvent> | undefined =>
  past.findLast(
    ({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved' || type === 'ReviewRestored',
  )

/** The review as it was judged. */
export const versionAt = ({ past }: Reviewed, { position }: Recorded): number =>
  past.filter((one) => one.position <= position).length

export const sided = (side: AppealSide, ...accountIds: readonly string[]) =>
  [...new Set(accountIds)].map((accountId) => ({ accountId, side }))

/** There is no appeal against it; who was not told of it does not learn that either. */
export const noAppeal = ({ person }: Context, ...addressees: readonly string[]): Answer<never> =>
  TE.left(addressees.includes(person.accountId) ? refuse({ type: 'DecisionFinal' }) : unknownDecision())
