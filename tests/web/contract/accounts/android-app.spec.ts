import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  androidPrompt,
  androidPromptOptions,
  appUserAgent,
  biometryType,
  parseBiometryType,
} from '../../../../web/contract/accounts/passkeys.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'

describe('the agreement between Android app and web build', () => {
  it('C-06: names the biometric methods: none, Touch ID, Face ID, fingerprint, face and iris', () => {
    expect(biometryType.options).toEqual(['none', 'touch-id', 'face-id', 'fingerprint', 'face', 'iris'])
  })

  it('C-06, Q-116: reads the device’s method from the app’s user agent, with any marker and version', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...biometryType.options),
        fc.stringMatching(/^[A-Za-z][\w-]{0,30}$/),
        fc.stringMatching(/^\d{1,3}(\.\d{1,3}){0,2}$/),
        (biometry, marker, version) => {
          const userAgent = `${chrome} ${appUserAgent(marker, version, biometry)}`
          expect(parseBiometryType(userAgent)).toBe(biometry)
          expect(userAgent).toContain(marker)
        },
      ),
    ))

  it.each(['', chrome, `${chrome} GarboAndroid/1.4`, `${chrome} GarboAndroid/1.4 (biometry=voice)`, 'biometry=face'])(
    'C-06: finds no biometric method in %j',
    (userAgent) => expect(parseBiometryType(userAgent)).toBeNull(),
  )

  it('C-05, Q-105: allows weak biometrics and the device code, by Android’s constants', () => {
    const [biometricWeak, deviceCredential] = [0x00ff, 0x8000]
    expect(androidPromptOptions).toEqual({
      strength: 'weak',
      deviceCredentialFallback: true,
      allowedAuthenticators: biometricWeak + deviceCredential,
    })
    expect(androidPrompt.parse(androidPromptOptions)).toEqual(androidPromptOptions)
  })
})
