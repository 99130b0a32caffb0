import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeReason } from '../../domain/reputation/dispute/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { refuse, unlessDone, type UseCase } from '../use-case.ts'

export interface OpenDispute {
  readonly reviewId: string
  readonly reason: DisputeReason
  readonly message: string
  readonly evidenceUrls: readonly string[]
}

/** B-29: the targeted business, once a review; a private review of somebody else does not exist for it. */
export const openDispute: UseCase<OpenDispute, { readonly disputeId: string; readonly position: Position | null }> =
  (context) =>
  ({ reviewId, reason, message, evidenceUrls }) =>
    pipe(
      context.look(review, reviewId),
      TE.flatMap(({ state }) => {
        if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
        const { targetType, targetId, visibility } = state.whose
        const { accountId: businessId } = context.person
        if (visibility === 'PRIVATE_TO_BUSINESS' && targetId !== businessId)
          return TE.left(refuse({ type: 'ReviewNotFound' }))
        const facts = { review: { targetType, targetId, status: state.status } }
        const { disputeWorkingDays: workingDays } = context.limits
        const words = { reviewId, businessId, reason, message, evidenceUrls, workingDays }
        return context.run(
          dispute,
          reviewId,
          { type: 'OpenDispute', ...words, ...facts, at: context.at },
          { privacy: 'open' },
        )
      }),
      TE.flatMap(unlessDone(context, dispute, reviewId, refuse({ type: 'AlreadyDisputed' }))),
      TE.map(({ position }) => ({ disputeId: reviewId, position })),
    )
