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
    const { rows } = await db.query<{ hash: string }>('select hash from access.credentials where account_id = $1', [
      accountId,
    ])
    const known = rows[0]?.hash
    const matches = await passwordMatches(known ?? (await nobodys), password)
    if (known === undefined || !matches || accountId === null) return null
    if (isWeaker(known, cost)) await replace(accountId, known, await hashPassword(password, cost), at)
    return accountId
  }

  const replace = (accountId: string, before: string, after: string, at: Instant) =>
    db.query('update access.credentials set hash = $3, changed_at = $4 where account_id = $1 and hash = $2', [
      accountId,
      before,
      after,
      at,
    ])

  const attempt = async (attempt: SignInAttempt): Promise<SignInOutcome> => {
    const { accountId, name, source, at } = attempt
    const whose = accountId ?? name.trim().toLowerCase()
    const here = keyedHash(secret, 'failures', whose, source)
    const anywhere = keyedHash(secret, 'failures', whose)
    const until = (await countAttempt(db, here, lock, at)) ?? (await countAttempt(db, anywhere, everywhere, at))
    if (until !== null) return { type: 'locked', retryAfterSeconds: secondsBetween(at, until) }

    const right = await judge(attempt)
    if (right === null) return { type: 'wrong' }
    await Promise.all([clearAttempts(db, here), uncountAttempt(db, anywhere)])
    return { type: 'right', accountId: right }
  }

  return {
    flawOf: passwordFlaw,
    set: (accountId, password, at) =>
      pipe(
        flawless(password),
        TE.flatMap(() => stored(async () => save(db, accountId, await hashPassword(password, cost), at))),
      ),
    attempt: (one) => stored(() => attempt(one)),
    forget: (accountId) =>
      stored(async () => {
        await db.query('delete from access.credentials where account_id = $1', [accountId])
      }),
    sweep: (at) => stored(() => sweepAttempts(db, plusMinutes(at, -lock.minutes))),
  }
}

const flawless = (password: string): TE.TaskEither<PasswordFlaw, void> => {
  const flaw = passwordFlaw(password)
  return flaw === null ? TE.right(undefined) : TE.left(flaw)
}

const save = async (db: Database, accountId: string, hash: string, at: Instant): Promise<void> => {
  await db.query(
    `insert into access.credentials values ($1, $2, $3)
     on conflict (account_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [accountId, hash, at],
  )
}

const secondsBetween = (from: Instant, to: Instant) =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))
