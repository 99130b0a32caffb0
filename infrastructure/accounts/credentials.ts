import { randomBytes } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Credentials, SignInAttempt, SignInOutcome, TemporaryPasswords } from '../../application/accounts/ports.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { statement } from '../postgres/postgres.ts'
import { keyedHash } from './hashing.ts'
import { type HashCost, hashPassword, isWeaker, owaspCost, findPasswordWeakness, passwordMatches } from './passwords.ts'
import { storageTask, storedInstant } from './storage.ts'

export interface CredentialOptions {
  /** Secret of the keyed hashes under which failures are counted. */
  readonly secret: Uint8Array
  readonly lock: LockRule
  readonly cost?: HashCost
}

/** Passwords in Postgres, hashed with Argon2id, in tables of module `access`. */
export const postgresCredentials = (db: CommonQueryMethods, options: CredentialOptions): Credentials => {
  const { secret, lock, cost = owaspCost } = options
  /** Compared for unknown names, so that they take as long as known ones. */
  const dummyHash = hashPassword(randomBytes(32).toString('base64'), cost)
  /** Limit per account over all sources together. @rule Q-23 a short lock, so that strangers cannot lock the owner out */
  const overallLock: LockRule = { failures: lock.failures * 10, minutes: 1 }

  const verify = async ({ accountId, password, at }: SignInAttempt): Promise<string | null> => {
    const found = await db.maybeOne(sql.type(StoredCredential)`
      select hash, number::text as number from access.credentials where account_id = ${accountId}`)
    const matches = await passwordMatches(found?.hash ?? (await dummyHash), password)
    if (found === null || !matches || accountId === null) return null
    if (isWeaker(found.hash, cost)) await replace(accountId, found.hash, await hashPassword(password, cost), at)
    return found.number
  }

  const replace = (accountId: string, before: string, after: string, at: Instant) =>
    db.query(statement`
      update access.credentials set hash = ${after}, changed_at = ${at}
      where account_id = ${accountId} and hash = ${before}`)

  const sourceKey = (name: string, source: string) => keyedHash(secret, 'failures', name, source)

  /** Counts temporary passwords separately, so that an owner locked out by a forgotten password can use one. */
  const attempt = async (attempt: SignInAttempt, temporary: boolean): Promise<SignInOutcome> => {
    const { accountId, name, source, at } = attempt
    const owner = accountId ?? name.trim().toLowerCase()
    const counted = temporary ? `${owner} temporary` : owner
    const [perSource, overall] = [sourceKey(counted, source), keyedHash(secret, 'failures', counted)]
    const until = (await countAttempt(db, perSource, lock, at)) ?? (await countAttempt(db, overall, overallLock, at))
    if (until !== null) return { type: 'locked', retryAfterSeconds: secondsBetween(at, until) }

    const credential = await (temporary ? redeemTemporaryPassword(db, await dummyHash, attempt) : verify(attempt))
    if (credential === null || accountId === null) return { type: 'incorrect' }
    await Promise.all([
      clearAttempts(db, perSource),
      clearAttempts(db, sourceKey(owner, source)),
      uncountAttempt(db, overall),
    ])
    return { type: 'correct', accountId, mustChangePassword: temporary, credential }
  }

  return {
    findWeakness: findPasswordWeakness,
    set: (accountId, password, at, { personalWords = [], ifCurrent } = {}) =>
      pipe(
        TE.fromTask(() => findPasswordWeakness(password, personalWords)),
        TE.flatMap((weakness) => (weakness === null ? TE.right(undefined) : TE.left(weakness))),
        TE.flatMap(() =>
          storageTask(async () =>
            db.maybeOneFirst(saveCredential(accountId, await hashPassword(password, cost), at, ifCurrent ?? null)),
          ),
        ),
      ),
    attempt: (signIn) => storageTask(() => attempt(signIn, isTemporaryForm(signIn.password))),
    confirm: (signIn) => storageTask(() => attempt(signIn, false)),
    mustBeChanged: (accountId) =>
      storageTask(async () => (await db.maybeOneFirst(selectMustChange(accountId))) ?? false),
    clearFailures: (accountId, source) => storageTask(() => clearAttempts(db, sourceKey(accountId, source))),
    deleteAllOf: (accountId) =>
      storageTask(async () => {
        await db.query(deleteCredential(accountId))
      }),
    sweep: (at) => storageTask(() => sweepAttempts(db, plusMinutes(at, -lock.minutes))),
  }
}

