import { privacyVersion } from '../../../application/access/privacy-notice.ts'
import { registerClient, unsaid } from '../../../application/access/register.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const registerClientRoute = (hall: Hall) =>
  route(calls.registerClient, ({ body, asker }) => {
    const { ref, privacyConsent, ...client } = body
    const portrait = { ...unsaid, privacyVersion: privacyConsent === true ? privacyVersion : null }
    return pipe(
      registerClient(hall.doors)({ ...client, referral: ref ?? null, portrait }, asker.correlationId),
      TE.map(({ clientId, position }) => ({ answer: { clientId: clientId ?? '' }, position })),
    )
  })
