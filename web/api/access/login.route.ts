import { signIn } from '../../../application/access/sign-in.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { signedInWithDuty } from './signed-in.ts'

export const loginRoute = (hall: Hall) =>
  route(calls.login, ({ body, source, asker, signIn: begin }) =>
    pipe(
      signIn(hall.doors)(
        { kind: 'business', name: body.username, password: body.password, source },
        asker.correlationId,
      ),
      TE.flatMap((person) => signedInWithDuty(hall, person, (accountId) => begin(accountId, person.credential))),
      TE.map((answer) => ({ answer })),
    ),
  )
