import { registerClient } from '../../../application/access/register.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const registerClientRoute = (hall: Hall) =>
  route(calls.registerClient, ({ body, asker }) => {
    const { ref, ...client } = body
    return pipe(
      registerClient(hall.doors)({ ...client, referral: ref ?? null }, asker.correlationId),
      TE.map(({ clientId, position }) => ({ answer: { clientId: clientId ?? '' }, position })),
    )
  })
