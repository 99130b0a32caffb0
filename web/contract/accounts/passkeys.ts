import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant, text } from '../fields.ts'
import { user, userType } from './authentication.ts'

/** What the Android app and the web build it shows have agreed on; docs/how-to/android-wrapper.md tells it in full. */

/** What a device can recognise its owner by (C-06). */
export const biometryType = z.enum(['none', 'touch-id', 'face-id', 'fingerprint', 'face', 'iris'])

export type BiometryType = z.infer<typeof biometryType>

/** What the app adds to its browser's name: `GarboAndroid/1.4 (biometry=fingerprint)`, with the marker that is set. */
export const appUserAgent = (marker: string, version: string, biometry: BiometryType): string =>
  `${marker}/${version} (biometry=${biometry})`

/** What the app says its device has; null where no app says anything. */
export const parseBiometryType = (userAgent: string): BiometryType | null =>
  biometryType.safeParse(/\/[\w.-]+ \(biometry=([\w-]+)\)/.exec(userAgent)?.[1]).data ?? null

/** How the app must ask (C-05): what unlocks the telephone will do, and so will a sensor Android calls weak. */
export const androidPrompt = z.object({
  strength: z.literal('weak'),
  deviceCredentialFallback: z.literal(true),
  /** For `setAllowedAuthenticators`: BIOMETRIC_WEAK and DEVICE_CREDENTIAL. */
  allowedAuthenticators: z.literal(0xff | 0x8000),
})

export const androidPromptOptions: z.infer<typeof androidPrompt> = {
  strength: 'weak',
  deviceCredentialFallback: true,
  allowedAuthenticators: 0xff | 0x8000,
}

const bytes = (least: number, most: number) => z.array(z.int().min(0).max(255)).min(least).max(most)

/** Both names of one ceremony and its challenge: 32 random bytes, written in base64url. */
const opaqueToken = z.string().regex(/^[\w-]{43}$/, 'Identificativo non valido')

const challenge = z.base64()

/** Base64url, as authenticators name what they keep. */
const credentialId = z.string().regex(/^[\w-]{1,683}$/)

export const passkey = z.object({
  id,
  deviceName: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})

export type OwnPasskey = z.infer<typeof passkey>

/** As after a password: a duty to choose another stands whichever way one came in. */
const signInResponse = z.object({ user, mustChangePassword: z.literal(true).optional() })

export const passkeyCalls = {
  registerPasskeyChallenge: call({
    method: 'POST',
    path: '/api/auth/biometric/register-challenge',
    summary: 'What an authenticator must sign to make a passkey for the signed-in account; good once, for 60 seconds',
    access: 'signed-in',
    body: z.strictObject({ userId: id, userType }),
    response: z.object({
      challenge,
      sessionId: opaqueToken,
      rpId: z.string(),
      excludeCredentials: z.array(z.object({ id: credentialId })),
    }),
    rateLimit: 'write',
  }),
  registerPasskey: call({
    method: 'POST',
    path: '/api/auth/biometric/register',
    summary: 'Keeps the passkey; its key is read from the attestation',
    access: 'signed-in',
    body: z.strictObject({
      sessionId: opaqueToken,
      credentialId: bytes(1, 512),
      publicKey: bytes(0, 2048),
      attestationObject: bytes(1, 8192),
      clientDataJSON: bytes(1, 2048),
      deviceName: text(1, 100),
    }),
    response: null,
    rateLimit: 'write',
  }),
  passkeyChallenge: call({
    method: 'POST',
    path: '/api/auth/biometric/authenticate-challenge',
    summary: 'What an authenticator must sign to sign in; names nobody’s passkeys',
    access: 'anyone',
    body: z.strictObject({ userType }),
    response: z.object({
      challenge,
      sessionId: opaqueToken,
      rpId: z.string(),
      allowCredentials: z.array(z.object({ id: credentialId })),
    }),
    rateLimit: 'login',
  }),
  loginByPasskey: call({
    method: 'POST',
    path: '/api/auth/biometric/authenticate',
    summary: 'Signs in with a passkey',
    access: 'anyone',
    body: z.strictObject({
      sessionId: opaqueToken,
      credentialId: bytes(1, 512),
      authenticatorData: bytes(37, 2048),
      clientDataJSON: bytes(1, 2048),
      signature: bytes(1, 1024),
      userHandle: bytes(0, 64).nullable(),
    }),
    response: signInResponse,
    rateLimit: 'login',
  }),
  enrollDevice: call({
    method: 'POST',
    path: '/api/auth/biometric/enroll',
    summary: 'A token that lets the app on this device in, once and within a minute',
    access: 'signed-in',
    response: z.object({ deviceToken: opaqueToken }),
    rateLimit: 'write',
  }),
  revokeDevice: call({
    method: 'POST',
    path: '/api/auth/biometric/revoke',
    summary: 'Ends quick access on this device',
    access: 'signed-in',
    response: z.object({ message: z.string() }),
    rateLimit: 'write',
  }),
  redeemDeviceToken: call({
    method: 'POST',
    path: '/api/auth/biometric/redeem',
    summary: 'Signs the app in with the token it was opened with',
    access: 'anyone',
    body: z.strictObject({ deviceToken: opaqueToken }),
    response: signInResponse,
    rateLimit: 'login',
  }),
  passkeys: call({
    method: 'GET',
    path: '/api/auth/biometric/passkeys',
    summary: 'One’s own passkeys',
    access: 'signed-in',
    response: z.array(passkey),
  }),
  removePasskey: call({
    method: 'POST',
    path: '/api/auth/biometric/remove',
    summary: 'Removes one of one’s own passkeys',
    access: 'signed-in',
    body: z.strictObject({ passkeyId: id }),
    response: null,
    rateLimit: 'write',
  }),
  androidApp: call({
    method: 'GET',
    path: '/api/auth/biometric/android-app',
    summary: 'How the Android app is recognised, where it takes over, and how it must ask for its owner',
    access: 'anyone',
    response: z.object({
      /** What its browser's name contains. */
      marker: z.string(),
      /** Where it is opened with a token; null when there is no app. */
      enrollLink: z.string().nullable(),
      prompt: androidPrompt,
    }),
  }),
}
