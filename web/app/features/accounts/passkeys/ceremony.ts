import {
  base64URLStringToBuffer,
  bufferToBase64URLString,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { User } from '../../../../contract/accounts/authentication.ts'
import type { UserType } from '../../../../contract/accounts/sign-in.ts'
import { apiError, type ApiError, isApiError } from '../../../shared/api-error.ts'
import { call } from '../../../shared/api.ts'
import { shellTexts } from '../../../texts.ts'
import { passkeyName } from './device.ts'
import { passkeyTexts } from './texts.ts'

/** @rule C-04 60 seconds */
const timeoutMs = 60_000

/** @rule C-07 ES256 and RS256 */
const pubKeyCredParams = [-7, -257].map((alg) => ({ type: 'public-key' as const, alg }))

/** @rule V-33 platform authenticator, resident key, user verification */
const authenticatorSelection = {
  authenticatorAttachment: 'platform',
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const

/** Registers a passkey on this device for the signed-in account. @rule A-18 A-19 @rule Q-127 requires the password */
export const registerPasskey = async (user: User, password: string): Promise<void> => {
  const challengeResponse = await call('registerPasskeyChallenge', {
    body: { userId: user.id, userType: user.role === 'CLIENTE' ? 'client' : 'business', password },
  }).catch((error: unknown) => {
    if (isPasswordError(error)) throw error
    return rethrowAs(passkeyTexts.registration.challengeFailed)(error)
  })
  const { challenge, sessionId, rpId, excludeCredentials } = challengeResponse
  const credential = await startRegistration({
    optionsJSON: {
      challenge,
      timeout: timeoutMs,
      pubKeyCredParams,
      authenticatorSelection,
      attestation: 'none',
      rp: { id: rpId, name: shellTexts.product },
      user: { id: toUserHandle(user.id), name: user.email, displayName: user.displayName },
      excludeCredentials: excludeCredentials.map(({ id }) => ({ id, type: 'public-key' })),
    },
  }).catch((error: unknown) => {
    throw apiError(registrationErrorMessage(error))
  })
  await call('registerPasskey', {
    body: {
      sessionId,
      credentialId: toBytes(credential.rawId),
      publicKey: toBytes(credential.response.publicKey ?? ''),
      attestationObject: toBytes(credential.response.attestationObject),
      clientDataJSON: toBytes(credential.response.clientDataJSON),
      deviceName: passkeyName(navigator.userAgent),
    },
  }).catch((error: unknown) => {
    const isTaken = isApiError(error) && error.status === 409
    return rethrowAs(isTaken ? passkeyTexts.registration.taken : passkeyTexts.registration.failed)(error)
  })
}

/** Signs in with a passkey of this device. @rule A-20 A-21 */
export const signInWithPasskey = async (userType: UserType): Promise<User> => {
  const { challenge, sessionId, rpId, allowCredentials } = await call('passkeyChallenge', {
    body: { userType },
  }).catch(rethrowAs(passkeyTexts.login.challengeFailed))
  const { rawId, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      timeout: timeoutMs,
      rpId,
      userVerification: 'required',
      allowCredentials: allowCredentials.map(({ id }) => ({ id, type: 'public-key' })),
    },
  }).catch((error: unknown) => {
    throw apiError(signInErrorMessage(error))
  })
  const { user } = await call('loginWithPasskey', {
    body: {
      sessionId,
      credentialId: toBytes(rawId),
      authenticatorData: toBytes(response.authenticatorData),
      clientDataJSON: toBytes(response.clientDataJSON),
      signature: toBytes(response.signature),
      userHandle: response.userHandle === undefined ? null : toBytes(response.userHandle),
    },
  }).catch(rethrowAs(passkeyTexts.login.failed))
  return user
}

/** Specified texts T-105 and T-107..T-110. */
const registrationErrorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return passkeyTexts.registration.unknownError
  if (error.message === 'Registration was not completed') return passkeyTexts.registration.notCreated
  const messagesByName: Readonly<Record<string, string>> = {
    NotAllowedError: passkeyTexts.registration.denied,
    InvalidStateError: passkeyTexts.registration.taken,
    NotSupportedError: passkeyTexts.registration.notSupported,
  }
  return messagesByName[error.name] ?? passkeyTexts.registration.unknownError
}

/** Specified texts T-112 and T-114..T-116. */
const signInErrorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return passkeyTexts.login.unknownError
  if (error.message === 'Authentication was not completed') return passkeyTexts.login.notCompleted
  const messagesByName: Readonly<Record<string, string>> = {
    NotAllowedError: passkeyTexts.login.denied,
    InvalidStateError: passkeyTexts.login.noCredential,
  }
  return messagesByName[error.name] ?? passkeyTexts.login.unknownError
}

const passwordErrorCodes: ReadonlySet<string> = new Set(['CurrentPasswordWrong', 'TooOften'])
/** Whether the password entered was wrong, or cannot be checked for some time. */
export const isPasswordError = (error: unknown): boolean => isApiError(error) && passwordErrorCodes.has(error.code)

/** Rethrows an API error with a specified message. */
const rethrowAs =
  (message: string) =>
  (error: unknown): never => {
    const details: Partial<Pick<ApiError, 'code' | 'status'>> = isApiError(error) ? error : {}
    throw apiError(message, details)
  }

const toUserHandle = (id: string) => bufferToBase64URLString(new TextEncoder().encode(id).buffer)

const toBytes = (base64url: string) => [...new Uint8Array(base64URLStringToBuffer(base64url))]
