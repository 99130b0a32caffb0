import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import type { Database } from './storage.ts'
import { tokenHash } from './token-hash.ts'

const ttlMinutes = 1

/** Gives out a challenge that opens one thing only. */
export const giveChallenge = async (db: Database, opens: string, at: Instant) => {
  const [challenge, sessionId] = [randomBytes(32), randomBytes(32).toString('base64url')]
  await db.query('insert into access.passkey_challenges values ($1, $2, $3, $4)', [
    tokenHash(sessionId),
    tokenHash(challenge.toString('base64url')),
    opens,
    plusMinutes(at, ttlMinutes),
  ])
  return { sessionId, challenge: new Uint8Array(challenge) }
}

export interface TakenChallenge {
  readonly opens: string
  /** Whether this is it, as an authenticator writes it down. */
  readonly is: (challenge: string) => boolean
}

/** Takes it back, right or wrong: whoever comes second finds nothing. Null when it is gone or too old. */
export const takeChallenge = async (db: Database, sessionId: string, at: Instant): Promise<TakenChallenge | null> => {
  const { rows } = await db.query<Row>(take, [tokenHash(sessionId), at])
  const [row] = rows
  if (row === undefined || !row.fresh) return null
  return { opens: row.opens, is: (challenge) => timingSafeEqual(tokenHash(challenge), row.challenge_hash) }
}

export const sweepChallenges = async (db: Database, at: Instant): Promise<number> =>
  (await db.query('delete from access.passkey_challenges where expires_at <= $1', [at])).rowCount ?? 0

interface Row {
  readonly challenge_hash: Buffer
  readonly opens: string
  readonly fresh: boolean
}

const take = `
  delete from access.passkey_challenges where id_hash = $1
  returning challenge_hash, opens, expires_at > $2 as fresh`
