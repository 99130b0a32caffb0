import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  androidPrompt,
  biometryIn,
  biometryType,
  promptOfTheApp,
  wrapperMark,
} from '../../../web/contract/android-wrapper.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'

describe('what the Android app and the web build have agreed on', () => {
  it('C-06: biometry is none, Touch ID, Face ID, fingerprint, face or iris, and nothing else', () => {
    expect(biometryType.options).toEqual(['none', 'touch-id', 'face-id', 'fingerprint', 'face', 'iris'])
  })

  it('C-06, Q-116: what the app says its device has is read back, whatever its marker and version', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...biometryType.options),
        fc.stringMatching(/^[A-Za-z][\w-]{0,30}$/),
        fc.stringMatching(/^\d{1,3}(\.\d{1,3}){0,2}$/),
        (biometry, marker, version) => {
          const userAgent = `${chrome} ${wrapperMark(marker, version, biometry)}`
          expect(biometryIn(userAgent)).toBe(biometry)
          expect(userAgent).toContain(marker)
        },
      ),
    ))

  it.each(['', chrome, `${chrome} GarboAndroid/1.4`, `${chrome} GarboAndroid/1.4 (biometry=voice)`, 'biometry=face'])(
    'C-06: %j says nothing of it',
    (userAgent) => expect(biometryIn(userAgent)).toBeNull(),
  )

  it('C-05, Q-105: the app asks with a weak sensor allowed and the device’s own code in its stead, by Android’s numbers', () => {
    const [biometricWeak, deviceCredential] = [0x00ff, 0x8000]
    expect(promptOfTheApp).toEqual({
      strength: 'weak',
      deviceCredentialFallback: true,
      allowedAuthenticators: biometricWeak + deviceCredential,
    })
    expect(androidPrompt.parse(promptOfTheApp)).toEqual(promptOfTheApp)
  })
})
