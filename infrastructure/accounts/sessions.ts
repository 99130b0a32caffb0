import { randomBytes } from 'node:crypto'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { DeviceTokens, NewSession, Sessions } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { rowsOf } from '../../projections/columns.ts'
import { batchQueries, isForeignKeyViolation, isReadOnly, statement } from '../postgres/postgres.ts'
import { tokenHash } from './hashing.ts'
import { storageTask, storedInstant } from './storage.ts'

export interface SessionLimits {
  readonly idleHours: number
  readonly maxDays: number
}

const hoursBefore = (at: FragmentSqlToken, hours: number) =>
  sql.fragment`${at} - ${hours}::double precision * interval '1 hour'`

const instant = (at: Instant) => sql.fragment`${at}::timestamptz`

/** Sessions that started then or before have ended. */
const oldestStart = ({ maxDays }: SessionLimits, at: FragmentSqlToken) => hoursBefore(at, maxDays * 24)

const isOpenAt = (limits: SessionLimits, at: FragmentSqlToken) => sql.fragment`
  s.started_at > ${oldestStart(limits, at)} and s.credential = coalesce(c.number, 0)`

const isCurrentAt = (limits: SessionLimits, at: FragmentSqlToken) =>
  sql.fragment`s.used_at > ${hoursBefore(at, limits.idleHours)} and ${isOpenAt(limits, at)}`

/**
 * Whether nobody has ended the session in a row `s` of `access.sessions`, though it may be idle; `c` is the account's row
 * of `access.credentials`, if it has one.
 */
export const isOpenSession = (limits: SessionLimits, at: Instant) => isOpenAt(limits, instant(at))

/** Sessions in Postgres (module `access`). */
export const postgresSessions = (db: CommonQueryMethods, limits: SessionLimits): Sessions => {
  const isCurrent = (at: Instant) => isCurrentAt(limits, instant(at))
  const use = batchQueries((uses: readonly SessionUse[]) => useSessions(db, limits, uses))

  return {
    begin: async (start, at) => {
      const token = randomBytes(32).toString('base64url')
      const { rowCount } = await db.query(insertSession(tokenHash(token), start, at))
      if (rowCount !== 1) return null
      if (start.deviceToken !== undefined) await db.query(moveDeviceToken(start.deviceToken, tokenHash(token)))
      return token
    },
    find: async (token, at) => {
      const hash = tokenHash(token)
      const found = await use({ hash, at })
      return found === null ? null : { ...found, id: hash.toString('base64url') }
    },
    end: async (token) => {
      await db.query(statement`delete from access.sessions where token_hash = ${sql.binary(tokenHash(token))}`)
    },
    listOf: (accountId, at) =>
      db.any(sql.type(ListedSession)`
        select s.id, coalesce(s.device, d.device) as device, s.started_at as "startedAt", s.used_at as "usedAt",
          d.used_at is not null as "quickAccess"
        from access.sessions s left join access.credentials c using (account_id)
        left join access.device_tokens d on d.session_hash = s.token_hash and d.used_at is not null
        where s.account_id = ${accountId} and ${isCurrent(at)}
        order by s.used_at desc, s.id`),
    endOne: async (accountId, id) => {
      const { rowCount } = await db.query(
        statement`delete from access.sessions where account_id = ${accountId} and id::text = ${id}`,
      )
      return rowCount === 1
    },
    endOthers: async (accountId, keptId) => {
      await db.query(statement`delete from access.sessions where account_id = ${accountId} and id::text <> ${keptId}`)
    },
    endAllOf: async (accountId) => {
      await db.query(statement`delete from access.sessions where account_id = ${accountId}`)
    },
    sweep: async (at) => {
      const { rowCount } = await db.query(statement`
        delete from access.sessions s where s.started_at <= ${oldestStart(limits, instant(at))}
          or s.credential <> coalesce((select c.number from access.credentials c where c.account_id = s.account_id), 0)`)
      return rowCount
    },
  }
}

/** Starts a session only if the proven credential is current, even if the password changes concurrently. */
const insertSession = (
  hash: Buffer,
  { accountId, device, credential, secondFactorConfirmed = false }: NewSession,
  at: Instant,
) => statement`
  insert into access.sessions (token_hash, account_id, started_at, used_at, device, credential, strong)
  select ${sql.binary(hash)}, a.account_id, ${at}, ${at}, ${device ?? null}, coalesce(c.number, 0), ${secondFactorConfirmed}
  from (select ${accountId}::text as account_id) a left join access.credentials c using (account_id)
  where ${credential ?? null}::bigint is null or coalesce(c.number, 0) = ${credential ?? null}::bigint`

const FoundSession = z.object({
  /** Number of the use, from 1. */
  nth: z.number(),
  publicId: z.string(),
  accountId: z.string(),
  mustChangePassword: z.boolean(),
  secondFactorConfirmed: z.boolean(),
})

interface SessionUse {
  readonly hash: Buffer
  readonly at: Instant
}

/**
 * The sessions, in order, null where none is current. Updates `used_at` at most once a minute. While the database is
 * read-only, people stay signed in and can read.
 */
const useSessions = async (db: CommonQueryMethods, limits: SessionLimits, uses: readonly SessionUse[]) => {
  const found = foundSessions(limits, uses)
  const rows = await db
    .any(noteAndSelect(found))
    .catch((error: unknown) => (isReadOnly(error) ? db.any(selectFound(found)) : Promise.reject(error as Error)))
  const byUse = new Map(rows.map(({ nth, ...session }) => [nth, session]))
  return uses.map((_, n) => byUse.get(n + 1) ?? null)
}

