import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { reviewForModerators } from '../../../projections/moderation.queries.ts'
import { calls } from '../../contract/calls.ts'
import { moderatedReviewAnswer } from '../answers/moderation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { reasonsIn } from './reasons-in.ts'

export const moderateReviewRoute = (hall: Hall) =>
  route(calls.moderateReview, ({ params, body, asker }) =>
    pipe(
      hall.ask.moderateReview(asker, {
        reviewId: params.id,
        to: body.moderationStatus,
        notes: body.moderatorNotes ?? null,
        given: reasonsIn(body),
        seenVersion: body.seenVersion ?? null,
      }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => reviewForModerators(hall.db, params.id)),
          TE.map((review) => ({ answer: moderatedReviewAnswer(review), position })),
        ),
      ),
    ),
  )
