import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const nextCaseRoute = (hall: Hall) =>
  route(calls.nextCase, ({ body, asker }) =>
    pipe(
      hall.ask.nextCase(asker, { lane: body.lane ?? null }),
      TE.map(({ caseId, claimedUntil, position }) => ({ answer: { caseId, claimedUntil }, position })),
    ),
  )
