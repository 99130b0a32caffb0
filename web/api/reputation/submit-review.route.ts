import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewWritten } from '../../../projections/reviews.queries.ts'
import { calls } from '../../contract/calls.ts'
import { ownReviewAnswer } from '../answers/reputation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'

export const submitReviewRoute = (hall: Hall) =>
  route(calls.submitReview, ({ body, intentId, asker, person }) => {
    const words = { ...body, comment: body.comment ?? null, reasonTags: body.reasonTags ?? [] }
    return pipe(
      hall.ask.submitReview(asker, { reviewId: intentId, ...words }),
      TE.flatMap(({ newlyIssuedRewards, position }) =>
        pipe(
          readBack(hall, position, () => reviewWritten(hall.db, person.accountId, intentId)),
          TE.map((review) => ({
            answer: { ...ownReviewAnswer(hall)(review), newlyIssuedRewards: [...newlyIssuedRewards] },
            position,
          })),
        ),
      ),
    )
  })
