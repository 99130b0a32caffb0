import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CodePurpose, IssuedCode, OneTimeCodes } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './hashing.ts'
import { type Database, storageTask } from './storage.ts'

export interface CodeOptions {
  readonly secret: Uint8Array
  readonly ttlMinutes: number
  readonly maxTries: number
}

interface CodeRow {
  readonly nonce: Buffer
  readonly expires_at: Date
}

/** One-time codes; Postgres (module `access`) holds only a nonce. @rule Q-16 Q-24 */
export const postgresCodes = (db: Database, { secret, ttlMinutes, maxTries }: CodeOptions): OneTimeCodes => {
  const mac = (form: 'code' | 'token', purpose: CodePurpose, accountId: string, nonce: Buffer) =>
    keyedHash(secret, form, purpose, accountId, nonce.toString('hex'))
  const codeOf = (purpose: CodePurpose, accountId: string, nonce: Buffer) =>
    (mac('code', purpose, accountId, nonce).readBigUInt64BE() % 1_000_000n).toString().padStart(6, '0')
  const tokenOf = (purpose: CodePurpose, accountId: string, nonce: Buffer) =>
    `${accountId}.${mac('token', purpose, accountId, nonce).toString('base64url')}`

  const nonceOf = (purpose: CodePurpose, accountId: string, flow: string) =>
    keyedHash(secret, 'nonce', purpose, accountId, flow).subarray(0, 16)

  const issued = (purpose: CodePurpose, accountId: string, { nonce, expires_at }: CodeRow): IssuedCode => ({
    code: codeOf(purpose, accountId, nonce),
    token: tokenOf(purpose, accountId, nonce),
    expiresAt: expires_at.toISOString() as Instant,
  })
  const currentRow = async (purpose: CodePurpose, accountId: string, at: Instant): Promise<CodeRow | undefined> =>
    (await db.query<CodeRow>(currentSql, [purpose, accountId, at])).rows[0]
  /** Succeeds for only one of several concurrent requests. */
  const deleteCode = async (purpose: CodePurpose, accountId: string, nonce: Buffer): Promise<boolean> =>
    (await db.query(spendSql, [purpose, accountId, nonce])).rowCount === 1

  /** Counts an attempt and returns the nonce of the code; null if the code is wrong. */
  const verify = async (purpose: CodePurpose, accountId: string, code: string, at: Instant): Promise<Buffer | null> => {
    const { rows } = await db.query<{ nonce: Buffer }>(countTrySql, [purpose, accountId, at, maxTries])
    const [row] = rows
    return row !== undefined && isEqual(code, codeOf(purpose, accountId, row.nonce)) ? row.nonce : null
  }

  return {
    issue: (purpose, accountId, at, flow) =>
      storageTask(async () => {
        const nonce = flow === undefined ? randomBytes(16) : nonceOf(purpose, accountId, flow)
        const row = { nonce, expires_at: new Date(plusMinutes(at, ttlMinutes)) }
        await db.query(issueSql, [purpose, accountId, row.nonce, row.expires_at])
        return issued(purpose, accountId, row)
      }),
    current: (purpose, accountId, at) =>
      storageTask(async () => {
        const row = await currentRow(purpose, accountId, at)
        return row === undefined ? null : issued(purpose, accountId, row)
      }),
    check: (purpose, accountId, code, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, accountId, code, at)
        return nonce !== null && (await db.query(refundTrySql, [purpose, accountId, nonce])).rowCount === 1
      }),
    spend: (purpose, accountId, code, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, accountId, code, at)
        return nonce !== null && deleteCode(purpose, accountId, nonce)
      }),
    spendToken: (purpose, token, at) =>
      storageTask(async () => {
        const accountId = token.slice(0, Math.max(0, token.lastIndexOf('.')))
        const row = await currentRow(purpose, accountId, at)
        const isRight = row !== undefined && isEqual(token, tokenOf(purpose, accountId, row.nonce))
        return isRight && (await deleteCode(purpose, accountId, row.nonce)) ? accountId : null
      }),
    deleteAllOf: (accountId) =>
      storageTask(async () => {
        await db.query('delete from access.codes where account_id = $1', [accountId])
      }),
  }
}

const issueSql = `
  insert into access.codes values ($1, $2, $3, 0, $4)
  on conflict (purpose, account_id) do update
    set nonce = excluded.nonce, tries = 0, expires_at = excluded.expires_at
    where access.codes.nonce <> excluded.nonce`
const currentSql = `
  select nonce, expires_at from access.codes where purpose = $1 and account_id = $2 and expires_at > $3`
const countTrySql = `
  update access.codes set tries = tries + 1
  where purpose = $1 and account_id = $2 and expires_at > $3 and tries < $4 returning nonce`
const refundTrySql = 'update access.codes set tries = tries - 1 where purpose = $1 and account_id = $2 and nonce = $3'
const spendSql = 'delete from access.codes where purpose = $1 and account_id = $2 and nonce = $3'

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
