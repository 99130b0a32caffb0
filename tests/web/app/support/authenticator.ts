import { afterEach, vi } from 'vitest'
import { androidPromptOptions } from '../../../../web/contract/accounts/passkeys.ts'
import { ok } from './stub-server.ts'

/** Fakes the browser's WebAuthn API with a configurable authenticator. */
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

/** Sets the user agent. */
export const stubUserAgent = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials')
  vi.restoreAllMocks()
})

/** The API's answer about the Android app: URL that opens it with a token; null if there is none. */
export const androidAppAnswer = (enrollLink: string | null) =>
  ok({ marker: 'GarboAndroid', enrollLink, prompt: androidPromptOptions })
