import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Assertion, Attestation } from '../../application/ports/passkeys.ts'

/** Whom an authenticator must have spoken to. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/** A challenge is checked where its hash is known. */
type IsChallenge = (challenge: string) => boolean

export interface ProvenKey {
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** ES256 and RS256 (C-07). */
const algorithms = [-7, -257]

/** The key an authenticator made, out of its own attestation; null when anything about it is wrong. */
export const provenKey = async (site: RelyingParty, is: IsChallenge, made: Attestation): Promise<ProvenKey | null> => {
  const id = text(made.credentialId)
  try {
    if (!vouchesForItself(made.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: text(made.clientDataJSON), attestationObject: text(made.attestationObject) },
        clientExtensionResults: {},
      },
      expectedChallenge: is,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return verified && registrationInfo.credential.id === id ? registrationInfo.credential : null
  } catch {
    return null
  }
}

/** The counter a right signature carries; null when anything about it is wrong, or the counter has not moved on. */
export const provenCounter = async (
  site: RelyingParty,
  is: IsChallenge,
  { publicKey, counter }: ProvenKey,
  signed: Assertion,
): Promise<number | null> => {
  const id = text(signed.credentialId)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(signed.clientDataJSON),
          authenticatorData: text(signed.authenticatorData),
          signature: text(signed.signature),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: is,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Certificates were not asked for: they tell of the device's owner, and judging them calls on their makers. */
const vouchesForItself = (attestationObject: Uint8Array): boolean => {
  const said = decodeAttestationObject(new Uint8Array(attestationObject))
  const fmt = said.get('fmt')
  return fmt === 'none' || (fmt === 'packed' && said.get('attStmt').get('x5c') === undefined)
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
