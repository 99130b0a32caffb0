import { resendCode } from '../../../application/access/confirm-email.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const resendVerificationRoute = (hall: Hall) =>
  route(calls.resendVerification, ({ body, person, asker }) => {
    const whose = body.clientId === undefined ? person && { accountId: person.accountId } : { clientId: body.clientId }
    return pipe(
      whose === null ? TE.right(undefined) : resendCode(hall.doors)(whose, asker.correlationId),
      TE.map(() => ({ answer: undefined })),
    )
  })
