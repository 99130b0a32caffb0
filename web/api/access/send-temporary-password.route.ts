import { maskedEmail } from '../../../application/access/masked.ts'
import { askForLetter } from '../../../application/access/recover.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const sendTemporaryPasswordRoute = (hall: Hall) =>
  route(calls.sendTemporaryPassword, ({ body: { email, userType: kind }, intentId }) =>
    pipe(
      askForLetter(hall.doors)({ email, kind, means: 'temporary-password' }, intentId),
      TE.map(() => ({ answer: { tempPassword: null, email: maskedEmail(email) } })),
    ),
  )
