import { randomBytes } from 'node:crypto'
import type { DeviceTokens } from '../../application/ports/device-tokens.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { stored, type Database } from './storage.ts'
import { tokenHash } from './token-hash.ts'

const ttlMinutes = 1

/** Tokens of quick access in Postgres, as hashes only. */
export const postgresDeviceTokens = (db: Database): DeviceTokens => ({
  issue: ({ accountId, session }, at) =>
    stored(async () => {
      const token = randomBytes(32).toString('base64url')
      const row = [tokenHash(token), accountId, Buffer.from(session, 'base64url'), plusMinutes(at, ttlMinutes)]
      await db.query('insert into access.device_tokens values ($1, $2, $3, $4)', row)
      return token
    }),
  spend: (token, at) =>
    stored(async () => {
      const { rows } = await db.query<{ account_id: string; fresh: boolean }>(spend, [tokenHash(token), at])
      const [row] = rows
      return row?.fresh === true ? row.account_id : null
    }),
  revokeAllOf: (accountId) =>
    stored(async () => {
      await db.query('delete from access.device_tokens where account_id = $1', [accountId])
    }),
  sweep: (at) =>
    stored(async () => (await db.query('delete from access.device_tokens where expires_at <= $1', [at])).rowCount ?? 0),
})

/** Of many at once with the same token, one has it. */
const spend = `
  delete from access.device_tokens where token_hash = $1 returning account_id, expires_at > $2 as fresh`
