import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** What an authenticator is asked to sign, as the API tells it. */
export interface CeremonyRequest {
  /** Base64. */
  readonly challenge: string
  readonly sessionId: string
}

/** How a new key is vouched for, over what it signs. */
export type AttestationBuilder = (toSign: Buffer) => {
  readonly fmt: string
  readonly attStmt: ReadonlyMap<string, unknown>
}

/** Where it lies to the server, or what it leaves out. */
export interface Tampering {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly counter?: number
  readonly userVerified?: boolean
  readonly credentialId?: Buffer
  readonly attestation?: AttestationBuilder
  readonly userHandle?: string | null
  readonly signedBy?: KeyObject
}

type Algorithm = 'ES256' | 'RS256' | 'EdDSA'
interface AuthenticatorOptions {
  readonly origin: string
  readonly rpId?: string
  readonly algorithm?: Algorithm
  /** Synced passkeys count nothing: always 0. */
  readonly countsUses?: boolean
}

/** An authenticator without a body: real keys, real signatures, and the ability to lie. */
export const softwareAuthenticator = ({
  origin,
  rpId = 'localhost',
  algorithm = 'ES256',
  countsUses = true,
}: AuthenticatorOptions) => {
  const { publicKey, privateKey } = generateKeys[algorithm]()
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, asked: CeremonyRequest, lies: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: Buffer.from(lies.challenge ?? asked.challenge, 'base64').toString('base64url'),
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (lies: Tampering, made: Buffer = Buffer.alloc(0)) => {
    const present = 1 | (lies.userVerified === false ? 0 : 4) | (made.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? (countsUses ? ++counter : 0))
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([present]), count, made])
  }

  return {
    id,
    privateKey,
    /** The body of `register`. */
    makes: (asked: CeremonyRequest, lies: Tampering = {}) => {
      const credentialId = lies.credentialId ?? id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const made = Buffer.concat([Buffer.alloc(16), length, id, coseKey(algorithm, publicKey)])
      const data = authenticatorData(lies, made)
      const said = clientData('webauthn.create', asked, lies)
      const { fmt, attStmt } = (lies.attestation ?? noAttestation)(Buffer.concat([data, sha256(said)]))
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(data)],
      ])
      return {
        sessionId: asked.sessionId,
        credentialId: [...credentialId],
        publicKey: [...publicKey.export({ type: 'spki', format: 'der' })],
        attestationObject: [...encodeCbor(attestation)],
        clientDataJSON: [...said],
        deviceName: 'Chrome su Android',
      }
    },
    /** The body of `authenticate`. */
    signs: (asked: CeremonyRequest, lies: Tampering = {}) => {
      const data = authenticatorData(lies)
      const said = clientData('webauthn.get', asked, lies)
      const signature = createSign('sha256').update(Buffer.concat([data, sha256(said)]))
      const { userHandle = null } = lies
      return {
        sessionId: asked.sessionId,
        credentialId: [...(lies.credentialId ?? id)],
        authenticatorData: [...data],
        clientDataJSON: [...said],
        signature: [...signature.sign(lies.signedBy ?? privateKey)],
        userHandle: userHandle === null ? null : [...Buffer.from(userHandle)],
      }
    },
  }
}

const noAttestation: AttestationBuilder = () => ({ fmt: 'none', attStmt: new Map() })

const generateKeys: Readonly<
  Record<Algorithm, () => { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>
> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
}

/** A public key as RFC 9053 writes it. */
const coseKey = (algorithm: Algorithm, key: KeyObject): Buffer => {
  const jwk = key.export({ format: 'jwk' })
  const part = (name: 'x' | 'y' | 'n' | 'e') => new Uint8Array(Buffer.from(String(jwk[name]), 'base64url'))
  const fields: Readonly<Record<Algorithm, () => readonly (readonly [number, unknown])[]>> = {
    ES256: () => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part('x')],
      [-3, part('y')],
    ],
    RS256: () => [
      [1, 3],
      [3, -257],
      [-1, part('n')],
      [-2, part('e')],
    ],
    EdDSA: () => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, part('x')],
    ],
  }
  return Buffer.from(encodeCbor(new Map(fields[algorithm]())))
}

const encodeCbor = (map: ReadonlyMap<unknown, unknown>) => isoCBOR.encode(map as Parameters<typeof isoCBOR.encode>[0])
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** What a maker's certificate says around its key: packed attestation asks for just these words. */
const certificateParts = {
  before:
    'MIIB9TCCAZygAwIBAgIUdLsWGpvAhrbPI4aCSJ1sG0EKgBAwCgYIKoZIzj0EAwIwUTELMAkGA1UEBhMCSVQxDjAMBgNVBAoMBVByb3ZhMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVQcm92YTAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MTAyODEwMjc1NVowUTELMAkGA1UEBhMCSVQxDjAMBgNVBAoMBVByb3ZhMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVQcm92YTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  after:
    'o1AwTjAdBgNVHQ4EFgQUIpZlUGTbjXk79XxUmSHeXpMKtHkwHwYDVR0jBBgwFoAUIpZlUGTbjXk79XxUmSHeXpMKtHkwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNHADBEAiAuD7L6C6iQgAyQOTlMd/mUgxn/tgMJeUygQLJ4EA2+xwIgeNeCwPsxQPx0WtEjMM0MHZpYVFJ5K/6U2/nQPGDm1zc=',
}

/** A maker vouches for the authenticator. */
export const certifiedAttestation = (): AttestationBuilder => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  const parts = [Buffer.from(certificateParts.before, 'base64'), point, Buffer.from(certificateParts.after, 'base64')]
  return (toSign) => ({
    fmt: 'packed',
    attStmt: new Map<string, unknown>([
      ...signatureEntries(toSign, privateKey),
      ['x5c', [new Uint8Array(Buffer.concat(parts))]],
    ]),
  })
}

/** The new key vouches for itself. */
export const selfAttestation =
  (key: KeyObject): AttestationBuilder =>
  (toSign) => ({ fmt: 'packed', attStmt: new Map(signatureEntries(toSign, key)) })

const signatureEntries = (toSign: Buffer, key: KeyObject): readonly (readonly [string, unknown])[] => [
  ['alg', -7],
  ['sig', new Uint8Array(createSign('sha256').update(toSign).sign(key))],
]
