import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import { review } from '../../domain/reviews/review.ts'
import type { DisputeReason } from '../../domain/kernel/vocabulary.ts'
import { rejectIfUnchanged, rejectedWith, type UseCase } from '../use-case.ts'
import { loadReviewForBusiness } from './readable-review.ts'

export interface OpenDisputeInput {
  readonly reviewId: string
  readonly reason: DisputeReason
  readonly message: string
  readonly evidenceUrls: readonly string[]
}

export interface OpenDisputeResult {
  readonly disputeId: string
  readonly position: Position | null
}

/** The reviewed business may dispute a review once. @rule B-29 */
export const openDispute: UseCase<OpenDisputeInput, OpenDisputeResult> = (context) => (input) =>
  pipe(
    TE.Do,
    TE.bind('review', () => loadReviewForBusiness(context, input.reviewId)),
    TE.flatMap(({ review: { identity, status } }) =>
      context.execute(
        dispute,
        input.reviewId,
        {
          type: 'OpenDispute',
          ...input,
          authorId: identity.authorId,
          businessId: context.person.accountId,
          review: { targetType: identity.targetType, targetId: identity.targetId, status },
          workingDays: context.ruleSettings.reviews.disputeWorkingDays,
          at: context.at,
        },
        { personalData: 'decrypted' },
      ),
    ),
    TE.flatMap(rejectIfUnchanged(context, dispute, input.reviewId, rejectedWith({ type: 'AlreadyDisputed' }))),
    TE.map(({ position }) => ({ disputeId: input.reviewId, position })),
  )

export interface FileStatementInput {
  readonly disputeId: string
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
  readonly statementId: string
  readonly message: string
}

/** The parties of a dispute file statements in turn. To anyone else the dispute does not exist. */
export const fileStatement: UseCase<FileStatementInput, { readonly position: Position | null }> =
  (context) =>
  ({ disputeId, statementId, message }) =>
    pipe(
      context.load(review, disputeId),
      TE.flatMap(({ state }) =>
        state.status === 'NONE' ? TE.left(rejectedWith({ type: 'DisputeNotFound' })) : TE.right(state),
      ),
      TE.flatMap(({ identity }) =>
        context.execute(
          dispute,
          disputeId,
          {
            type: 'FileStatement',
            statementId,
            by: context.person.accountId,
            reviewAuthorId: identity.authorId,
            message,
            at: context.at,
          },
          { personalData: 'decrypted' },
        ),
      ),
      TE.map(({ position }) => ({ position })),
    )
