import { holderOf } from '../../../application/access/doors.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { ratingReceived } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { ratingReceivedAnswer } from '../answers/reputation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'

export const addTestRatingRoute = (hall: Hall) =>
  route(calls.addTestRating, ({ params, asker, person }) =>
    pipe(
      holderOf(hall.doors, 'email', hall.doors.names.email(params.email)),
      TE.flatMap((accountId) => hall.ask.addTestRating(asker, { accountId })),
      TE.flatMap(({ ratingId, position }) =>
        pipe(
          readBack(hall, position, () => ratingReceived(hall.db, person.clientId ?? '', ratingId)),
          TE.map((rating) => ({ answer: ratingReceivedAnswer(hall.doors.names.rating)(rating), position })),
        ),
      ),
    ),
  )
