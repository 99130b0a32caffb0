import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  enrollDevice,
  listPasskeys,
  redeemDeviceToken,
  registerPasskey,
  removePasskey,
  revokeDevice,
  signInWithPasskey,
} from '../../../application/accounts/passkeys.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { androidPromptOptions } from '../../contract/accounts/passkeys.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { ApiContext } from '../api-context.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import { completeSignInReportingPasswordChange } from './authentication.routes.ts'

/** Registering, listing and removing one's own passkeys. */
const ownPasskeyRoutes = (api: ApiContext) => [
  route(endpoints.registerPasskeyChallenge, ({ body, caller, source, sessionId: session }) =>
    pipe(
      beginPasskeyRegistration(api.services)(caller, {
        accountId: body.userId,
        kind: body.userType,
        session: session ?? '',
        password: body.password,
        source,
      }),
      TE.map(({ challenge, sessionId, rpId, existing }) => ({
        body: {
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
  route(endpoints.registerPasskey, ({ body, caller, sessionId: session, secondFactorConfirmed, assignDeviceId }) =>
    pipe(
      registerPasskey(api.services)(caller, {
        session: session ?? '',
        secondFactorConfirmed,
        sessionId: body.sessionId,
        credentialId: Uint8Array.from(body.credentialId),
        attestationObject: Uint8Array.from(body.attestationObject),
        clientDataJSON: Uint8Array.from(body.clientDataJSON),
        deviceName: body.deviceName,
        device: assignDeviceId(),
      }),
      TE.map(() => ({ body: undefined })),
    ),
  ),
  readRoute(endpoints.passkeys, ({ caller }) =>
    pipe(
      listPasskeys(api.services)(caller),
      TE.map((all) =>
        all.map(({ id, deviceName, createdAt, usedAt }) => ({ id, deviceName, createdAt, lastUsedAt: usedAt })),
      ),
    ),
  ),
  route(endpoints.removePasskey, ({ body, caller }) =>
    pipe(
      removePasskey(api.services)(caller, { id: body.passkeyId }),
      TE.map(() => ({ body: undefined })),
    ),
  ),
]

const passkeySignInRoutes = (api: ApiContext) => [
  route(endpoints.passkeyChallenge, ({ body, caller, assignDeviceId }) =>
    pipe(
      beginPasskeySignIn(api.services)({ kind: body.userType, browser: assignDeviceId() }, caller.correlationId),
      TE.map(({ challenge, sessionId, rpId }) => ({
        body: { challenge: Buffer.from(challenge).toString('base64'), sessionId, rpId, allowCredentials: [] },
      })),
    ),
  ),
  route(endpoints.loginWithPasskey, ({ body, caller, deviceId, startSession }) =>
    pipe(
      signInWithPasskey(api.services)(
        {
          sessionId: body.sessionId,
          browser: deviceId,
          credentialId: Uint8Array.from(body.credentialId),
          authenticatorData: Uint8Array.from(body.authenticatorData),
          clientDataJSON: Uint8Array.from(body.clientDataJSON),
          signature: Uint8Array.from(body.signature),
          userHandle: body.userHandle === null ? null : Uint8Array.from(body.userHandle),
        },
        caller.correlationId,
      ),
      TE.flatMap((person) => completeSignInReportingPasswordChange(api, person, startSession)),
      TE.map((body) => ({ body })),
    ),
  ),
]

/** Quick access of the app on the same telephone. @rule Q-17 */
const quickAccessRoutes = (api: ApiContext) => [
  route(endpoints.enrollDevice, ({ caller, sessionId, assignDeviceId, describeDevice }) =>
    pipe(
      enrollDevice(api.services)(caller, {
        session: sessionId ?? '',
        deviceId: assignDeviceId(),
        device: describeDevice(),
      }),
      TE.map((deviceToken) => ({ body: { deviceToken } })),
    ),
  ),
  route(endpoints.revokeDevice, ({ caller, deviceId }) =>
    pipe(
      revokeDevice(api.services)(caller, { device: deviceId }),
      TE.map(() => ({ body: { message: 'L’accesso rapido è stato disattivato su questo dispositivo.' } })),
    ),
  ),
  route(endpoints.redeemDeviceToken, ({ body, caller, startSession }) =>
    pipe(
      redeemDeviceToken(api.services)({ token: body.deviceToken }, caller.correlationId),
      TE.flatMap((person) =>
        completeSignInReportingPasswordChange(api, person, (accountId) =>
          startSession(accountId, undefined, false, person.deviceToken),
        ),
      ),
      TE.map((body) => ({ body })),
    ),
  ),
  readRoute(endpoints.androidApp, () => TE.right({ ...api.androidApp, prompt: androidPromptOptions })),
]

export const passkeyRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ...ownPasskeyRoutes(api),
  ...passkeySignInRoutes(api),
  ...quickAccessRoutes(api),
]
