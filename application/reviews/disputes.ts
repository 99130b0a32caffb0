import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { dispute, type DisputeReason } from '../../domain/reviews/dispute.ts'
import { review } from '../../domain/reviews/review.ts'
import { failIfDoneBefore, refuse, type UseCase } from '../use-case.ts'

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
      context.load(review, reviewId),
      TE.flatMap(({ state }) => {
        if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
        const { targetType, targetId, visibility } = state.identity
        const { accountId: businessId } = context.person
        if (visibility === 'PRIVATE_TO_BUSINESS' && targetId !== businessId)
          return TE.left(refuse({ type: 'ReviewNotFound' }))
        const facts = { review: { targetType, targetId, status: state.status } }
        const { disputeWorkingDays: workingDays } = context.limits
        const words = { reviewId, businessId, reason, message, evidenceUrls, workingDays }
        return context.execute(
          dispute,
          reviewId,
          { type: 'OpenDispute', ...words, ...facts, at: context.at },
          { privacy: 'open' },
        )
      }),
      TE.flatMap(failIfDoneBefore(context, dispute, reviewId, refuse({ type: 'AlreadyDisputed' }))),
      TE.map(({ position }) => ({ disputeId: reviewId, position })),
    )

export interface FileStatement {
  readonly disputeId: string
  /** One an intent: the same statement sent again keeps it. */
  readonly statementId: string
  readonly message: string
}

/** The business and the author, in turn; for anybody else there is no dispute. */
export const fileStatement: UseCase<FileStatement, { readonly position: Position | null }> =
  (context) =>
  ({ disputeId, statementId, message }) =>
    pipe(
      context.load(review, disputeId),
      TE.flatMap(({ state }) => {
        if (state.status === 'NONE') return TE.left(refuse({ type: 'DisputeNotFound' }))
        const { person, at } = context
        const { authorId: reviewAuthorId } = state.identity
        const words = { statementId, by: person.accountId, reviewAuthorId, message, at }
        return context.execute(dispute, disputeId, { type: 'FileStatement', ...words }, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ position })),
    )
