import type { Assertion, Attestation, Passkey, Passkeys, Registrant } from '../../application/ports/passkeys.ts'
import type { NewId } from '../../application/ports/clock.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { giveChallenge, sweepChallenges, takeChallenge } from './passkey-challenges.ts'
import { provenCounter, provenKey, type ProvenKey, type RelyingParty } from './passkey-proof.ts'
import { stored, type Database } from './storage.ts'
import { tokenHash } from './token-hash.ts'

export interface PasskeyOptions {
  /** Asked each time: the port may be known only once it is listened at. */
  readonly site: () => RelyingParty
  readonly newId: NewId
}

/** Passkeys in Postgres, in tables of module `access`. */
export const postgresPasskeys = (db: Database, { site, newId }: PasskeyOptions): Passkeys => {
  const ask = (opens: string, at: Instant) =>
    stored(async () => ({ ...(await giveChallenge(db, opens, at)), rpId: site().rpId }))

  const register = async (who: Registrant, made: Attestation, at: Instant) => {
    const taken = await takeChallenge(db, made.sessionId, at)
    if (taken?.opens !== registrationOf(who)) return 'refused'
    const key = await provenKey(site(), taken.is, made)
    if (key === null) return 'refused'
    return (await keep(who, made, key, at)) ? 'registered' : 'taken'
  }

  const keep = async (
    { accountId, kind }: Registrant,
    made: Attestation,
    { publicKey, counter }: ProvenKey,
    at: Instant,
  ) => {
    const { credentialId, deviceName, device, trusted = false } = made
    const row = [newId(), accountId, kind, Buffer.from(credentialId), Buffer.from(publicKey), counter]
    return (await db.query(insert, [...row, deviceName, tokenHash(device), at, trusted])).rowCount === 1
  }

  const judge = async (signed: Assertion, at: Instant): Promise<string | null> => {
    const taken = await takeChallenge(db, signed.sessionId, at)
    const { rows } = await db.query<KeyRow>(find, [Buffer.from(signed.credentialId)])
    const [row] = rows
    if (taken === null || row === undefined || taken.opens !== signInOf(row.kind)) return null
    if (signed.userHandle !== null && Buffer.from(signed.userHandle).toString() !== row.account_id) return null
    const before = Number(row.counter)
    const counter = await provenCounter(site(), taken.is, { publicKey: row.public_key, counter: before }, signed)
    if (counter === null) return null
    // of two with the same count, one is a copy
    return (await db.query(advance, [row.id, before, counter, at])).rowCount === 1 ? row.account_id : null
  }

  return {
    askToRegister: (who, at) => ask(registrationOf(who), at),
    register: (who, made, at) => stored(() => register(who, made, at)),
    askToSignIn: (kind, at) => ask(signInOf(kind), at),
    judge: (signed, at) => stored(() => judge(signed, at)),
    isTrusted: (credentialId) => stored(() => isTrusted(db, credentialId)),
    of: (accountId) => stored(async () => (await db.query<OwnRow>(list, [accountId])).rows.map(passkeyOf)),
    remove: (accountId, id) =>
      stored(async () => {
        const { rowCount } = await db.query('delete from access.passkeys where account_id = $1 and id = $2', [
          accountId,
          id,
        ])
        return rowCount === 1
      }),
    removeMadeOn: (accountId, device) =>
      stored(async () => {
        await db.query('delete from access.passkeys where account_id = $1 and device_hash = $2', [
          accountId,
          tokenHash(device),
        ])
      }),
    forget: (accountId) =>
      stored(async () => {
        await db.query('delete from access.passkeys where account_id = $1', [accountId])
      }),
    sweep: (at) => stored(() => sweepChallenges(db, at)),
  }
}

const registrationOf = ({ accountId, session }: Registrant) => `registration ${accountId} ${session}`
const signInOf = (kind: string) => `sign-in ${kind}`

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

const passkeyOf = ({ id, credential_id, device_name, created_at, used_at }: OwnRow): Passkey => ({
  id,
  credentialId: new Uint8Array(credential_id),
  deviceName: device_name,
  createdAt: created_at.toISOString() as Instant,
  usedAt: (used_at?.toISOString() ?? null) as Instant | null,
})

const insert = `
  insert into access.passkeys values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null, $10) on conflict (credential_id) do nothing`
const find = 'select id, account_id, kind, public_key, counter from access.passkeys where credential_id = $1'
const advance = 'update access.passkeys set counter = $3, used_at = $4 where id = $1 and counter = $2'
const list = `
  select id, credential_id, device_name, created_at, used_at from access.passkeys
  where account_id = $1 order by created_at, id`
