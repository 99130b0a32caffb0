import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewsForModerators } from '../../../projections/moderation.queries.ts'
import { calls } from '../../contract/calls.ts'
import { moderatedReviewAnswer } from '../answers/moderation.ts'
import { asked, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { pageSize } from './paging.ts'

export const moderatedReviewsRoute = (hall: Hall) =>
  route(calls.moderatedReviews, ({ query }) =>
    pipe(
      asked(() =>
        reviewsForModerators(hall.db, { status: query.status, limit: query.limit ?? pageSize, cursor: query.cursor }),
      ),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(moderatedReviewAnswer), nextCursor })),
    ),
  )
