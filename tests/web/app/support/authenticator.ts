import { afterEach, vi } from 'vitest'
import { androidPromptOptions } from '../../../../web/contract/accounts/passkeys.ts'
import { ok } from './stub-server.ts'

/** A browser that knows WebAuthn, and what its authenticator does when asked. */
export const stubAuthenticator = ({
  creates = async () => null,
  gets = async () => null,
  platform = true,
}: {
  readonly creates?: (options: CredentialCreationOptions) => Promise<unknown>
  readonly gets?: (options: CredentialRequestOptions) => Promise<unknown>
  readonly platform?: boolean
} = {}) => {
  const create = vi.fn(creates)
  const get = vi.fn(gets)
  const abilities = {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => platform,
    isConditionalMediationAvailable: async () => false,
  }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, abilities),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  return { create, get }
}

export const errorNamed = (name: string) => Object.assign(new Error(`the browser says ${name}`), { name })

const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer
const credentialBase = { id: 'AQID', rawId: buffer(1, 2, 3), type: 'public-key', authenticatorAttachment: 'platform' }

export const createdCredential = {
  ...credentialBase,
  getClientExtensionResults: () => ({}),
  response: { attestationObject: buffer(9, 9), clientDataJSON: buffer(7, 200), getPublicKey: () => buffer(5) },
}
export const signedCredential = {
  ...credentialBase,
  getClientExtensionResults: () => ({}),
  response: {
    authenticatorData: buffer(4, 4),
    clientDataJSON: buffer(7, 255),
    signature: buffer(6),
    userHandle: buffer(8),
  },
}

/** Calls itself something else. */
export const stubUserAgent = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials')
  vi.restoreAllMocks()
})

/** What the API says of the Android app: where it is opened with a token; null: nowhere. */
export const androidAppAnswer = (enrollLink: string | null) =>
  ok({ marker: 'GarboAndroid', enrollLink, prompt: androidPromptOptions })
