import { randomBytes } from 'node:crypto'
import type { Credentials, SignInAttempt, SignInOutcome, TemporaryPasswords } from '../../application/accounts/ports.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './hashing.ts'
import { type HashCost, hashPassword, isWeaker, owaspCost, passwordFlaw, passwordMatches } from './passwords.ts'
import { type Database, storageTask } from './storage.ts'

export interface CredentialOptions {
  /** Keys the hashes under which failures are counted. */
  readonly secret: Uint8Array
  readonly lock: LockRule
  readonly cost?: HashCost
}

/** Passwords in Postgres, hashed with Argon2id, in tables of module `access`. */
export const postgresCredentials = (db: Database, options: CredentialOptions): Credentials => {
  const { secret, lock, cost = owaspCost } = options
  /** What an unknown name is compared with, so that it takes as long as a known one. */
  const nobodys = hashPassword(randomBytes(32).toString('base64'), cost)
  /** Many sources at one account: a short pause for all, so that no stranger keeps its owner out. */
  const everywhere: LockRule = { failures: lock.failures * 10, minutes: 1 }

  const judge = async ({ accountId, password, at }: SignInAttempt): Promise<string | null> => {
    const { rows } = await db.query<KnownCredential>(knownSql, [accountId])
    const [found] = rows
    const matches = await passwordMatches(found?.hash ?? (await nobodys), password)
    if (found === undefined || !matches || accountId === null) return null
    if (isWeaker(found.hash, cost)) await replace(accountId, found.hash, await hashPassword(password, cost), at)
    return found.number
  }

  const replace = (accountId: string, before: string, after: string, at: Instant) =>
    db.query('update access.credentials set hash = $3, changed_at = $4 where account_id = $1 and hash = $2', [
      accountId,
      before,
      after,
      at,
    ])

  const placeOf = (whose: string, source: string) => keyedHash(secret, 'failures', whose, source)

  /** Who forgot a password and is locked out for it still gets in with a temporary one, which nobody guesses. */
  const attempt = async (attempt: SignInAttempt, temporary: boolean): Promise<SignInOutcome> => {
    const { accountId, name, source, at } = attempt
    const whose = accountId ?? name.trim().toLowerCase()
    const counted = temporary ? `${whose} temporary` : whose
    const [here, anywhere] = [placeOf(counted, source), keyedHash(secret, 'failures', counted)]
    const until = (await countAttempt(db, here, lock, at)) ?? (await countAttempt(db, anywhere, everywhere, at))
    if (until !== null) return { type: 'locked', retryAfterSeconds: secondsBetween(at, until) }

    const credential = await (temporary ? redeemTemporaryPassword(db, await nobodys, attempt) : judge(attempt))
    if (credential === null || accountId === null) return { type: 'wrong' }
    await Promise.all([
      clearAttempts(db, here),
      clearAttempts(db, placeOf(whose, source)),
      uncountAttempt(db, anywhere),
    ])
    return { type: 'right', accountId, mustChangePassword: temporary, credential }
  }

  return {
    findWeakness: passwordFlaw,
    set: (accountId, password, at, { personalWords = [], ifCurrent } = {}) =>
      pipe(
        TE.fromTask(() => passwordFlaw(password, personalWords)),
        TE.flatMap((rejection) => (rejection === null ? TE.right(undefined) : TE.left(rejection))),
        TE.flatMap(() =>
          storageTask(async () =>
            saveCredential(db, [accountId, await hashPassword(password, cost), at, ifCurrent ?? null]),
          ),
        ),
      ),
    attempt: (one) => storageTask(() => attempt(one, isTemporaryForm(one.password))),
    confirm: (one) => storageTask(() => attempt(one, false)),
    mustBeChanged: (accountId) =>
      storageTask(async () => (await db.query<DueChange>(dueSql, [accountId])).rows[0]?.must_change ?? false),
    clearFailures: (accountId, source) => storageTask(() => clearAttempts(db, placeOf(accountId, source))),
    deleteAllOf: (accountId) =>
      storageTask(async () => {
        await db.query(forgetSql, [accountId])
      }),
    sweep: (at) => storageTask(() => sweepAttempts(db, plusMinutes(at, -lock.minutes))),
  }
}

interface KnownCredential {
  readonly hash: string
  readonly number: string
}
const knownSql = 'select hash, number from access.credentials where account_id = $1'

interface DueChange {
  readonly must_change: boolean
}
const dueSql = 'select must_change from access.credentials where account_id = $1'

type CredentialRow = readonly [accountId: string, hash: string, at: Instant, instead: string | null]
const saveCredential = async (db: Database, row: CredentialRow): Promise<string | null> =>
  (await db.query<{ number: string }>(saveSql, [...row])).rows[0]?.number ?? null

/** One statement: the new password and the old sessions, with their device tokens, are never both there. */
const saveSql = `
  with chosen as (
    insert into access.credentials as c (account_id, hash, changed_at, number)
    values ($1, $2, $3, nextval('access.credential_numbers'))
    on conflict (account_id) do update
      set hash = excluded.hash, changed_at = excluded.changed_at, number = excluded.number, must_change = false
      where $4::bigint is null or c.number = $4
    returning account_id, number
  ), ended as (
    delete from access.sessions where account_id in (select account_id from chosen)
  ), void as (
    delete from access.codes where account_id in (select account_id from chosen) and purpose = 'reset-password'
  ), unused as (
    update access.temporary_passwords set used_at = coalesce(used_at, $3)
    where account_id in (select account_id from chosen)
  )
  select number from chosen`
