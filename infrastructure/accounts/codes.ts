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
  const mac = (form: 'code' | 'token', purpose: CodePurpose, issuedFor: string, nonce: Buffer) =>
    keyedHash(secret, form, purpose, issuedFor, nonce.toString('hex'))
  const codeOf = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) =>
    (mac('code', purpose, issuedFor, nonce).readBigUInt64BE() % 1_000_000n).toString().padStart(6, '0')
  const tokenOf = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) =>
    `${issuedFor}.${mac('token', purpose, issuedFor, nonce).toString('base64url')}`

  const nonceOf = (purpose: CodePurpose, issuedFor: string, flow: string) =>
    keyedHash(secret, 'nonce', purpose, issuedFor, flow).subarray(0, 16)

  const issued = (purpose: CodePurpose, issuedFor: string, { nonce, expiresAt }: CodeRow): IssuedCode => ({
    code: codeOf(purpose, issuedFor, nonce),
    token: tokenOf(purpose, issuedFor, nonce),
    expiresAt,
  })
  /** Counts an attempt and returns the nonce of the code; null if the code is wrong. */
  const verify = async (purpose: CodePurpose, issuedFor: string, code: string, at: Instant): Promise<Buffer | null> => {
    const nonce = await db.maybeOneFirst(countAttempt(purpose, issuedFor, at, maxAttempts))
    return nonce !== null && isEqual(code, codeOf(purpose, issuedFor, nonce)) ? nonce : null
  }
  /** Succeeds for only one of several concurrent requests. */
  const take = async (purpose: CodePurpose, issuedFor: string, nonce: Buffer): Promise<boolean> =>
    (await db.query(deleteCode(purpose, issuedFor, nonce))).rowCount === 1

  return {
    issue: (purpose, issuedFor, at, flow) =>
      storageTask(async () => {
        const nonce = flow === undefined ? randomBytes(16) : nonceOf(purpose, issuedFor, flow)
        const expiresAt = plusMinutes(at, ttlMinutes)
        await db.query(upsertCode(purpose, issuedFor, nonce, expiresAt))
        return issued(purpose, issuedFor, { nonce, expiresAt })
      }),
    current: (purpose, issuedFor, at) =>
      storageTask(async () => {
        const row = await db.maybeOne(selectCode(purpose, issuedFor, at))
        return row === null ? null : issued(purpose, issuedFor, row)
      }),
    hasExpired: (purpose, issuedFor, at) => storageTask(() => db.exists(selectExpiredCode(purpose, issuedFor, at))),
    check: (purpose, issuedFor, code, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, issuedFor, code, at)
        return nonce !== null && (await db.query(refundTry(purpose, issuedFor, nonce))).rowCount === 1
      }),
    spend: (purpose, issuedFor, code, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, issuedFor, code, at)
        return nonce !== null && take(purpose, issuedFor, nonce)
      }),
    spendToken: (purpose, token, at) =>
      storageTask(async () => {
        const issuedFor = token.slice(0, Math.max(0, token.lastIndexOf('.')))
        const row = await db.maybeOne(selectCode(purpose, issuedFor, at))
        const isCorrect = row !== null && isEqual(token, tokenOf(purpose, issuedFor, row.nonce))
        return isCorrect && (await take(purpose, issuedFor, row.nonce)) ? issuedFor : null
      }),
    deleteAllOf: (issuedFor) =>
      storageTask(async () => {
        await db.query(statement`delete from access.codes where account_id = ${issuedFor}`)
      }),
  }
}

const codeFor = (purpose: CodePurpose, issuedFor: string) =>
  sql.fragment`purpose = ${purpose} and account_id = ${issuedFor}`

const upsertCode = (purpose: CodePurpose, issuedFor: string, nonce: Buffer, expiresAt: Instant) => statement`
  insert into access.codes (purpose, account_id, nonce, tries, expires_at)
  values (${purpose}, ${issuedFor}, ${sql.binary(nonce)}, 0, ${expiresAt})
  on conflict (purpose, account_id) do update
    set nonce = excluded.nonce, tries = 0, expires_at = excluded.expires_at
    where access.codes.nonce <> excluded.nonce`

const selectCode = (purpose: CodePurpose, issuedFor: string, at: Instant) => sql.type(CodeRow)`
  select nonce, expires_at as "expiresAt" from access.codes
  where ${codeFor(purpose, issuedFor)} and expires_at > ${at}`

const selectExpiredCode = (purpose: CodePurpose, issuedFor: string, at: Instant) => sql.type(
  CodeRow.pick({ nonce: true }),
)`
  select nonce from access.codes where ${codeFor(purpose, issuedFor)} and expires_at <= ${at}`

const countAttempt = (purpose: CodePurpose, issuedFor: string, at: Instant, maxAttempts: number) => sql.type(
  CodeRow.pick({ nonce: true }),
)`
  update access.codes set tries = tries + 1
  where ${codeFor(purpose, issuedFor)} and expires_at > ${at} and tries < ${maxAttempts} returning nonce`

const refundTry = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) => statement`
  update access.codes set tries = tries - 1
  where ${codeFor(purpose, issuedFor)} and nonce = ${sql.binary(nonce)}`

const deleteCode = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) => statement`
  delete from access.codes where ${codeFor(purpose, issuedFor)} and nonce = ${sql.binary(nonce)}`

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
