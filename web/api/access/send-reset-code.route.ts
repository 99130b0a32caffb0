import { askForLetter } from '../../../application/access/recover.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const sendResetCodeRoute = (hall: Hall) =>
  route(calls.sendResetCode, ({ body: { email, userType: kind }, intentId }) =>
    pipe(
      askForLetter(hall.doors)({ email, kind, means: 'reset-code' }, intentId),
      TE.map(() => ({ answer: undefined })),
    ),
  )
