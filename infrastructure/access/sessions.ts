import { createHash, randomBytes } from 'node:crypto'
import type { Sessions } from '../../application/ports/sessions.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import type { Database } from './storage.ts'

export interface SessionLimits {
  readonly idleHours: number
  readonly maxDays: number
}

/** Sessions in Postgres, in tables of module `access`. */
export const postgresSessions = (db: Database, { idleHours, maxDays }: SessionLimits): Sessions => {
  const idleSince = (at: Instant) => plusMinutes(at, -idleHours * 60)
  const oldest = (at: Instant) => plusMinutes(at, -maxDays * 24 * 60)

  return {
    begin: async (accountId, at) => {
      const token = randomBytes(32).toString('base64url')
      await db.query('insert into access.sessions values ($1, $2, $3, $3)', [hashOf(token), accountId, at])
      return token
    },
    find: async (token, at) => {
      const { rows } = await db.query<{ account_id: string; must_change: boolean }>(find, [
        hashOf(token),
        idleSince(at),
        oldest(at),
        at,
        plusMinutes(at, -1),
      ])
      const [found] = rows
      if (found === undefined) return null
      const id = hashOf(token).toString('base64url')
      return { accountId: found.account_id, id, mustChangePassword: found.must_change }
    },
    end: async (token) => {
      await db.query('delete from access.sessions where token_hash = $1', [hashOf(token)])
    },
    endAllOf: async (accountId) => {
      await db.query('delete from access.sessions where account_id = $1', [accountId])
    },
    sweep: async (at) => {
      const { rowCount } = await db.query('delete from access.sessions where used_at <= $1 or started_at <= $2', [
        idleSince(at),
        oldest(at),
      ])
      return rowCount ?? 0
    },
  }
}

/** Use is noted once a minute, not at every request. */
const find = `
  with found as (
    select token_hash, account_id from access.sessions where token_hash = $1 and used_at > $2 and started_at > $3
  ), noted as (
    update access.sessions s set used_at = $4 from found f where s.token_hash = f.token_hash and s.used_at < $5
  )
  select account_id, coalesce(c.must_change, false) as must_change
  from found left join access.credentials c using (account_id)`

const hashOf = (token: string) => createHash('sha256').update(token).digest()
