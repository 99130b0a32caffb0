import {
  base64URLStringToBuffer,
  bufferToBase64URLString,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { User } from '../../../../contract/user.ts'
import type { UserType } from '../../../../contract/biometrics.ts'
import { call } from '../../../shared/api.ts'
import { isRefused, refused, type Refused } from '../../../shared/refused.ts'
import { texts } from '../../../texts.ts'
import { deviceNameOf } from './device.ts'

const { registration, login } = texts.biometrics

/** C-04 */
const timeout = 60_000
/** ES256 and RS256 (C-07). */
const pubKeyCredParams = [-7, -257].map((alg) => ({ type: 'public-key' as const, alg }))
/** V-33 */
const authenticatorSelection = {
  authenticatorAttachment: 'platform',
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const

/** Makes a passkey on this device for whoever is signed in. */
export const makePasskey = async (user: User): Promise<void> => {
  const asked = await call('registerPasskeyChallenge', {
    body: { userId: user.id, userType: user.role === 'CLIENTE' ? 'client' : 'business' },
  }).catch(saying(registration.challengeFailed))
  const { challenge, sessionId, rpId, excludeCredentials } = asked
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      timeout,
      pubKeyCredParams,
      authenticatorSelection,
      attestation: 'none',
      rp: { id: rpId, name: texts.shell.product },
      user: { id: handleOf(user.id), name: user.email, displayName: user.displayName },
      excludeCredentials: excludeCredentials.map(({ id }) => ({ id, type: 'public-key' })),
    },
  }).catch((error: unknown) => {
    throw refused(whyNotMade(error))
  })
  await call('registerPasskey', {
    body: {
      sessionId,
      credentialId: bytesOf(made.rawId),
      publicKey: bytesOf(made.response.publicKey ?? ''),
      attestationObject: bytesOf(made.response.attestationObject),
      clientDataJSON: bytesOf(made.response.clientDataJSON),
      deviceName: deviceNameOf(navigator.userAgent),
    },
  }).catch((error: unknown) => {
    const taken = isRefused(error) && error.status === 409
    return saying(taken ? registration.taken : registration.failed)(error)
  })
}

/** Signs in with a passkey of this device. */
export const enterByPasskey = async (userType: UserType): Promise<User> => {
  const { challenge, sessionId, rpId, allowCredentials } = await call('passkeyChallenge', {
    body: { userType },
  }).catch(saying(login.challengeFailed))
  const { rawId, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      timeout,
      rpId,
      userVerification: 'required',
      allowCredentials: allowCredentials.map(({ id }) => ({ id, type: 'public-key' })),
    },
  }).catch((error: unknown) => {
    throw refused(whyNotGiven(error))
  })
  const { user } = await call('loginByPasskey', {
    body: {
      sessionId,
      credentialId: bytesOf(rawId),
      authenticatorData: bytesOf(response.authenticatorData),
      clientDataJSON: bytesOf(response.clientDataJSON),
      signature: bytesOf(response.signature),
      userHandle: response.userHandle === undefined ? null : bytesOf(response.userHandle),
    },
  }).catch(saying(login.failed))
  return user
}

/** T-105, T-107..T-110 */
const whyNotMade = (error: unknown): string => {
  if (!(error instanceof Error)) return registration.otherwise
  if (error.message === 'Registration was not completed') return registration.notCreated
  const known: Readonly<Record<string, string>> = {
    NotAllowedError: registration.denied,
    InvalidStateError: registration.taken,
    NotSupportedError: registration.notSupported,
  }
  return known[error.name] ?? registration.otherwise
}

/** T-112, T-114..T-116 */
const whyNotGiven = (error: unknown): string => {
  if (!(error instanceof Error)) return login.otherwise
  if (error.message === 'Authentication was not completed') return login.notGiven
  const known: Readonly<Record<string, string>> = {
    NotAllowedError: login.denied,
    InvalidStateError: login.nothingFound,
  }
  return known[error.name] ?? login.otherwise
}

/** The same refusal in the words of the specification. */
const saying =
  (words: string) =>
  (error: unknown): never => {
    const facts: Partial<Pick<Refused, 'code' | 'status'>> = isRefused(error) ? error : {}
    throw refused(words, facts)
  }

const handleOf = (id: string) => bufferToBase64URLString(new TextEncoder().encode(id).buffer)
const bytesOf = (base64url: string) => [...new Uint8Array(base64URLStringToBuffer(base64url))]
