import type { TemporaryPasswords } from '../../application/ports/temporary-passwords.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './keyed-hash.ts'
import { hashPassword, owaspCost, passwordMatches, type HashCost } from './password-hash.ts'
import { stored, type Database } from './storage.ts'

export interface TemporaryPasswordOptions {
  readonly secret: Uint8Array
  readonly ttlMinutes: number
  readonly cost?: HashCost
}

/** Letters and digits nobody misreads: 32 of them, five bits each. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const form = /^[a-km-np-z2-9]{4}(?:-[a-km-np-z2-9]{4}){2}$/

/** Whether this is written as temporary passwords are; no chosen password is, for it has an upper-case letter (V-12). */
export const looksTemporary = (password: string): boolean => form.test(password)

/** Temporary passwords in Postgres, in tables of module `access`. */
export const postgresTemporaryPasswords = (
  db: Database,
  { secret, ttlMinutes, cost = owaspCost }: TemporaryPasswordOptions,
): TemporaryPasswords => ({
  issue: (accountId, recoveryId, at) =>
    stored(async () => {
      const password = written(keyedHash(secret, 'temporary', accountId, recoveryId))
      const expiresAt = plusMinutes(at, ttlMinutes)
      await db.query(issue, [accountId, await hashPassword(password, cost), at, expiresAt])
      return { password, expiresAt }
    }),
  sweep: (at) =>
    stored(
      async () => (await db.query('delete from access.temporary_passwords where expires_at <= $1', [at])).rowCount ?? 0,
    ),
})

/** `abcd-efgh-ijkm`: sixty bits. */
const written = (bytes: Buffer): string =>
  [...bytes.subarray(0, 12)]
    .map((byte, n) => `${n > 0 && n % 4 === 0 ? '-' : ''}${letters[byte % letters.length] ?? ''}`)
    .join('')

/** What was issued already, or since, stays as it is: used ones too. */
const issue = `
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
export const spendTemporary = async (
  db: Database,
  nobodys: string,
  { accountId, password, at }: TemporaryAttempt,
): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string }>(inForce, [accountId, at])
  const known = rows[0]?.hash
  const matches = await passwordMatches(known ?? nobodys, password)
  if (known === undefined || !matches) return null
  return (await db.query<{ number: string }>(spend, [accountId, known, at])).rows[0]?.number ?? null
}

const inForce = `
  select hash from access.temporary_passwords where account_id = $1 and used_at is null and expires_at > $2`
const spend = `
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
