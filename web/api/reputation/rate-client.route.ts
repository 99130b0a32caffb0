import type { Day } from '../../../domain/kernel/primitives.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { ratingGiven } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { ratingGivenAnswer } from '../answers/reputation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { clientOf } from './rating-lists.ts'

export const rateClientRoute = (hall: Hall) =>
  route(calls.rateClient, ({ body, person, asker }) => {
    const scores = {
      overall: body.overallRating,
      punctuality: body.punctualityScore,
      kindness: body.kindnessScore,
      payment: body.paymentScore,
      roomCondition: body.roomConditionScore,
      stayType: body.stayType,
      stayDate: body.stayDate as Day,
      comment: body.comment ?? null,
    }
    return pipe(
      clientOf(hall, body),
      TE.flatMap((client) => hall.ask.rateClient(asker, { client, ...scores })),
      TE.flatMap(({ ratingId, avaEarned, position }) =>
        pipe(
          readBack(hall, position, () => ratingGiven(hall.db, person.accountId, ratingId)),
          TE.map((rating) => ({
            answer: { rating: ratingGivenAnswer(hall.doors.limits.ratingAmendDays)(rating), avaEarned },
            position,
          })),
        ),
      ),
    )
  })
