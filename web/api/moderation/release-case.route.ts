import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const releaseCaseRoute = (hall: Hall) =>
  route(calls.releaseCase, ({ params, asker }) =>
    pipe(
      hall.ask.releaseCase(asker, params),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  )
