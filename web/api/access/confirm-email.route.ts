import { confirmByLink } from '../../../application/access/confirm-email.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const confirmEmailRoute = (hall: Hall) =>
  route(calls.confirmEmail, ({ body, asker }) =>
    pipe(
      confirmByLink(hall.doors)(body, asker.correlationId),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  )
