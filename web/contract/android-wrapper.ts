import { z } from 'zod'

/** What the Android app and the web build it shows have agreed on; docs/how-to/android-wrapper.md tells it in full. */

/** What a device can recognise its owner by (C-06). */
export const biometryType = z.enum(['none', 'touch-id', 'face-id', 'fingerprint', 'face', 'iris'])
export type BiometryType = z.infer<typeof biometryType>

/** What the app adds to its browser's name: `GarboAndroid/1.4 (biometry=fingerprint)`, with the marker that is set. */
export const wrapperMark = (marker: string, version: string, biometry: BiometryType): string =>
  `${marker}/${version} (biometry=${biometry})`

/** What the app says its device has; null where no app says anything. */
export const biometryIn = (userAgent: string): BiometryType | null =>
  biometryType.safeParse(/\/[\w.-]+ \(biometry=([\w-]+)\)/.exec(userAgent)?.[1]).data ?? null

/** How the app must ask (C-05): what unlocks the telephone will do, and so will a sensor Android calls weak. */
export const androidPrompt = z.object({
  strength: z.literal('weak'),
  deviceCredentialFallback: z.literal(true),
  /** For `setAllowedAuthenticators`: BIOMETRIC_WEAK and DEVICE_CREDENTIAL. */
  allowedAuthenticators: z.literal(0xff | 0x8000),
})
export const promptOfTheApp: z.infer<typeof androidPrompt> = {
  strength: 'weak',
  deviceCredentialFallback: true,
  allowedAuthenticators: 0xff | 0x8000,
}
