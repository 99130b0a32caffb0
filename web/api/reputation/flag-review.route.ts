import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const flagReviewRoute = (hall: Hall) =>
  route(calls.flagReview, ({ params, body, intentId, asker }) => {
    const flag = { flagId: intentId, reviewId: params.id, reason: body.reason, note: body.note ?? null }
    return pipe(
      hall.ask.flagReview(asker, flag),
      TE.map(({ position }) => {
        const { flagId: id, reviewId, reason, note } = flag
        return { answer: { id, reviewId, reason, note, status: 'PENDING' as const, createdAt: hall.clock() }, position }
      }),
    )
  })
