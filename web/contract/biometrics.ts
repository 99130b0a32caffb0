import { z } from 'zod'
import { user } from './user.ts'
import { androidPrompt } from './android-wrapper.ts'
import { call } from './call.ts'
import { id, instant, text } from './fields.ts'

/** P-02 */
export const userType = z.enum(['business', 'client'])
export type UserType = z.infer<typeof userType>

const bytes = (least: number, most: number) => z.array(z.int().min(0).max(255)).min(least).max(most)
/** Both names of one ceremony and its challenge: 32 random bytes, written in base64url. */
const opaque = z.string().regex(/^[\w-]{43}$/, 'Identificativo non valido')
const challenge = z.base64()
/** Base64url, as authenticators name what they keep. */
const credentialName = z.string().regex(/^[\w-]{1,683}$/)

export const passkey = z.object({
  id,
  deviceName: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type OwnPasskey = z.infer<typeof passkey>

/** As after a password: a duty to choose another stands whichever way one came in. */
const signedIn = z.object({ user, mustChangePassword: z.literal(true).optional() })

export const biometricCalls = {
  registerPasskeyChallenge: call({
    method: 'POST',
    path: '/api/auth/biometric/register-challenge',
    says: 'What an authenticator must sign to make a passkey for the signed-in account; good once, for 60 seconds',
    who: 'signed-in',
    body: z.strictObject({ userId: id, userType }),
    answer: z.object({
      challenge,
      sessionId: opaque,
      rpId: z.string(),
      excludeCredentials: z.array(z.object({ id: credentialName })),
    }),
    limit: 'write',
  }),
  registerPasskey: call({
    method: 'POST',
    path: '/api/auth/biometric/register',
    says: 'Keeps the passkey; its key is read from the attestation',
    who: 'signed-in',
    body: z.strictObject({
      sessionId: opaque,
      credentialId: bytes(1, 512),
      publicKey: bytes(0, 2048),
      attestationObject: bytes(1, 8192),
      clientDataJSON: bytes(1, 2048),
      deviceName: text(1, 100),
    }),
    answer: null,
    limit: 'write',
  }),
  passkeyChallenge: call({
    method: 'POST',
    path: '/api/auth/biometric/authenticate-challenge',
    says: 'What an authenticator must sign to sign in; names nobody’s passkeys',
    who: 'anyone',
    body: z.strictObject({ userType }),
    answer: z.object({
      challenge,
      sessionId: opaque,
      rpId: z.string(),
      allowCredentials: z.array(z.object({ id: credentialName })),
    }),
    limit: 'login',
  }),
  loginByPasskey: call({
    method: 'POST',
    path: '/api/auth/biometric/authenticate',
    says: 'Signs in with a passkey',
    who: 'anyone',
    body: z.strictObject({
      sessionId: opaque,
      credentialId: bytes(1, 512),
      authenticatorData: bytes(37, 2048),
      clientDataJSON: bytes(1, 2048),
      signature: bytes(1, 1024),
      userHandle: bytes(0, 64).nullable(),
    }),
    answer: signedIn,
    limit: 'login',
  }),
  enrollDevice: call({
    method: 'POST',
    path: '/api/auth/biometric/enroll',
    says: 'A token that lets the app on this device in, once and within a minute',
    who: 'signed-in',
    answer: z.object({ deviceToken: opaque }),
    limit: 'write',
  }),
  revokeDevice: call({
    method: 'POST',
    path: '/api/auth/biometric/revoke',
    says: 'Ends quick access on this device',
    who: 'signed-in',
    answer: z.object({ message: z.string() }),
    limit: 'write',
  }),
  redeemDeviceToken: call({
    method: 'POST',
    path: '/api/auth/biometric/redeem',
    says: 'Signs the app in with the token it was opened with',
    who: 'anyone',
    body: z.strictObject({ deviceToken: opaque }),
    answer: signedIn,
    limit: 'login',
  }),
  passkeys: call({
    method: 'GET',
    path: '/api/auth/biometric/passkeys',
    says: 'One’s own passkeys',
    who: 'signed-in',
    answer: z.array(passkey),
  }),
  removePasskey: call({
    method: 'POST',
    path: '/api/auth/biometric/remove',
    says: 'Removes one of one’s own passkeys',
    who: 'signed-in',
    body: z.strictObject({ passkeyId: id }),
    answer: null,
    limit: 'write',
  }),
  androidApp: call({
    method: 'GET',
    path: '/api/auth/biometric/android-app',
    says: 'How the Android app is recognised, where it takes over, and how it must ask for its owner',
    who: 'anyone',
    answer: z.object({
      /** What its browser's name contains. */
      marker: z.string(),
      /** Where it is opened with a token; null when there is no app. */
      enrollLink: z.string().nullable(),
      prompt: androidPrompt,
    }),
  }),
}
