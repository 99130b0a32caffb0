import { askForPasskey, ownPasskeys, registerPasskey, removePasskey } from '../../../application/access/passkeys.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

/** One's own passkeys: made, listed, removed. */
export const passkeyRoutes = (hall: Hall) => [
  route(calls.registerPasskeyChallenge, ({ body, asker, session }) =>
    pipe(
      askForPasskey(hall.doors)(asker, { accountId: body.userId, kind: body.userType, session: session ?? '' }),
      TE.map(({ challenge, sessionId, rpId, existing }) => ({
        answer: {
          challenge: Buffer.from(challenge).toString('base64'),
          sessionId,
          rpId,
          excludeCredentials: existing.map(({ credentialId }) => ({
            id: Buffer.from(credentialId).toString('base64url'),
          })),
        },
      })),
    ),
  ),
  route(calls.registerPasskey, ({ body, asker, session, strong, nameDevice }) =>
    pipe(
      registerPasskey(hall.doors)(asker, {
        session: session ?? '',
        strong,
        sessionId: body.sessionId,
        credentialId: Uint8Array.from(body.credentialId),
        attestationObject: Uint8Array.from(body.attestationObject),
        clientDataJSON: Uint8Array.from(body.clientDataJSON),
        deviceName: body.deviceName,
        device: nameDevice(),
      }),
      TE.map(() => ({ answer: undefined })),
    ),
  ),
  reading(calls.passkeys, ({ asker }) =>
    pipe(
      ownPasskeys(hall.doors)(asker),
      TE.map((all) =>
        all.map(({ id, deviceName, createdAt, usedAt }) => ({ id, deviceName, createdAt, lastUsedAt: usedAt })),
      ),
    ),
  ),
  route(calls.removePasskey, ({ body, asker }) =>
    pipe(
      removePasskey(hall.doors)(asker, { id: body.passkeyId }),
      TE.map(() => ({ answer: undefined })),
    ),
  ),
]
