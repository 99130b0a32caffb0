import { z } from 'zod'
import { characterFlaw } from '../../../domain/kernel/names.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant, name, secret } from '../fields.ts'
import { user, userType, withoutFlaw } from './authentication.ts'

/** The protocol between the Android app and the web app it embeds is described in docs/how-to/android-wrapper.md. */

/** @rule C-06 kinds of biometric sensors */
export const biometryType = z.enum(['none', 'touch-id', 'face-id', 'fingerprint', 'face', 'iris'])

export type BiometryType = z.infer<typeof biometryType>

/** Suffix of the app's user agent: `GarboAndroid/1.4 (biometry=fingerprint)`. @rule Q-116 the marker is a setting */
export const appUserAgent = (marker: string, version: string, biometry: BiometryType): string =>
  `${marker}/${version} (biometry=${biometry})`

/** The sensor named by the app's user agent; null outside the app. */
export const parseBiometryType = (userAgent: string): BiometryType | null =>
  biometryType.safeParse(/\/[\w.-]+ \(biometry=([\w-]+)\)/.exec(userAgent)?.[1]).data ?? null

/** Options of the app's biometric prompt. @rule C-05 Q-105 the screen lock and class-2 sensors are accepted */
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

/** The longest byte arrays of a passkey together, a comma a byte. */
const maxByteTokens = 16_000

const bytes = (min: number, max: number) => z.array(z.int().min(0).max(255)).min(min).max(max)

/** 32 random bytes in base64url. */
const opaqueToken = z.string().regex(/^[\w-]{43}$/, 'Identificativo non valido')

const challenge = z.base64()

/** Base64url. */
const credentialId = z.string().regex(/^[\w-]{1,683}$/)

export const passkey = z.object({
  id,
  deviceName: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})

export type OwnPasskey = z.infer<typeof passkey>

/** As for password sign-in. @rule Q-04 after a temporary password, every kind of sign-in requires a new one */
const signInResponse = z.object({ user, mustChangePassword: z.literal(true).optional() })

export const passkeyEndpoints = {
  registerPasskeyChallenge: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/register-challenge',
    summary: 'Returns a challenge for registering a passkey, valid once, for 60 seconds; requires the password',
    access: 'signed-in',
    body: z.strictObject({ userId: id, userType, password: secret('Inserisci la tua password') }),
    response: z.object({
      challenge,
      sessionId: opaqueToken,
      rpId: z.string(),
      excludeCredentials: z.array(z.object({ id: credentialId })),
    }),
    rateLimit: 'write',
  }),
  registerPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/register',
    summary: 'Registers the passkey with the public key from its attestation',
    access: 'signed-in',
    body: z.strictObject({
      sessionId: opaqueToken,
      credentialId: bytes(1, 512),
      publicKey: bytes(0, 2048),
      attestationObject: bytes(1, 8192),
      clientDataJSON: bytes(1, 2048),
      /** Letters quote it. @rule Q-131 */
      deviceName: name(1, 100).check(withoutFlaw(characterFlaw)),
    }),
    response: null,
    maxTokens: maxByteTokens,
    rateLimit: 'write',
    recorded: { what: 'second-factor', why: 'passkey-added' },
  }),
  passkeyChallenge: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/authenticate-challenge',
    summary: 'Returns a challenge for signing in; does not list passkeys',
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
  loginWithPasskey: endpoint({
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
    maxTokens: maxByteTokens,
    rateLimit: 'login',
    recorded: { what: 'sign-in', why: 'passkey' },
  }),
  enrollDevice: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/enroll',
    summary: 'Issues a token that signs in the app on this device once, within a minute',
    access: 'signed-in',
    response: z.object({ deviceToken: opaqueToken }),
    respondsWithSecret: true,
    rateLimit: 'write',
    recorded: { what: 'second-factor', why: 'device-added' },
  }),
  revokeDevice: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/revoke',
    summary: 'Ends quick access on this device',
    access: 'signed-in',
    response: z.object({ message: z.string() }),
    rateLimit: 'write',
    recorded: { what: 'second-factor', why: 'device-removed' },
  }),
  redeemDeviceToken: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/redeem',
    summary: 'Signs the app in with its token',
    access: 'anyone',
    body: z.strictObject({ deviceToken: opaqueToken }),
    response: signInResponse,
    rateLimit: 'login',
    recorded: { what: 'sign-in', why: 'device' },
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/api/auth/biometric/passkeys',
    summary: 'Lists the caller’s passkeys',
    access: 'signed-in',
    response: z.array(passkey),
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/api/auth/biometric/remove',
    summary: 'Removes one of the caller’s passkeys',
    access: 'signed-in',
    body: z.strictObject({ passkeyId: id }),
    response: null,
    rateLimit: 'write',
    recorded: { what: 'second-factor', why: 'passkey-removed' },
  }),
  androidApp: endpoint({
    method: 'GET',
    path: '/api/auth/biometric/android-app',
    summary: 'Returns the user-agent marker, link and prompt options of the Android app',
    access: 'anyone',
    response: z.object({
      /** Part of the app's user agent. @rule Q-116 */
      marker: z.string(),
      /** Link that opens the app with a token; null without an app. */
      enrollLink: z.string().nullable(),
      prompt: androidPrompt,
    }),
  }),
}
