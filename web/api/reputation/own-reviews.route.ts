import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewsWritten } from '../../../projections/reviews.queries.ts'
import { calls } from '../../contract/calls.ts'
import { ownReviewAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { pageSize } from './review-lists.ts'

export const ownReviewsRoute = (hall: Hall) =>
  route(calls.ownReviews, ({ query, person }) =>
    pipe(
      asked(() => reviewsWritten(hall.db, person.accountId, { limit: query.limit ?? pageSize, cursor: query.cursor })),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(ownReviewAnswer(hall)), nextCursor })),
    ),
  )