/** A lookup for each use finds it by its key, whatever plan Postgres keeps for the number of uses that came first. */
const foundSessions = (limits: SessionLimits, uses: readonly SessionUse[]) => {
  const hashes = uses.map(({ hash }) => hash)
  const times = uses.map(({ at }) => at)
  return sql.fragment`
    with found as (
      select u.nth, u.at, f.*
      from ${rowsOf(['bytea', hashes], ['timestamptz', times])} with ordinality as u (token_hash, at, nth)
      cross join lateral (
        select s.token_hash, s.id, s.account_id, coalesce(c.must_change, false) as must_change, s.strong, s.used_at
        from access.sessions s left join access.credentials c using (account_id)
        where s.token_hash = u.token_hash and ${isCurrentAt(limits, sql.fragment`u.at`)} limit 1
      ) f
    )`
}
const foundColumns = sql.fragment`
  nth::int, id as "publicId", account_id as "accountId", must_change as "mustChangePassword",
  strong as "secondFactorConfirmed"`

/**
 * Prepared, because every request of a signed-in person runs it. Leaves a session alone that another process is noting,
 * so two that use the same sessions do not wait for one another.
 */
const noteAndSelect = (found: FragmentSqlToken) => sql.prepared('use-sessions', FoundSession)`
  ${found}, stale as (
    select s.token_hash, f.at from (
      select token_hash, max(at) as at from found where used_at < at - interval '1 minute' group by token_hash
    ) f cross join lateral (
      select o.token_hash from access.sessions o
      where o.token_hash = f.token_hash and o.used_at < f.at - interval '1 minute' for no key update skip locked
    ) s
  ), noted as (
    update access.sessions s set used_at = f.at from stale f where s.token_hash = f.token_hash
  )
  select ${foundColumns} from found`

const selectFound = (found: FragmentSqlToken) => sql.type(FoundSession)`${found} select ${foundColumns} from found`

const ListedSession = z.object({
  id: z.string(),
  device: z.string().nullable(),
  startedAt: storedInstant,
  usedAt: storedInstant,
  quickAccess: z.boolean(),
})

/** A used token ends with the session that it started; does nothing if the token has just been revoked. */
const moveDeviceToken = (id: string, session: Buffer) => statement`
  update access.device_tokens set session_hash = ${sql.binary(session)} where id = ${id}::uuid`

const deviceTokenMinutes = 1

/**
 * Device tokens in Postgres, stored as hashes, at most one for each device.
 * @rule Q-17
 * @rule Q-97 device, kind of browser and last use
 */
export const postgresDeviceTokens = (db: CommonQueryMethods): DeviceTokens => ({
  issue: ({ accountId, session, deviceId, device }, at) =>
    storageTask(async () => {
      const token = randomBytes(32).toString('base64url')
      const sessionHash = Buffer.from(session, 'base64url')
      const insert = statement`
        insert into access.device_tokens (token_hash, account_id, session_hash, expires_at, device_hash, device)
        values (${sql.binary(tokenHash(token))}, ${accountId}, ${sql.binary(sessionHash)},
          ${plusMinutes(at, deviceTokenMinutes)}, ${sql.binary(tokenHash(deviceId))}, ${device})
        on conflict (device_hash) do update set token_hash = excluded.token_hash, account_id = excluded.account_id,
          session_hash = excluded.session_hash, expires_at = excluded.expires_at, device = excluded.device,
          id = gen_random_uuid(), used_at = null`
      return db.query(insert).then(
        () => token,
        (error: unknown) => (isForeignKeyViolation(error) ? null : Promise.reject(error as Error)),
      )
    }),
  spend: (token, at) =>
    storageTask(async () => {
      const hash = tokenHash(token)
      const spent = await db.maybeOne(takeDeviceToken(hash, at))
      if (spent === null)
        await db.query(statement`
          delete from access.device_tokens
          where token_hash = ${sql.binary(hash)} and used_at is null and expires_at <= ${at}`)
      return spent
    }),
  revokeFromDevice: (accountId, deviceId) =>
    storageTask(async () => {
      const isOfDevice = deviceId === null ? sql.fragment`false` : isOf(deviceId)
      await db.query(
        statement`delete from access.device_tokens where account_id = ${accountId} and (used_at is null or ${isOfDevice})`,
      )
    }),
  revokeAllOf: (accountId) =>
    storageTask(async () => {
      await db.query(statement`delete from access.device_tokens where account_id = ${accountId}`)
    }),
  sweep: (at) =>
    storageTask(
      async () =>
        (await db.query(statement`delete from access.device_tokens where used_at is null and expires_at <= ${at}`))
          .rowCount,
    ),
})

const isOf = (deviceId: string) => sql.fragment`device_hash = ${sql.binary(tokenHash(deviceId))}`

/** Succeeds for only one of several concurrent requests. */
const takeDeviceToken = (hash: Buffer, at: Instant) => sql.type(z.object({ accountId: z.string(), id: z.string() }))`
  update access.device_tokens set used_at = ${at}
  where token_hash = ${sql.binary(hash)} and used_at is null and expires_at > ${at}
  returning account_id as "accountId", id`
