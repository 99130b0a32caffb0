import { resetPassword } from '../../../application/access/new-password.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const resetPasswordRoute = (hall: Hall) =>
  route(calls.resetPassword, ({ body: { userType: kind, ...body }, source, asker }) =>
    pipe(
      resetPassword(hall.doors)({ ...body, kind, source }, asker.correlationId),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  )
