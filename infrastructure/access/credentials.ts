import { randomBytes } from 'node:crypto'
import type { Credentials, PasswordFlaw, SignInAttempt, SignInOutcome } from '../../application/ports/credentials.ts'
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

  const judge = async ({ accountId, password, at }: SignInAttempt): Promise<boolean> => {
    const { rows } = await db.query<{ hash: string }>('select hash from access.credentials where account_id = $1', [
      accountId,
    ])
    const known = rows[0]?.hash
    const matches = await passwordMatches(known ?? (await nobodys), password)
    if (known === undefined || !matches || accountId === null) return false
    if (isWeaker(known, cost)) await replace(accountId, known, await hashPassword(password, cost), at)
    return true
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

    const right = await (temporary ? spendTemporary(db, await nobodys, attempt) : judge(attempt))
    if (!right || accountId === null) return { type: 'wrong' }
    await Promise.all([
      clearAttempts(db, here),
      clearAttempts(db, placeOf(whose, source)),
      uncountAttempt(db, anywhere),
    ])
    return { type: 'right', accountId, mustChangePassword: temporary }
  }

  return {
    flawOf: passwordFlaw,
    set: (accountId, password, at) =>
      pipe(
        flawless(password),
        TE.flatMap(() => stored(async () => save(db, accountId, await hashPassword(password, cost), at))),
      ),
    attempt: (one) => stored(() => attempt(one, looksTemporary(one.password))),
    confirm: (one) => stored(() => attempt(one, false)),
    pardon: (accountId, source) => stored(() => clearAttempts(db, placeOf(accountId, source))),
    forget: (accountId) =>
      stored(async () => {
        await db.query(forget, [accountId])
      }),
    sweep: (at) => stored(() => sweepAttempts(db, plusMinutes(at, -lock.minutes))),
  }
}

const flawless = (password: string): TE.TaskEither<PasswordFlaw, void> => {
  const flaw = passwordFlaw(password)
  return flaw === null ? TE.right(undefined) : TE.left(flaw)
}

const save = async (db: Database, accountId: string, hash: string, at: Instant): Promise<void> => {
  await db.query(put, [accountId, hash, at])
}

/** One statement: the new password and the old sessions, with their device tokens, are never both there. */
const put = `
  with ended as (
    delete from access.sessions where account_id = $1
  ), void as (
    delete from access.codes where account_id = $1 and purpose = 'reset-password'
  ), unused as (
    update access.temporary_passwords set used_at = coalesce(used_at, $3) where account_id = $1
  )
  insert into access.credentials (account_id, hash, changed_at) values ($1, $2, $3)
  on conflict (account_id) do update
    set hash = excluded.hash, changed_at = excluded.changed_at, must_change = false`
const forget = `
  with unused as (
    delete from access.temporary_passwords where account_id = $1
  )
  delete from access.credentials where account_id = $1`

const secondsBetween = (from: Instant, to: Instant) =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))
