import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { publicReviewsOf, reviewsReceived } from '../../../projections/reviews.queries.ts'
import { calls } from '../../contract/calls.ts'
import { reviewAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { pageSize } from './review-lists.ts'

export const reviewsOfTargetRoute = (hall: Hall) =>
  route(calls.reviewsOfTarget, ({ params, query, person }) => {
    const { targetType, targetId } = params
    const paging = { limit: query.limit ?? pageSize, cursor: query.cursor }
    const own = person !== null && (targetId === person.accountId || targetId === person.clientId)
    return pipe(
      asked(() =>
        own
          ? reviewsReceived(hall.db, targetType, targetId, person.accountId, paging)
          : publicReviewsOf(hall.db, targetType, targetId, person?.accountId ?? null, paging),
      ),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(reviewAnswer), nextCursor })),
    )
  })
