import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewReceived } from '../../../projections/reviews.queries.ts'
import { calls } from '../../contract/calls.ts'
import { replyAnswer } from '../answers/reputation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'

export const replyRoutes = (hall: Hall) => [
  route(calls.publishReply, ({ params, body, asker, person }) =>
    pipe(
      hall.ask.publishReply(asker, { reviewId: params.id, text: body.text }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, async () => {
            const review = await reviewReceived(hall.db, person.accountId, params.id)
            return review && replyAnswer(review)
          }),
          TE.map((answer) => ({ answer, position })),
        ),
      ),
    ),
  ),
  route(calls.withdrawReply, ({ params, asker }) =>
    pipe(
      hall.ask.withdrawReply(asker, { reviewId: params.id }),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  ),
]