const CredentialNumber = z.object({ number: z.string() })
const StoredCredential = CredentialNumber.extend({ hash: z.string() })

/**
 * Returns the number of the new credential, or nothing if `ifCurrent` no longer is. A single statement, so that old
 * sessions and device tokens never coexist with the new password. @rule Q-03
 */
const saveCredential = (accountId: string, hash: string, at: Instant, ifCurrent: string | null) => sql.type(
  CredentialNumber,
)`
  with chosen as (
    insert into access.credentials as c (account_id, hash, changed_at, number)
    values (${accountId}, ${hash}, ${at}, nextval('access.credential_numbers'))
    on conflict (account_id) do update
      set hash = excluded.hash, changed_at = excluded.changed_at, number = excluded.number, must_change = false
      where ${ifCurrent}::bigint is null or c.number = ${ifCurrent}::bigint
    returning account_id, number
  ), ended as (
    delete from access.sessions where account_id in (select account_id from chosen)
  ), void as (
    delete from access.codes where account_id in (select account_id from chosen) and purpose = 'reset-password'
  ), unused as (
    update access.temporary_passwords set used_at = coalesce(used_at, ${at})
    where account_id in (select account_id from chosen)
  )
  select number::text as number from chosen`

const selectMustChange = (accountId: string) => sql.type(z.object({ mustChange: z.boolean() }))`
  select must_change as "mustChange" from access.credentials where account_id = ${accountId}`

const deleteCredential = (accountId: string) => statement`
  with unused as (
    delete from access.temporary_passwords where account_id = ${accountId}
  )
  delete from access.credentials where account_id = ${accountId}`

const secondsBetween = (from: Instant, to: Instant) =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))

export interface TemporaryPasswordOptions {
  readonly secret: Uint8Array
  readonly ttlMinutes: number
  readonly cost?: HashCost
}

/** 32 unambiguous letters and digits, five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const temporaryForm = /^[a-km-np-z2-9]{4}(?:-[a-km-np-z2-9]{4}){2}$/

/** Whether this has the form of a temporary password; chosen passwords never do. @rule V-12 they contain an upper-case letter */
export const isTemporaryForm = (password: string): boolean => temporaryForm.test(password)

/** Temporary passwords in Postgres, in tables of module `access`. */
export const postgresTemporaryPasswords = (
  db: CommonQueryMethods,
  { secret, ttlMinutes, cost = owaspCost }: TemporaryPasswordOptions,
): TemporaryPasswords => ({
  issue: (accountId, recoveryId, at) =>
    storageTask(async () => {
      const password = formatPassword(keyedHash(secret, 'temporary', accountId, recoveryId))
      const expiresAt = plusMinutes(at, ttlMinutes)
      await db.query(insertTemporaryPassword(accountId, await hashPassword(password, cost), at, expiresAt))
      return { password, expiresAt }
    }),
  sweep: (at) =>
    storageTask(
      async () =>
        (await db.query(statement`delete from access.temporary_passwords where expires_at <= ${at}`)).rowCount,
    ),
})

/** `abcd-efgh-ijkm`, 60 bits. */
const formatPassword = (bytes: Buffer): string =>
  [...bytes.subarray(0, 12)]
    .map((byte, index) => `${index > 0 && index % 4 === 0 ? '-' : ''}${alphabet[byte % alphabet.length] ?? ''}`)
    .join('')

