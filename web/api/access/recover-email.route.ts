import { recoverEmail } from '../../../application/access/recover.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const recoverEmailRoute = (hall: Hall) =>
  route(calls.recoverEmail, ({ body: { phone, userType: kind }, source, intentId }) =>
    pipe(
      recoverEmail(hall.doors)({ phone, kind, source }, intentId),
      TE.map((answer) => ({ answer })),
    ),
  )
