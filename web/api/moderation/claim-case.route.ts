import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const claimCaseRoute = (hall: Hall) =>
  route(calls.claimCase, ({ params, asker }) =>
    pipe(
      hall.ask.claimCase(asker, params),
      TE.map(({ claimedUntil, position }) => ({ answer: { claimedUntil }, position })),
    ),
  )
