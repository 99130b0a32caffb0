import { askToSignIn, signInByPasskey } from '../../../application/access/passkeys.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { signedInWithDuty } from './signed-in.ts'

export const passkeySignInRoutes = (hall: Hall) => [
  route(calls.passkeyChallenge, ({ body, asker }) =>
    pipe(
      askToSignIn(hall.doors)({ kind: body.userType }, asker.correlationId),
      TE.map(({ challenge, sessionId, rpId }) => ({
        answer: { challenge: Buffer.from(challenge).toString('base64'), sessionId, rpId, allowCredentials: [] },
      })),
    ),
  ),
  route(calls.loginByPasskey, ({ body, asker, signIn: begin }) =>
    pipe(
      signInByPasskey(hall.doors)(
        {
          sessionId: body.sessionId,
          credentialId: Uint8Array.from(body.credentialId),
          authenticatorData: Uint8Array.from(body.authenticatorData),
          clientDataJSON: Uint8Array.from(body.clientDataJSON),
          signature: Uint8Array.from(body.signature),
          userHandle: body.userHandle === null ? null : Uint8Array.from(body.userHandle),
        },
        asker.correlationId,
      ),
      TE.flatMap((person) => signedInWithDuty(hall, person, begin)),
      TE.map((answer) => ({ answer })),
    ),
  ),
]
