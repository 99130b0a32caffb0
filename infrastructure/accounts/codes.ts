import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { CodePurpose, IssuedCode, OneTimeCodes } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { statement } from '../postgres/postgres.ts'
import { keyedHash } from './hashing.ts'
import { storageTask, storedInstant } from './storage.ts'

export interface CodeOptions {
  readonly secret: Uint8Array
  readonly ttlMinutes: number
  readonly maxAttempts: number
}

const CodeRow = z.object({ nonce: z.instanceof(Buffer), expiresAt: storedInstant })
type CodeRow = z.infer<typeof CodeRow>

/** One-time codes; Postgres (module `access`) holds only a nonce. @rule Q-16 Q-24 */
export const postgresCodes = (
  db: CommonQueryMethods,
  { secret, ttlMinutes, maxAttempts }: CodeOptions,
): OneTimeCodes => {
  const mac = (form: 'code' | 'token', purpose: CodePurpose, accountId: string, nonce: Buffer) =>
    keyedHash(secret, form, purpose, accountId, nonce.toString('hex'))
  const codeOf = (purpose: CodePurpose, accountId: string, nonce: Buffer) =>
    (mac('code', purpose, accountId, nonce).readBigUInt64BE() % 1_000_000n).toString().padStart(6, '0')
  const tokenOf = (purpose: CodePurpose, accountId: string, nonce: Buffer) =>
    `${accountId}.${mac('token', purpose, accountId, nonce).toString('base64url')}`

  const nonceOf = (purpose: CodePurpose, accountId: string, flow: string) =>
    keyedHash(secret, 'nonce', purpose, accountId, flow).subarray(0, 16)

  const issued = (purpose: CodePurpose, accountId: string, { nonce, expiresAt }: CodeRow): IssuedCode => ({
    code: codeOf(purpose, accountId, nonce),
    token: tokenOf(purpose, accountId, nonce),
    expiresAt,
  })
  /** Counts an attempt and returns the nonce of the code; null if the code is wrong. */
  const verify = async (purpose: CodePurpose, accountId: string, code: string, at: Instant): Promise<Buffer | null> => {
    const nonce = await db.maybeOneFirst(countAttempt(purpose, accountId, at, maxAttempts))
    return nonce !== null && isEqual(code, codeOf(purpose, accountId, nonce)) ? nonce : null
  }
  /** Succeeds for only one of several concurrent requests. */
  const take = async (purpose: CodePurpose, accountId: string, nonce: Buffer): Promise<boolean> =>
    (await db.query(deleteCode(purpose, accountId, nonce))).rowCount === 1

  return {
    issue: (purpose, accountId, at, flow) =>
      storageTask(async () => {
        const nonce = flow === undefined ? randomBytes(16) : nonceOf(purpose, accountId, flow)
        const expiresAt = plusMinutes(at, ttlMinutes)
        await db.query(upsertCode(purpose, accountId, nonce, expiresAt))
        return issued(purpose, accountId, { nonce, expiresAt })
      }),
    current: (purpose, accountId, at) =>
      storageTask(async () => {
        const row = await db.maybeOne(selectCode(purpose, accountId, at))
        return row === null ? null : issued(purpose, accountId, row)
      }),
    check: (purpose, accountId, code, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, accountId, code, at)
        return nonce !== null && (await db.query(refundTry(purpose, accountId, nonce))).rowCount === 1
      }),
    spend: (purpose, accountId, code, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, accountId, code, at)
        return nonce !== null && take(purpose, accountId, nonce)
      }),
    spendToken: (purpose, token, at) =>
      storageTask(async () => {
        const accountId = token.slice(0, Math.max(0, token.lastIndexOf('.')))
        const row = await db.maybeOne(selectCode(purpose, accountId, at))
        const isCorrect = row !== null && isEqual(token, tokenOf(purpose, accountId, row.nonce))
        return isCorrect && (await take(purpose, accountId, row.nonce)) ? accountId : null
      }),
    deleteAllOf: (accountId) =>
      storageTask(async () => {
        await db.query(statement`delete from access.codes where account_id = ${accountId}`)
      }),
  }
}

const codeOfAccount = (purpose: CodePurpose, accountId: string) =>
  sql.fragment`purpose = ${purpose} and account_id = ${accountId}`

const upsertCode = (purpose: CodePurpose, accountId: string, nonce: Buffer, expiresAt: Instant) => statement`
  insert into access.codes (purpose, account_id, nonce, tries, expires_at)
  values (${purpose}, ${accountId}, ${sql.binary(nonce)}, 0, ${expiresAt})
  on conflict (purpose, account_id) do update
    set nonce = excluded.nonce, tries = 0, expires_at = excluded.expires_at
    where access.codes.nonce <> excluded.nonce`

const selectCode = (purpose: CodePurpose, accountId: string, at: Instant) => sql.type(CodeRow)`
  select nonce, expires_at as "expiresAt" from access.codes
  where ${codeOfAccount(purpose, accountId)} and expires_at > ${at}`

const countAttempt = (purpose: CodePurpose, accountId: string, at: Instant, maxAttempts: number) => sql.type(
  CodeRow.pick({ nonce: true }),
)`
  update access.codes set tries = tries + 1
  where ${codeOfAccount(purpose, accountId)} and expires_at > ${at} and tries < ${maxAttempts} returning nonce`

const refundTry = (purpose: CodePurpose, accountId: string, nonce: Buffer) => statement`
  update access.codes set tries = tries - 1
  where ${codeOfAccount(purpose, accountId)} and nonce = ${sql.binary(nonce)}`

const deleteCode = (purpose: CodePurpose, accountId: string, nonce: Buffer) => statement`
  delete from access.codes where ${codeOfAccount(purpose, accountId)} and nonce = ${sql.binary(nonce)}`

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
