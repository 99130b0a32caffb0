import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Assertion, Attestation, Passkeys, Registrant } from '../../application/accounts/ports.ts'
import type { NewId } from '../../application/ports/clock.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { countColumn } from '../../projections/columns.ts'
import { statement } from '../postgres/postgres.ts'
import { tokenHash } from './hashing.ts'
import { storageTask, storedInstant } from './storage.ts'

export interface PasskeyOptions {
  /** A function, because the port may be assigned only when the server starts. */
  readonly site: () => RelyingParty
  readonly newId: NewId
}

/** Passkeys in Postgres (module `access`). @rule Q-15 */
export const postgresPasskeys = (db: CommonQueryMethods, { site, newId }: PasskeyOptions): Passkeys => {
  const begin = (purpose: string, at: Instant) =>
    storageTask(async () => ({ ...(await issueChallenge(db, purpose, at)), rpId: site().rpId }))

  const register = async (registrant: Registrant, attestation: Attestation, at: Instant) => {
    const taken = await takeChallenge(db, attestation.sessionId, at)
    if (taken?.purpose !== registrationPurpose(registrant)) return 'rejected'
    const key = await verifyRegistration(site(), taken.matches, attestation)
    if (key === null) return 'rejected'
    const { rowCount } = await db.query(insertPasskey(newId(), registrant, attestation, key, at))
    return rowCount === 1 ? 'registered' : 'taken'
  }

  const verify = async (assertion: Assertion, at: Instant): Promise<string | null> => {
    const taken = await takeChallenge(db, assertion.sessionId, at)
    const key = await db.maybeOne(selectKey(assertion.credentialId))
    if (taken === null || key === null || taken.purpose !== signInPurpose(key.kind, assertion.browser ?? ''))
      return null
    if (assertion.userHandle !== null && Buffer.from(assertion.userHandle).toString() !== key.accountId) return null
    const counter = await verifySignature(site(), taken.matches, key, assertion)
    if (counter === null) return null
    // an unchanged row counter rejects concurrent use of a cloned authenticator
    const { rowCount } = await db.query(statement`
      update access.passkeys set counter = ${counter}, used_at = ${at}
      where id = ${key.id} and counter = ${key.counter}`)
    return rowCount === 1 ? key.accountId : null
  }

  return {
    beginRegistration: (registrant, at) => begin(registrationPurpose(registrant), at),
    register: (registrant, attestation, at) => storageTask(() => register(registrant, attestation, at)),
    beginSignIn: (kind, browser, at) => begin(signInPurpose(kind, browser), at),
    verify: (assertion, at) => storageTask(() => verify(assertion, at)),
    isTrusted: (credentialId) => storageTask(() => isTrusted(db, credentialId)),
    listOf: (accountId) => storageTask(() => db.any(selectPasskeys(accountId))),
    remove: (accountId, id) =>
      storageTask(async () => {
        const { rowCount } = await db.query(
          statement`delete from access.passkeys where account_id = ${accountId} and id = ${id}`,
        )
        return rowCount === 1
      }),
    removeFromDevice: (accountId, device) =>
      storageTask(async () => {
        await db.query(statement`
          delete from access.passkeys
          where account_id = ${accountId} and device_hash = ${sql.binary(tokenHash(device))}`)
      }),
    deleteAllOf: (accountId) =>
      storageTask(async () => {
        await db.query(statement`delete from access.passkeys where account_id = ${accountId}`)
      }),
    sweep: (at) => storageTask(() => sweepChallenges(db, at)),
  }
}

const registrationPurpose = ({ accountId, session }: Registrant) => `registration ${accountId} ${session}`
/** Bound to the browser, so that nobody can let another person sign a challenge of one's own. */
const signInPurpose = (kind: string, browser: string) => `sign-in ${kind} ${tokenHash(browser).toString('base64url')}`

const isTrusted = async (db: CommonQueryMethods, credentialId: Uint8Array): Promise<boolean> =>
  (await db.maybeOneFirst(sql.type(z.object({ trusted: z.boolean() }))`
    select trusted from access.passkeys where credential_id = ${binary(credentialId)}`)) === true

const binary = (bytes: Uint8Array) => sql.binary(Buffer.from(bytes))

const insertPasskey = (
  id: string,
  { accountId, kind }: Registrant,
  { credentialId, deviceName, device, trusted = false }: Attestation,
  { publicKey, counter }: VerifiedKey,
  at: Instant,
) => statement`
  insert into access.passkeys (id, account_id, kind, credential_id, public_key, counter, device_name, device_hash,
    created_at, used_at, trusted)
  values (${id}, ${accountId}, ${kind}, ${binary(credentialId)}, ${binary(publicKey)}, ${counter}, ${deviceName},
    ${sql.binary(tokenHash(device))}, ${at}, null, ${trusted})
  on conflict (credential_id) do nothing`

const StoredKey = z.object({
  id: z.string(),
  accountId: z.string(),
  kind: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: countColumn,
})

const selectKey = (credentialId: Uint8Array) => sql.type(StoredKey)`
  select id, account_id as "accountId", kind, public_key as "publicKey", counter
  from access.passkeys where credential_id = ${binary(credentialId)}`

const OwnPasskey = z.object({
  id: z.string(),
  credentialId: z.instanceof(Buffer).transform((bytes) => new Uint8Array(bytes)),
  deviceName: z.string(),
  createdAt: storedInstant,
  usedAt: storedInstant.nullable(),
})

const selectPasskeys = (accountId: string) => sql.type(OwnPasskey)`
  select id, credential_id as "credentialId", device_name as "deviceName", created_at as "createdAt",
    used_at as "usedAt"
  from access.passkeys where account_id = ${accountId} order by created_at, id`

const challengeMinutes = 1

/** Issues a challenge for a single purpose. */
const issueChallenge = async (db: CommonQueryMethods, purpose: string, at: Instant) => {
  const [challenge, sessionId] = [randomBytes(32), randomBytes(32).toString('base64url')]
  await db.query(statement`
    insert into access.passkey_challenges (id_hash, challenge_hash, opens, expires_at)
    values (${sql.binary(tokenHash(sessionId))}, ${sql.binary(tokenHash(challenge.toString('base64url')))}, ${purpose},
      ${plusMinutes(at, challengeMinutes)})`)
  return { sessionId, challenge: new Uint8Array(challenge) }
}

export interface TakenChallenge {
  readonly purpose: string
  /** Compares with a challenge in base64url, as authenticators send it. */
  readonly matches: (challenge: string) => boolean
}

/** Deletes and returns a challenge, so that it is used only once; null if it is unknown or expired. @rule Q-15 */
const takeChallenge = async (
  db: CommonQueryMethods,
  sessionId: string,
  at: Instant,
): Promise<TakenChallenge | null> => {
  const taken = await db.maybeOne(sql.type(StoredChallenge)`
    delete from access.passkey_challenges where id_hash = ${sql.binary(tokenHash(sessionId))}
    returning challenge_hash as "challengeHash", opens as purpose, expires_at > ${at} as "isFresh"`)
  if (taken === null || !taken.isFresh) return null
  const { purpose, challengeHash } = taken
  return { purpose, matches: (challenge) => timingSafeEqual(tokenHash(challenge), challengeHash) }
}

const sweepChallenges = async (db: CommonQueryMethods, at: Instant): Promise<number> =>
  (await db.query(statement`delete from access.passkey_challenges where expires_at <= ${at}`)).rowCount

const StoredChallenge = z.object({ challengeHash: z.instanceof(Buffer), purpose: z.string(), isFresh: z.boolean() })

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
