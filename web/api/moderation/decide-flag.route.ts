import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewForModerators } from '../../../projections/moderation.queries.ts'
import { calls } from '../../contract/calls.ts'
import { flagAnswer } from '../answers/moderation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { reasonsIn } from './reasons-in.ts'

export const decideFlagRoute = (hall: Hall) =>
  route(calls.decideFlag, ({ params, body, asker }) =>
    pipe(
      hall.ask.decideFlag(asker, {
        flagId: params.flagId,
        outcome: body.status,
        notes: body.notes ?? null,
        given: reasonsIn(body),
        seenVersion: body.seenVersion ?? null,
      }),
      TE.flatMap(({ reviewId, position }) =>
        pipe(
          readBack(hall, position, async () => {
            const review = await reviewForModerators(hall.db, reviewId)
            return review?.flags.find(({ id }) => id === params.flagId) ?? null
          }),
          TE.map((flag) => ({ answer: flagAnswer(reviewId, flag), position })),
        ),
      ),
    ),
  )
