import { changePassword } from '../../../application/access/new-password.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const changePasswordRoute = (hall: Hall) =>
  route(calls.changePassword, ({ body, person, source, mustChangePassword, asker, signIn: begin }) =>
    pipe(
      changePassword(hall.doors)({ ...body, person, source, mustChangePassword }, asker.correlationId),
      TE.flatMapTask(({ position, credential }) => async () => {
        await begin(person.accountId, credential)
        return { answer: undefined, position }
      }),
    ),
  )
