import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { biometryIn } from '../../../../contract/android-wrapper.ts'
import { texts } from '../../../texts.ts'
import { androidApp } from './biometrics.queries.ts'

const { biometrics: words } = texts
const { devices } = words

type Device = keyof typeof devices
const signs: readonly (readonly [RegExp, Device, string])[] = [
  [/iPhone|iPad/, 'iphone', 'iPhone o iPad'],
  [/Android/, 'android', 'Android'],
  [/Macintosh/, 'mac', 'Mac'],
  [/Windows/, 'windows', 'Windows'],
  [/Linux/, 'other', 'Linux'],
]
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** What this device recognises its owner by, where the Android app tells (C-06); otherwise what devices like it do (T-127). */
export const sensorOf = (userAgent: string): string => {
  const biometry = biometryIn(userAgent)
  if (biometry !== null) return words.biometry[biometry]
  return devices[signs.find(([sign]) => sign.test(userAgent))?.[1] ?? 'other']
}

/** How a passkey made here is told from others. */
export const deviceNameOf = (userAgent: string): string =>
  words.deviceName(
    browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? words.someBrowser,
    signs.find(([sign]) => sign.test(userAgent))?.[2] ?? words.someSystem,
  )

/** What to do about a browser that is too old (T-117, T-118). */
export const hintFor = (userAgent: string): string =>
  /Mobi|Android|iPhone|iPad/.test(userAgent) ? words.unsupportedMobile : words.unsupportedOther

export const isSupported = (): boolean => browserSupportsWebAuthn()

interface Surroundings {
  readonly insideApp: boolean
  readonly enrollLink: string | null
}

/** Whether the Android app shows these screens, by the mark in its browser's name; null until that is known. */
export const useSurroundings = (): Surroundings | null => {
  const { data, isError } = useQuery(androidApp)
  if (data === undefined) return isError ? { insideApp: false, enrollLink: null } : null
  return { insideApp: navigator.userAgent.includes(data.marker), enrollLink: data.enrollLink }
}
