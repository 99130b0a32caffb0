import { verifyEmail } from '../../../application/access/confirm-email.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const verifyEmailRoute = (hall: Hall) =>
  route(calls.verifyEmail, ({ body, asker, signIn: begin }) =>
    pipe(
      verifyEmail(hall.doors)({ clientId: body.clientId, code: body.verificationCode }, asker.correlationId),
      TE.flatMapTask(({ accountId, position }) => async () => {
        await begin(accountId)
        return { answer: undefined, position }
      }),
    ),
  )
