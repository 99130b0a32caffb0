import { randomBytes } from 'node:crypto'
import type { DeviceTokens, OwnSession, Sessions } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { tokenHash } from './hashing.ts'
import { type Database, storageTask } from './storage.ts'

export interface SessionLimits {
  readonly idleHours: number
  readonly maxDays: number
}

/** Sessions in Postgres (module `access`). */
export const postgresSessions = (db: Database, { idleHours, maxDays }: SessionLimits): Sessions => {
  const idleSince = (at: Instant) => plusMinutes(at, -idleHours * 60)
  const oldest = (at: Instant) => plusMinutes(at, -maxDays * 24 * 60)

  return {
    begin: async ({ accountId, device = null, credential = null, strong = false }, at) => {
      const token = randomBytes(32).toString('base64url')
      const { rowCount } = await db.query(beginSql, [tokenHash(token), accountId, at, device, credential, strong])
      return rowCount === 1 ? token : null
    },
    find: async (token, at) => {
      const values = [tokenHash(token), idleSince(at), oldest(at), at, plusMinutes(at, -1)]
      const { rows } = await db.query<FoundRow>(findSql, values)
      const [found] = rows
      if (found === undefined) return null
      const id = tokenHash(token).toString('base64url')
      const { account_id: accountId, id: publicId, must_change: mustChangePassword, strong } = found
      return { accountId, id, publicId, mustChangePassword, strong }
    },
    end: async (token) => {
      await db.query('delete from access.sessions where token_hash = $1', [tokenHash(token)])
    },
    listOf: async (accountId, at) => {
      const { rows } = await db.query<ListedRow>(listSql, [accountId, idleSince(at), oldest(at)])
      return rows.map(toOwnSession)
    },
    endOne: async (accountId, id) =>
      (await db.query('delete from access.sessions where account_id = $1 and id::text = $2', [accountId, id]))
        .rowCount === 1,
    endOthers: async (accountId, keptId) => {
      await db.query('delete from access.sessions where account_id = $1 and id::text <> $2', [accountId, keptId])
    },
    endAllOf: async (accountId) => {
      await db.query('delete from access.sessions where account_id = $1', [accountId])
    },
    sweep: async (at) => (await db.query(sweepSql, [idleSince(at), oldest(at)])).rowCount ?? 0,
  }
}

/** Starts a session only if the proven credential is current, also if the password changes concurrently. */
const beginSql = `
  insert into access.sessions (token_hash, account_id, started_at, used_at, device, credential, strong)
  select $1, a.account_id, $3, $3, $4, coalesce(c.number, 0), $6
  from (select $2::text as account_id) a left join access.credentials c using (account_id)
  where $5::bigint is null or coalesce(c.number, 0) = $5`

interface FoundRow {
  readonly id: string
  readonly account_id: string
  readonly must_change: boolean
  readonly strong: boolean
}
/** Updates `used_at` at most once a minute. */
const findSql = `
  with found as (
    select s.token_hash, s.id, s.account_id, coalesce(c.must_change, false) as must_change, s.strong
    from access.sessions s left join access.credentials c using (account_id)
    where s.token_hash = $1 and s.used_at > $2 and s.started_at > $3 and s.credential = coalesce(c.number, 0)
  ), noted as (
    update access.sessions s set used_at = $4 from found f where s.token_hash = f.token_hash and s.used_at < $5
  )
  select id, account_id, must_change, strong from found`

interface ListedRow {
  readonly id: string
  readonly device: string | null
  readonly started_at: Date
  readonly used_at: Date
}
const listSql = `
  select s.id, s.device, s.started_at, s.used_at
  from access.sessions s left join access.credentials c using (account_id)
  where s.account_id = $1 and s.used_at > $2 and s.started_at > $3 and s.credential = coalesce(c.number, 0)
  order by s.used_at desc, s.id`

const sweepSql = `
  delete from access.sessions s where s.used_at <= $1 or s.started_at <= $2
    or s.credential <> coalesce((select c.number from access.credentials c where c.account_id = s.account_id), 0)`

const toOwnSession = ({ id, device, started_at, used_at }: ListedRow): OwnSession => ({
  id,
  device,
  startedAt: started_at.toISOString() as Instant,
  usedAt: used_at.toISOString() as Instant,
})

const deviceTokenMinutes = 1

/** Device tokens in Postgres, stored as hashes. @rule Q-17 */
export const postgresDeviceTokens = (db: Database): DeviceTokens => ({
  issue: ({ accountId, session }, at) =>
    storageTask(async () => {
      const token = randomBytes(32).toString('base64url')
      const row = [tokenHash(token), accountId, Buffer.from(session, 'base64url'), plusMinutes(at, deviceTokenMinutes)]
      await db.query('insert into access.device_tokens values ($1, $2, $3, $4)', row)
      return token
    }),
  spend: (token, at) =>
    storageTask(async () => {
      const { rows } = await db.query<{ account_id: string; fresh: boolean }>(spendSql, [tokenHash(token), at])
      const [row] = rows
      return row?.fresh === true ? row.account_id : null
    }),
  revokeAllOf: (accountId) =>
    storageTask(async () => {
      await db.query('delete from access.device_tokens where account_id = $1', [accountId])
    }),
  sweep: (at) =>
    storageTask(
      async () => (await db.query('delete from access.device_tokens where expires_at <= $1', [at])).rowCount ?? 0,
    ),
})

/** Succeeds for only one of several concurrent requests. */
const spendSql = `
  delete from access.device_tokens where token_hash = $1 returning account_id, expires_at > $2 as fresh`
