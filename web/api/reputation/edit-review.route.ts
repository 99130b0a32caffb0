import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewWritten } from '../../../projections/reviews.queries.ts'
import { calls } from '../../contract/calls.ts'
import { ownReviewAnswer } from '../answers/reputation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'

export const editReviewRoute = (hall: Hall) =>
  route(calls.editReview, ({ params, body, asker, person }) =>
    pipe(
      hall.ask.editReview(asker, { reviewId: params.id, changes: body }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => reviewWritten(hall.db, person.accountId, params.id)),
          TE.map((review) => ({ answer: ownReviewAnswer(hall)(review), position })),
        ),
      ),
    ),
  )
