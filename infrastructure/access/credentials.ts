import { randomBytes } from 'node:crypto'
import type { Credentials, SignInAttempt, SignInOutcome } from '../../application/ports/credentials.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './keyed-hash.ts'
import { clearAttempts, countAttempt, sweepAttempts, uncountAttempt, type LockRule } from './lockout.ts'
import { hashPassword, isWeaker, owaspCost, passwordMatches, type HashCost } from './password-hash.ts'
import { passwordFlaw } from './password-policy.ts'
import { stored, type Database } from './storage.ts'
import { looksTemporary, spendTemporary } from './temporary-passwords.ts'

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
    const { rows } = await db.query<Known>(known, [accountId])
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

    const credential = await (temporary ? spendTemporary(db, await nobodys, attempt) : judge(attempt))
    if (credential === null || accountId === null) return { type: 'wrong' }
    await Promise.all([
      clearAttempts(db, here),
      clearAttempts(db, placeOf(whose, source)),
      uncountAttempt(db, anywhere),
    ])
    return { type: 'right', accountId, mustChangePassword: temporary, credential }
  }

  return {
    flawOf: passwordFlaw,
    set: (accountId, password, at, { about = [], instead } = {}) =>
      pipe(
        TE.fromTask(() => passwordFlaw(password, about)),
        TE.flatMap((flaw) => (flaw === null ? TE.right(undefined) : TE.left(flaw))),
        TE.flatMap(() =>
          stored(async () => save(db, [accountId, await hashPassword(password, cost), at, instead ?? null])),
        ),
      ),
    attempt: (one) => stored(() => attempt(one, looksTemporary(one.password))),
    confirm: (one) => stored(() => attempt(one, false)),
    mustBeChanged: (accountId) =>
      stored(async () => (await db.query<Due>(due, [accountId])).rows[0]?.must_change ?? false),
    pardon: (accountId, source) => stored(() => clearAttempts(db, placeOf(accountId, source))),
    forget: (accountId) =>
      stored(async () => {
        await db.query(forget, [accountId])
      }),
    sweep: (at) => stored(() => sweepAttempts(db, plusMinutes(at, -lock.minutes))),
  }
}

interface Known {
  readonly hash: string
  readonly number: string
}
const known = 'select hash, number from access.credentials where account_id = $1'

interface Due {
  readonly must_change: boolean
}
const due = 'select must_change from access.credentials where account_id = $1'

type Row = readonly [accountId: string, hash: string, at: Instant, instead: string | null]
const save = async (db: Database, row: Row): Promise<string | null> =>
  (await db.query<{ number: string }>(put, [...row])).rows[0]?.number ?? null

/** One statement: the new password and the old sessions, with their device tokens, are never both there. */
const put = `
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
const forget = `
  with unused as (
    delete from access.temporary_passwords where account_id = $1
  )
  delete from access.credentials where account_id = $1`

const secondsBetween = (from: Instant, to: Instant) =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))
