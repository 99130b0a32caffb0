import { randomBytes } from 'node:crypto'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { DeviceTokens, NewSession, Sessions } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { isForeignKeyViolation, isReadOnly, statement } from '../postgres/postgres.ts'
import { tokenHash } from './hashing.ts'
import { storageTask, storedInstant } from './storage.ts'

export interface SessionLimits {
  readonly idleHours: number
  readonly maxDays: number
}

const idleSince = ({ idleHours }: SessionLimits, at: Instant) => plusMinutes(at, -idleHours * 60)
const oldestStart = ({ maxDays }: SessionLimits, at: Instant) => plusMinutes(at, -maxDays * 24 * 60)

/**
 * Whether nobody has ended the session in a row `s` of `access.sessions`, though it may be idle; `c` is the account's row
 * of `access.credentials`, if it has one.
 */
export const isOpenSession = (limits: SessionLimits, at: Instant) => sql.fragment`
  s.started_at > ${oldestStart(limits, at)} and s.credential = coalesce(c.number, 0)`

/** Sessions in Postgres (module `access`). */
export const postgresSessions = (db: CommonQueryMethods, limits: SessionLimits): Sessions => {
  const isCurrent = (at: Instant) => sql.fragment`s.used_at > ${idleSince(limits, at)} and ${isOpenSession(limits, at)}`

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
      const found = await db
        .maybeOne(useSession(hash, isCurrent(at), at))
        // while the database is read-only, people stay signed in and can read
        .catch((error: unknown) =>
          isReadOnly(error) ? db.maybeOne(findSession(hash, isCurrent(at))) : Promise.reject(error as Error),
        )
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
        delete from access.sessions s where s.started_at <= ${oldestStart(limits, at)}
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
  publicId: z.string(),
  accountId: z.string(),
  mustChangePassword: z.boolean(),
  secondFactorConfirmed: z.boolean(),
})

const foundSession = (hash: Buffer, isCurrent: FragmentSqlToken) => sql.fragment`
  with found as (
    select s.token_hash, s.id, s.account_id, coalesce(c.must_change, false) as must_change, s.strong
    from access.sessions s left join access.credentials c using (account_id)
    where s.token_hash = ${sql.binary(hash)} and ${isCurrent}
  )`
const foundColumns = sql.fragment`
  id as "publicId", account_id as "accountId", must_change as "mustChangePassword", strong as "secondFactorConfirmed"`

/** Updates `used_at` at most once a minute. Prepared, because every request of a signed-in person runs it. */
const useSession = (hash: Buffer, isCurrent: FragmentSqlToken, at: Instant) => sql.prepared(
  'find-session',
  FoundSession,
)`
  ${foundSession(hash, isCurrent)}, noted as (
    update access.sessions s set used_at = ${at}
    from found f where s.token_hash = f.token_hash and s.used_at < ${plusMinutes(at, -1)}
  )
  select ${foundColumns} from found`

const findSession = (hash: Buffer, isCurrent: FragmentSqlToken) => sql.type(FoundSession)`
  ${foundSession(hash, isCurrent)} select ${foundColumns} from found`

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