const forgetSql = `
  with unused as (
    delete from access.temporary_passwords where account_id = $1
  )
  delete from access.credentials where account_id = $1`

const secondsBetween = (from: Instant, to: Instant) =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))

export interface TemporaryPasswordOptions {
  readonly secret: Uint8Array
  readonly ttlMinutes: number
  readonly cost?: HashCost
}

/** Letters and digits nobody misreads: 32 of them, five bits each. */
const unambiguousLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const temporaryForm = /^[a-km-np-z2-9]{4}(?:-[a-km-np-z2-9]{4}){2}$/

/** Whether this is written as temporary passwords are; no chosen password is, for it has an upper-case letter (V-12). */
export const isTemporaryForm = (password: string): boolean => temporaryForm.test(password)

/** Temporary passwords in Postgres, in tables of module `access`. */
export const postgresTemporaryPasswords = (
  db: Database,
  { secret, ttlMinutes, cost = owaspCost }: TemporaryPasswordOptions,
): TemporaryPasswords => ({
  issue: (accountId, recoveryId, at) =>
    storageTask(async () => {
      const password = formatPassword(keyedHash(secret, 'temporary', accountId, recoveryId))
      const expiresAt = plusMinutes(at, ttlMinutes)
      await db.query(issueSql, [accountId, await hashPassword(password, cost), at, expiresAt])
      return { password, expiresAt }
    }),
  sweep: (at) =>
    storageTask(
      async () => (await db.query('delete from access.temporary_passwords where expires_at <= $1', [at])).rowCount ?? 0,
    ),
})

/** `abcd-efgh-ijkm`: sixty bits. */
const formatPassword = (bytes: Buffer): string =>
  [...bytes.subarray(0, 12)]
    .map((byte, n) => `${n > 0 && n % 4 === 0 ? '-' : ''}${unambiguousLetters[byte % unambiguousLetters.length] ?? ''}`)
    .join('')

/** What was issued already, or since, stays as it is: used ones too. */
const issueSql = `
  insert into access.temporary_passwords as t values ($1, $2, $3, $4)
  on conflict (account_id) do update
    set hash = excluded.hash, issued_at = excluded.issued_at, expires_at = excluded.expires_at, used_at = null
    where t.issued_at < excluded.issued_at`

export interface TemporaryAttempt {
  readonly accountId: string | null
  readonly password: string
  readonly at: Instant
}

/**
 * What it becomes once it lets in, which it does once; null when it does not. From then on no earlier password and no session does, and another password must
 * be chosen. `nobodys` is compared with where there is none, so that it takes as long.
 */
export const redeemTemporaryPassword = async (
  db: Database,
  nobodys: string,
  { accountId, password, at }: TemporaryAttempt,
): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string }>(inForceSql, [accountId, at])
  const known = rows[0]?.hash
  const matches = await passwordMatches(known ?? nobodys, password)
  if (known === undefined || !matches) return null
  return (await db.query<{ number: string }>(spendSql, [accountId, known, at])).rows[0]?.number ?? null
}

const inForceSql = `
  select hash from access.temporary_passwords where account_id = $1 and used_at is null and expires_at > $2`
const spendSql = `
  with used as (
    update access.temporary_passwords set used_at = $3
    where account_id = $1 and hash = $2 and used_at is null returning account_id, hash
  ), ended as (
    delete from access.sessions where account_id in (select account_id from used)
  )
  insert into access.credentials (account_id, hash, changed_at, must_change, number)
  select account_id, hash, $3, true, nextval('access.credential_numbers') from used
  on conflict (account_id) do update
    set hash = excluded.hash, changed_at = excluded.changed_at, must_change = true, number = excluded.number
  returning number`

export interface LockRule {
  /** So many failures, each within `minutes` of the one before, lock for `minutes`. */
  readonly failures: number
  readonly minutes: number
}

/**
 * Counts an attempt before it is judged, so that a hundred at once are not a hundred guesses. Null when it may be judged;
 * otherwise until when it may not. What is tried during a lock does not prolong it.
 */
export const countAttempt = async (
  db: Database,
  key: Buffer,
  { failures, minutes }: LockRule,
  at: Instant,
): Promise<Instant | null> => {
  const { rows } = await db.query<{ failures: number; latest_at: Date }>(countSql, [
    key,
    at,
    plusMinutes(at, -minutes),
    failures,
  ])
  const [row] = rows
  if (row === undefined || row.failures <= failures) return null
  return plusMinutes(row.latest_at.toISOString() as Instant, minutes)
}

const countSql = `
  insert into access.failures as f values ($1, 1, $2)
  on conflict (key) do update set
    failures = case when f.latest_at <= $3 then 1 else least(f.failures, $4::int) + 1 end,
    latest_at = case when f.latest_at <= $3 or f.failures < $4::int then $2 else f.latest_at end
  returning failures, latest_at`

/** The attempt was right: it does not count, and neither do the failures before it. */
export const clearAttempts = async (db: Database, key: Buffer): Promise<void> => {
  await db.query('delete from access.failures where key = $1', [key])
}

/** The attempt was right, but those of others stay counted. */
export const uncountAttempt = async (db: Database, key: Buffer): Promise<void> => {
  await db.query('update access.failures set failures = greatest(failures - 1, 0) where key = $1', [key])
}

export const sweepAttempts = async (db: Database, before: Instant): Promise<number> =>
  (await db.query('delete from access.failures where latest_at <= $1', [before])).rowCount ?? 0