/** Keeps a password issued for the same or a later request, even if it has been used. */
const insertTemporaryPassword = (accountId: string, hash: string, at: Instant, expiresAt: Instant) => statement`
  insert into access.temporary_passwords as t (account_id, hash, issued_at, expires_at)
  values (${accountId}, ${hash}, ${at}, ${expiresAt})
  on conflict (account_id) do update
    set hash = excluded.hash, issued_at = excluded.issued_at, expires_at = excluded.expires_at, used_at = null
    where t.issued_at < excluded.issued_at`

export interface TemporaryAttempt {
  readonly accountId: string | null
  readonly password: string
  readonly at: Instant
}

/**
 * Uses up a temporary password, which replaces the previous password and ends all sessions, and returns the id of the new
 * credential; null if it is wrong. `dummyHash` is compared if none was issued, so that both cases take the same time.
 */
const redeemTemporaryPassword = async (
  db: CommonQueryMethods,
  dummyHash: string,
  { accountId, password, at }: TemporaryAttempt,
): Promise<string | null> => {
  const hash = await db.maybeOneFirst(sql.type(z.object({ hash: z.string() }))`
    select hash from access.temporary_passwords
    where account_id = ${accountId} and used_at is null and expires_at > ${at}`)
  const matches = await passwordMatches(hash ?? dummyHash, password)
  if (hash === null || accountId === null || !matches) return null
  return db.maybeOneFirst(spendTemporaryPassword(accountId, hash, at))
}

const spendTemporaryPassword = (accountId: string, hash: string, at: Instant) => sql.type(CredentialNumber)`
  with used as (
    update access.temporary_passwords set used_at = ${at}
    where account_id = ${accountId} and hash = ${hash} and used_at is null returning account_id, hash
  ), ended as (
    delete from access.sessions where account_id in (select account_id from used)
  )
  insert into access.credentials (account_id, hash, changed_at, must_change, number)
  select account_id, hash, ${at}, true, nextval('access.credential_numbers') from used
  on conflict (account_id) do update
    set hash = excluded.hash, changed_at = excluded.changed_at, must_change = true, number = excluded.number
  returning number::text as number`

export interface LockRule {
  /** Failures that lock for `minutes` if each occurs within `minutes` of the previous one. */
  readonly failures: number
  readonly minutes: number
}

/**
 * Counts an attempt before it is verified, so that concurrent attempts do not bypass the limit. Null if it may be verified;
 * otherwise the end of the lock, which further attempts do not prolong.
 */
const countAttempt = async (
  db: CommonQueryMethods,
  key: Buffer,
  { failures, minutes }: LockRule,
  at: Instant,
): Promise<Instant | null> => {
  const since = plusMinutes(at, -minutes)
  const counted = await db.one(sql.type(CountedFailures)`
    insert into access.failures as f (key, failures, latest_at) values (${sql.binary(key)}, 1, ${at})
    on conflict (key) do update set
      failures = case when f.latest_at <= ${since} then 1 else least(f.failures, ${failures}::int) + 1 end,
      latest_at = case when f.latest_at <= ${since} or f.failures < ${failures}::int then ${at}::timestamptz
        else f.latest_at end
    returning failures, latest_at as "latestAt"`)
  return counted.failures <= failures ? null : plusMinutes(counted.latestAt, minutes)
}

const CountedFailures = z.object({ failures: z.number(), latestAt: storedInstant })

/** Clears the count after a successful attempt. */
const clearAttempts = async (db: CommonQueryMethods, key: Buffer): Promise<void> => {
  await db.query(statement`delete from access.failures where key = ${sql.binary(key)}`)
}

/** Subtracts a successful attempt; failures of other sources still count. */
const uncountAttempt = async (db: CommonQueryMethods, key: Buffer): Promise<void> => {
  await db.query(statement`
    update access.failures set failures = greatest(failures - 1, 0) where key = ${sql.binary(key)}`)
}

const sweepAttempts = async (db: CommonQueryMethods, before: Instant): Promise<number> =>
  (await db.query(statement`delete from access.failures where latest_at <= ${before}`)).rowCount
