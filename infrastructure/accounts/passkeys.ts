import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Assertion, Attestation, Passkey, Passkeys, Registrant } from '../../application/accounts/ports.ts'
import type { NewId } from '../../application/ports/clock.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { tokenHash } from './hashing.ts'
import { type Database, storageTask } from './storage.ts'

export interface PasskeyOptions {
  /** A function, because the port may be assigned only when the server starts. */
  readonly site: () => RelyingParty
  readonly newId: NewId
}

/** Passkeys in Postgres (module `access`). @rule Q-15 */
export const postgresPasskeys = (db: Database, { site, newId }: PasskeyOptions): Passkeys => {
  const begin = (purpose: string, at: Instant) =>
    storageTask(async () => ({ ...(await issueChallenge(db, purpose, at)), rpId: site().rpId }))

  const register = async (registrant: Registrant, attestation: Attestation, at: Instant) => {
    const taken = await takeChallenge(db, attestation.sessionId, at)
    if (taken?.purpose !== registrationPurpose(registrant)) return 'refused'
    const key = await verifyRegistration(site(), taken.matches, attestation)
    if (key === null) return 'refused'
    return (await save(registrant, attestation, key, at)) ? 'registered' : 'taken'
  }

  const save = async (
    { accountId, kind }: Registrant,
    { credentialId, deviceName, device, trusted = false }: Attestation,
    { publicKey, counter }: VerifiedKey,
    at: Instant,
  ) => {
    const row = [newId(), accountId, kind, Buffer.from(credentialId), Buffer.from(publicKey), counter]
    return (await db.query(insertSql, [...row, deviceName, tokenHash(device), at, trusted])).rowCount === 1
  }

  const verify = async (assertion: Assertion, at: Instant): Promise<string | null> => {
    const taken = await takeChallenge(db, assertion.sessionId, at)
    const { rows } = await db.query<KeyRow>(findSql, [Buffer.from(assertion.credentialId)])
    const [row] = rows
    if (taken === null || row === undefined || taken.purpose !== signInPurpose(row.kind)) return null
    if (assertion.userHandle !== null && Buffer.from(assertion.userHandle).toString() !== row.account_id) return null
    const key = { publicKey: row.public_key, counter: Number(row.counter) }
    const counter = await verifySignature(site(), taken.matches, key, assertion)
    if (counter === null) return null
    // an unchanged row counter rejects concurrent use of a cloned authenticator
    return (await db.query(advanceSql, [row.id, key.counter, counter, at])).rowCount === 1 ? row.account_id : null
  }

  return {
    beginRegistration: (registrant, at) => begin(registrationPurpose(registrant), at),
    register: (registrant, attestation, at) => storageTask(() => register(registrant, attestation, at)),
    beginSignIn: (kind, at) => begin(signInPurpose(kind), at),
    verify: (assertion, at) => storageTask(() => verify(assertion, at)),
    isTrusted: (credentialId) => storageTask(() => isTrusted(db, credentialId)),
    listOf: (accountId) => storageTask(async () => (await db.query<OwnRow>(listSql, [accountId])).rows.map(toPasskey)),
    remove: (accountId, id) =>
      storageTask(async () => {
        const { rowCount } = await db.query('delete from access.passkeys where account_id = $1 and id = $2', [
          accountId,
          id,
        ])
        return rowCount === 1
      }),
    removeFromDevice: (accountId, device) =>
      storageTask(async () => {
        await db.query('delete from access.passkeys where account_id = $1 and device_hash = $2', [
          accountId,
          tokenHash(device),
        ])
      }),
    deleteAllOf: (accountId) =>
      storageTask(async () => {
        await db.query('delete from access.passkeys where account_id = $1', [accountId])
      }),
    sweep: (at) => storageTask(() => sweepChallenges(db, at)),
  }
}

const registrationPurpose = ({ accountId, session }: Registrant) => `registration ${accountId} ${session}`
const signInPurpose = (kind: string) => `sign-in ${kind}`

const isTrusted = async (db: Database, credentialId: Uint8Array): Promise<boolean> => {
  const text = 'select trusted from access.passkeys where credential_id = $1'
  const { rows } = await db.query<{ trusted: boolean }>(text, [Buffer.from(credentialId)])
  return rows[0]?.trusted === true
}

