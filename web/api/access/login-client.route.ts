import { signIn } from '../../../application/access/sign-in.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { duty } from './signed-in.ts'

export const loginClientRoute = (hall: Hall) =>
  route(calls.loginClient, ({ body, source, asker, signIn: begin }) =>
    pipe(
      signIn(hall.doors)({ kind: 'client', name: body.email, password: body.password, source }, asker.correlationId),
      TE.flatMapTask(({ accountId, clientId, emailConfirmed, mustChangePassword }) => async () => {
        await begin(accountId)
        // no passkeys can be registered yet, so none is offered
        const answer = { showBiometricOption: false, clientId: clientId ?? '', emailVerified: emailConfirmed }
        return { answer: { ...answer, ...duty(mustChangePassword) } }
      }),
    ),
  )
