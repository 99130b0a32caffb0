import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** Challenge of the API for an authenticator. */
export interface CeremonyRequest {
  /** Base64. */
  readonly challenge: string
  readonly sessionId: string
}

/** Builds the attestation statement of a new key. */
export type AttestationBuilder = (toSign: Buffer) => {
  readonly fmt: string
  readonly attStmt: ReadonlyMap<string, unknown>
}

/** Manipulated parts of a response. */
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
  /** False for synced passkeys, whose counter is always 0. */
  readonly countsUses?: boolean
}

/** Software authenticator with real keys and signatures, whose responses can be manipulated. */
export const softwareAuthenticator = ({
  origin,
  rpId = 'localhost',
  algorithm = 'ES256',
  countsUses = true,
}: AuthenticatorOptions) => {
  const { publicKey, privateKey } = generateKeys[algorithm]()
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, request: CeremonyRequest, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: tampering.type ?? type,
        challenge: Buffer.from(tampering.challenge ?? request.challenge, 'base64').toString('base64url'),
        origin: tampering.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (tampering: Tampering, attestedCredential: Buffer = Buffer.alloc(0)) => {
    const flags = 1 | (tampering.userVerified === false ? 0 : 4) | (attestedCredential.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(tampering.counter ?? (countsUses ? ++counter : 0))
    return Buffer.concat([sha256(tampering.rpId ?? rpId), Buffer.from([flags]), count, attestedCredential])
  }

  return {
    id,
    privateKey,
    /** Body of a registration request. */
    register: (request: CeremonyRequest, tampering: Tampering = {}) => {
      const credentialId = tampering.credentialId ?? id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attestedCredential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(algorithm, publicKey)])
      const data = authenticatorData(tampering, attestedCredential)
      const clientDataJSON = clientData('webauthn.create', request, tampering)
      const { fmt, attStmt } = (tampering.attestation ?? noAttestation)(Buffer.concat([data, sha256(clientDataJSON)]))
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(data)],
      ])
      return {
        sessionId: request.sessionId,
        credentialId: [...credentialId],
        publicKey: [...publicKey.export({ type: 'spki', format: 'der' })],
        attestationObject: [...encodeCbor(attestation)],
        clientDataJSON: [...clientDataJSON],
        deviceName: 'Chrome su Android',
      }
    },
    /** Body of an authentication request. */
    authenticate: (request: CeremonyRequest, tampering: Tampering = {}) => {
      const data = authenticatorData(tampering)
      const clientDataJSON = clientData('webauthn.get', request, tampering)
      const signature = createSign('sha256').update(Buffer.concat([data, sha256(clientDataJSON)]))
      const { userHandle = null } = tampering
      return {
        sessionId: request.sessionId,
        credentialId: [...(tampering.credentialId ?? id)],
        authenticatorData: [...data],
        clientDataJSON: [...clientDataJSON],
        signature: [...signature.sign(tampering.signedBy ?? privateKey)],
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

/** Encodes a public key as COSE (RFC 9053). */
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

/** DER of a manufacturer's certificate around its key, with the subject that packed attestation requires. */
const certificateParts = {
  before:
    'MIIB9TCCAZygAwIBAgIUdLsWGpvAhrbPI4aCSJ1sG0EKgBAwCgYIKoZIzj0EAwIwUTELMAkGA1UEBhMCSVQxDjAMBgNVBAoMBVByb3ZhMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVQcm92YTAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MTAyODEwMjc1NVowUTELMAkGA1UEBhMCSVQxDjAMBgNVBAoMBVByb3ZhMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ4wDAYDVQQDDAVQcm92YTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  after:
    'o1AwTjAdBgNVHQ4EFgQUIpZlUGTbjXk79XxUmSHeXpMKtHkwHwYDVR0jBBgwFoAUIpZlUGTbjXk79XxUmSHeXpMKtHkwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNHADBEAiAuD7L6C6iQgAyQOTlMd/mUgxn/tgMJeUygQLJ4EA2+xwIgeNeCwPsxQPx0WtEjMM0MHZpYVFJ5K/6U2/nQPGDm1zc=',
}

/** Packed attestation with a manufacturer's certificate. */
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

/** Packed self-attestation. */
export const selfAttestation =
  (key: KeyObject): AttestationBuilder =>
  (toSign) => ({ fmt: 'packed', attStmt: new Map(signatureEntries(toSign, key)) })

const signatureEntries = (toSign: Buffer, key: KeyObject): readonly (readonly [string, unknown])[] => [
  ['alg', -7],
  ['sig', new Uint8Array(createSign('sha256').update(toSign).sign(key))],
]
