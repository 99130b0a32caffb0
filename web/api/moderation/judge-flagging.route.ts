import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const judgeFlaggingRoute = (hall: Hall) =>
  route(calls.judgeFlagging, ({ params, body, asker }) =>
    pipe(
      hall.ask.judgeFlagging(asker, { ...params, ...body }),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  )
