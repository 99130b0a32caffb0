import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const removeRatingRoute = (hall: Hall) =>
  route(calls.removeRating, ({ params, body, asker }) =>
    pipe(
      hall.ask.removeRating(asker, { ...params, ...body }),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  )
