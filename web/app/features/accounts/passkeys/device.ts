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

/** What this device recognises its owner by, where the Android app tells (C-06); otherwise what devices like it do (T-127). */
export const authenticatorName = (userAgent: string): string => {
  const biometry = parseBiometryType(userAgent)
  if (biometry !== null) return passkeyTexts.biometry[biometry]
  return passkeyTexts.devices[devicePatterns.find(([sign]) => sign.test(userAgent))?.[1] ?? 'other']
}

/** How a passkey made here is told from others. */
export const passkeyName = (userAgent: string): string =>
  passkeyTexts.deviceName(
    browserPatterns.find(([sign]) => sign.test(userAgent))?.[1] ?? passkeyTexts.unknownBrowser,
    devicePatterns.find(([sign]) => sign.test(userAgent))?.[2] ?? passkeyTexts.unknownSystem,
  )

/** What to do about a browser that is too old (T-117, T-118). */
export const unsupportedBrowserHint = (userAgent: string): string =>
  /Mobi|Android|iPhone|iPad/.test(userAgent) ? passkeyTexts.unsupportedMobile : passkeyTexts.unsupportedOther

export const supportsPasskeys = (): boolean => browserSupportsWebAuthn()

interface AppEnvironment {
  readonly inAndroidApp: boolean
  readonly enrollLink: string | null
}

/** Whether the Android app shows these screens, by the mark in its browser's name; null until that is known. */
export const useAppEnvironment = (): AppEnvironment | null => {
  const { data, isError } = useQuery(androidAppQuery)
  if (data === undefined) return isError ? { inAndroidApp: false, enrollLink: null } : null
  return { inAndroidApp: navigator.userAgent.includes(data.marker), enrollLink: data.enrollLink }
}