interface KeyRow {
  readonly id: string
  readonly account_id: string
  readonly kind: string
  readonly public_key: Buffer
  /** A bigint, which the driver returns as text. */
  readonly counter: string
}

interface OwnRow {
  readonly id: string
  readonly credential_id: Buffer
  readonly device_name: string
  readonly created_at: Date
  readonly used_at: Date | null
}

const toPasskey = ({ id, credential_id, device_name, created_at, used_at }: OwnRow): Passkey => ({
  id,
  credentialId: new Uint8Array(credential_id),
  deviceName: device_name,
  createdAt: created_at.toISOString() as Instant,
  usedAt: (used_at?.toISOString() ?? null) as Instant | null,
})

const insertSql = `
  insert into access.passkeys values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null, $10) on conflict (credential_id) do nothing`
const findSql = 'select id, account_id, kind, public_key, counter from access.passkeys where credential_id = $1'
const advanceSql = 'update access.passkeys set counter = $3, used_at = $4 where id = $1 and counter = $2'
const listSql = `
  select id, credential_id, device_name, created_at, used_at from access.passkeys
  where account_id = $1 order by created_at, id`

const challengeMinutes = 1

/** Issues a challenge for a single purpose. */
const issueChallenge = async (db: Database, purpose: string, at: Instant) => {
  const [challenge, sessionId] = [randomBytes(32), randomBytes(32).toString('base64url')]
  await db.query('insert into access.passkey_challenges values ($1, $2, $3, $4)', [
    tokenHash(sessionId),
    tokenHash(challenge.toString('base64url')),
    purpose,
    plusMinutes(at, challengeMinutes),
  ])
  return { sessionId, challenge: new Uint8Array(challenge) }
}

export interface TakenChallenge {
  readonly purpose: string
  /** Compares with a challenge in base64url, as authenticators send it. */
  readonly matches: (challenge: string) => boolean
}

/** Deletes and returns a challenge, so that it is used only once; null if it is unknown or expired. @rule Q-15 */
const takeChallenge = async (db: Database, sessionId: string, at: Instant): Promise<TakenChallenge | null> => {
  const { rows } = await db.query<ChallengeRow>(takeSql, [tokenHash(sessionId), at])
  const [row] = rows
  if (row === undefined || !row.fresh) return null
  return { purpose: row.opens, matches: (challenge) => timingSafeEqual(tokenHash(challenge), row.challenge_hash) }
}

const sweepChallenges = async (db: Database, at: Instant): Promise<number> =>
  (await db.query('delete from access.passkey_challenges where expires_at <= $1', [at])).rowCount ?? 0

interface ChallengeRow {
  readonly challenge_hash: Buffer
  readonly opens: string
  readonly fresh: boolean
}

const takeSql = `
  delete from access.passkey_challenges where id_hash = $1
  returning challenge_hash, opens, expires_at > $2 as fresh`

/** The site for which an authenticator must have signed. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/** Compares with the expected challenge, of which only the hash is stored. */
type IsChallenge = (challenge: string) => boolean

export interface VerifiedKey {
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** ES256 and RS256. @rule C-07 */
const algorithms = [-7, -257]

/** The public key of a valid self-attestation, or null. */
const verifyRegistration = async (
  site: RelyingParty,
  isChallenge: IsChallenge,
  attestation: Attestation,
): Promise<VerifiedKey | null> => {
  const id = base64url(attestation.credentialId)
  try {
    if (!isSelfAttested(attestation.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(attestation.clientDataJSON),
          attestationObject: base64url(attestation.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: isChallenge,
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

/** The counter of a valid signature; null if it is invalid or the counter has not increased. */
const verifySignature = async (
  site: RelyingParty,
  isChallenge: IsChallenge,
  { publicKey, counter }: VerifiedKey,
  assertion: Assertion,
): Promise<number | null> => {
  const id = base64url(assertion.credentialId)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(assertion.clientDataJSON),
          authenticatorData: base64url(assertion.authenticatorData),
          signature: base64url(assertion.signature),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: isChallenge,
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

/** Rejects attestation certificates: they identify devices, and verifying them requires requests to manufacturers. */
const isSelfAttested = (attestationObject: Uint8Array): boolean => {
  const attestation = decodeAttestationObject(new Uint8Array(attestationObject))
  const fmt = attestation.get('fmt')
  return fmt === 'none' || (fmt === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
