import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { parseBiometryType } from '../../../../contract/accounts/passkeys.ts'
import { androidAppQuery } from '../queries.ts'
import { passkeyTexts } from './texts.ts'

type Device = keyof typeof passkeyTexts.devices
const devicePatterns: readonly (readonly [RegExp, Device, string])[] = [
  [/iPhone|iPad/, 'iphone', 'iPhone o iPad'],
  [/Android/, 'android', 'Android'],
  [/Macintosh/, 'mac', 'Mac'],
  [/Windows/, 'windows', 'Windows'],
  [/Linux/, 'other', 'Linux'],
]
const browserPatterns: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/**
 * Name of the device's authenticator: as reported by the Android app, otherwise guessed from the device.
 * @rule C-06 T-127
 */
export const authenticatorName = (userAgent: string): string => {
  const biometry = parseBiometryType(userAgent)
  if (biometry !== null) return passkeyTexts.biometry[biometry]
  return passkeyTexts.devices[devicePatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other']
}

/** Display name of a passkey registered in this browser. */
export const passkeyName = (userAgent: string): string =>
  passkeyTexts.deviceName(
    browserPatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? passkeyTexts.unknownBrowser,
    devicePatterns.find(([pattern]) => pattern.test(userAgent))?.[2] ?? passkeyTexts.unknownSystem,
  )

/** Advice for browsers without passkeys. @rule T-117 T-118 */
export const unsupportedBrowserHint = (userAgent: string): string =>
  /Mobi|Android|iPhone|iPad/.test(userAgent) ? passkeyTexts.unsupportedMobile : passkeyTexts.unsupportedOther

export const supportsPasskeys = (): boolean => browserSupportsWebAuthn()

export interface AppEnvironment {
  readonly inAndroidApp: boolean
  readonly enrollLink: string | null
}

/** Null while loading. @rule Q-116 the Android app is recognised by a marker in the user agent */
export const useAppEnvironment = (): AppEnvironment | null => {
  const { data, isError } = useQuery(androidAppQuery)
  if (data === undefined) return isError ? { inAndroidApp: false, enrollLink: null } : null
  return { inAndroidApp: navigator.userAgent.includes(data.marker), enrollLink: data.enrollLink }
}
