import { signIn } from '../../../application/access/sign-in.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { duty, signedIn } from './signed-in.ts'

export const loginRoute = (hall: Hall) =>
  route(calls.login, ({ body, source, asker, signIn: begin }) =>
    pipe(
      signIn(hall.doors)(
        { kind: 'business', name: body.username, password: body.password, source },
        asker.correlationId,
      ),
      TE.flatMap(({ accountId, mustChangePassword }) =>
        pipe(
          signedIn(hall, accountId, null, begin),
          TE.map(({ user }) => {
            const due = duty(mustChangePassword)
            return { answer: { user: { ...user, ...due }, ...due } }
          }),
        ),
      ),
    ),
  )
