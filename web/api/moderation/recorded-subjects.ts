import { type ModeratedReview, reviewForModerators } from '../../../projections/moderation/case-file.queries.ts'
import { contestForModerators } from '../../../projections/ratings/rating-contests.ts'
import type { ApiContext } from '../api-context.ts'
import type { RouteRequest } from '../route.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

type Recording = Pick<RouteRequest<Endpoint>, 'recordSubjects'>

/** Author, reviewed account and reporters. */
export const accountsIn = ({ authorId, targetType, targetId, targetAccountId, flags }: ModeratedReview) => [
  authorId,
  targetType === 'BUSINESS' ? targetId : targetAccountId,
  ...flags.map(({ reporterId }) => reporterId),
]

/** Records that a member of staff reads or judges a review. A failed query leaves the accounts unnamed. @rule Q-97 */
export const recordReview =
  ({ db }: Pick<ApiContext, 'db'>, { recordSubjects }: Recording, reviewId: string) =>
  async (): Promise<void> => {
    const review = await reviewForModerators(db, reviewId).catch(() => null)
    if (review) recordSubjects(...accountsIn(review))
  }

/** The same for a contested rating. */
export const recordContestedRating =
  ({ db }: Pick<ApiContext, 'db'>, { recordSubjects }: Recording, ratingId: string) =>
  async (): Promise<void> => {
    const contest = await contestForModerators(db, ratingId).catch(() => null)
    if (contest) recordSubjects(contest.businessId, contest.clientAccountId)
  }
