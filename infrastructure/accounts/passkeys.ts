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
  /** Asked each time: the port may be known only once it is listened at. */
  readonly site: () => RelyingParty
  readonly newId: NewId
}

/** Passkeys in Postgres, in tables of module `access`. */
export const postgresPasskeys = (db: Database, { site, newId }: PasskeyOptions): Passkeys => {
  const ask = (opens: string, at: Instant) =>
    storageTask(async () => ({ ...(await issueChallenge(db, opens, at)), rpId: site().rpId }))

  const register = async (who: Registrant, made: Attestation, at: Instant) => {
    const taken = await takeChallenge(db, made.sessionId, at)
    if (taken?.opens !== registrationPurpose(who)) return 'refused'
    const key = await verifyRegistration(site(), taken.matches, made)
    if (key === null) return 'refused'
    return (await keep(who, made, key, at)) ? 'registered' : 'taken'
  }

  const keep = async (
    { accountId, kind }: Registrant,
    made: Attestation,
    { publicKey, counter }: VerifiedKey,
    at: Instant,
  ) => {
    const { credentialId, deviceName, device, trusted = false } = made
    const row = [newId(), accountId, kind, Buffer.from(credentialId), Buffer.from(publicKey), counter]
    return (await db.query(insertSql, [...row, deviceName, tokenHash(device), at, trusted])).rowCount === 1
  }

  const judge = async (signed: Assertion, at: Instant): Promise<string | null> => {
    const taken = await takeChallenge(db, signed.sessionId, at)
    const { rows } = await db.query<KeyRow>(findSql, [Buffer.from(signed.credentialId)])
    const [row] = rows
    if (taken === null || row === undefined || taken.opens !== signInPurpose(row.kind)) return null
    if (signed.userHandle !== null && Buffer.from(signed.userHandle).toString() !== row.account_id) return null
    const before = Number(row.counter)
    const counter = await verifySignature(site(), taken.matches, { publicKey: row.public_key, counter: before }, signed)
    if (counter === null) return null
    // of two with the same count, one is a copy
    return (await db.query(advanceSql, [row.id, before, counter, at])).rowCount === 1 ? row.account_id : null
  }

  return {
    beginRegistration: (who, at) => ask(registrationPurpose(who), at),
    register: (who, made, at) => storageTask(() => register(who, made, at)),
    beginSignIn: (kind, at) => ask(signInPurpose(kind), at),
    verify: (signed, at) => storageTask(() => judge(signed, at)),
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
  /** A bigint, which comes as text. */
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

/** Gives out a challenge that opens one thing only. */
export const issueChallenge = async (db: Database, opens: string, at: Instant) => {
  const [challenge, sessionId] = [randomBytes(32), randomBytes(32).toString('base64url')]
  await db.query('insert into access.passkey_challenges values ($1, $2, $3, $4)', [
    tokenHash(sessionId),
    tokenHash(challenge.toString('base64url')),
    opens,
    plusMinutes(at, challengeMinutes),
  ])
  return { sessionId, challenge: new Uint8Array(challenge) }
}

export interface TakenChallenge {
  readonly opens: string
  /** Whether this is it, as an authenticator writes it down. */
  readonly matches: (challenge: string) => boolean
}

/** Takes it back, right or wrong: whoever comes second finds nothing. Null when it is gone or too old. */
export const takeChallenge = async (db: Database, sessionId: string, at: Instant): Promise<TakenChallenge | null> => {
  const { rows } = await db.query<ChallengeRow>(takeSql, [tokenHash(sessionId), at])
  const [row] = rows
  if (row === undefined || !row.fresh) return null
  return { opens: row.opens, matches: (challenge) => timingSafeEqual(tokenHash(challenge), row.challenge_hash) }
}

export const sweepChallenges = async (db: Database, at: Instant): Promise<number> =>
  (await db.query('delete from access.passkey_challenges where expires_at <= $1', [at])).rowCount ?? 0

interface ChallengeRow {
  readonly challenge_hash: Buffer
  readonly opens: string
  readonly fresh: boolean
}

const takeSql = `
  delete from access.passkey_challenges where id_hash = $1
  returning challenge_hash, opens, expires_at > $2 as fresh`

/** Whom an authenticator must have spoken to. */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/** A challenge is checked where its hash is known. */
type IsChallenge = (challenge: string) => boolean

export interface VerifiedKey {
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** ES256 and RS256 (C-07). */
const algorithms = [-7, -257]

/** The key an authenticator made, out of its own attestation; null when anything about it is wrong. */
export const verifyRegistration = async (
  site: RelyingParty,
  is: IsChallenge,
  made: Attestation,
): Promise<VerifiedKey | null> => {
  const id = base64url(made.credentialId)
  try {
    if (!isSelfAttested(made.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(made.clientDataJSON),
          attestationObject: base64url(made.attestationObject),
        },
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
export const verifySignature = async (
  site: RelyingParty,
  is: IsChallenge,
  { publicKey, counter }: VerifiedKey,
  signed: Assertion,
): Promise<number | null> => {
  const id = base64url(signed.credentialId)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(signed.clientDataJSON),
          authenticatorData: base64url(signed.authenticatorData),
          signature: base64url(signed.signature),
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
const isSelfAttested = (attestationObject: Uint8Array): boolean => {
  const said = decodeAttestationObject(new Uint8Array(attestationObject))
  const fmt = said.get('fmt')
  return fmt === 'none' || (fmt === 'packed' && said.get('attStmt').get('x5c') === undefined)
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
