import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { ExistingReview } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { type UseCaseContext, rejectedWith, type Result } from '../use-case.ts'

const reviewNotFound = rejectedWith({ type: 'ReviewNotFound' })

/** Loads a review in any status, even hidden or removed. To anyone but its author and its target a private review does not exist. @rule P-15 */
export const loadReadableReview = (context: UseCaseContext, reviewId: string): Result<ExistingReview> => {
  const { accountId, clientId } = context.person
  return loadReview(context, reviewId, ({ authorId, targetId }) =>
    [authorId, targetId].some((id) => id === accountId || id === clientId),
  )
}

/** Loads a review for a business acting on it. To other businesses a private review does not exist. @rule P-15 */
export const loadReviewForBusiness = (context: UseCaseContext, reviewId: string): Result<ExistingReview> =>
  loadReview(context, reviewId, ({ targetId }) => targetId === context.person.accountId)

const loadReview = (
  context: UseCaseContext,
  reviewId: string,
  mayReadPrivate: (identity: ExistingReview['identity']) => boolean,
): Result<ExistingReview> =>
  pipe(
    context.load(review, reviewId),
    TE.flatMap(({ state }) =>
      state.status !== 'NONE' && (state.identity.visibility !== 'PRIVATE_TO_BUSINESS' || mayReadPrivate(state.identity))
        ? TE.right(state)
        : TE.left(reviewNotFound),
    ),
  )
