import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { ratingGiven } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { ratingGivenAnswer } from '../answers/reputation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'

/** What a business does with a rating it gave. */
export const ownRatingRoutes = (hall: Hall) => [
  route(calls.amendRating, ({ params, body, person, asker }) => {
    const scores = {
      overall: body.overallRating,
      punctuality: body.punctualityScore,
      kindness: body.kindnessScore,
      payment: body.paymentScore,
      roomCondition: body.roomConditionScore,
      comment: body.comment ?? null,
    }
    const { ratingId } = params
    return pipe(
      hall.ask.amendRating(asker, { ratingId, ...scores }),
      TE.flatMap((position) =>
        pipe(
          readBack(hall, position, () => ratingGiven(hall.db, person.accountId, ratingId)),
          TE.map((rating) => ({ answer: ratingGivenAnswer(hall.doors.limits.ratingAmendDays)(rating), position })),
        ),
      ),
    )
  }),
  route(calls.withdrawRating, ({ params, asker }) =>
    pipe(
      hall.ask.withdrawRating(asker, params),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  ),
]
