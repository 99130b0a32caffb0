import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { CodeAttempt, CodePurpose, IssuedCode, OneTimeCodes } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { statement } from '../postgres/postgres.ts'
import { keyedHash } from './hashing.ts'
import { storageTask, storedInstant } from './storage.ts'

export interface CodeOptions {
  readonly secret: Uint8Array
  readonly ttlMinutes: number
  /** Wrong attempts from one network address. */
  readonly maxAttempts: number
}

/** Network addresses that must use up their attempts before nobody can enter the code. */
const maxSources = 10

const CodeRow = z.object({ nonce: z.instanceof(Buffer), expiresAt: storedInstant })
type CodeRow = z.infer<typeof CodeRow>

/**
 * One-time codes; Postgres (module `access`) holds only a nonce.
 *
 * Attempts count per network address, so that strangers do not use up those of the owner, and together up to ten times as
 * many. With five per address, fifty of a million codes can be tried: 1 in 20,000 for a code, from ten networks within its
 * 15 minutes; every new code is an e-mail to the owner. Links, with 256 bits, still work when the digits are locked.
 * @rule Q-16 Q-24 Q-130
 */
export const postgresCodes = (
  db: CommonQueryMethods,
  { secret, ttlMinutes, maxAttempts }: CodeOptions,
): OneTimeCodes => {
  const { codeOf, tokenOf, nonceOf, sourceKey } = derivations(secret)

  const issued = (purpose: CodePurpose, issuedFor: string, { nonce, expiresAt }: CodeRow): IssuedCode => ({
    code: codeOf(purpose, issuedFor, nonce),
    token: tokenOf(purpose, issuedFor, nonce),
    expiresAt,
  })
  /** Counts an attempt and returns the nonce of the code; null if the code is wrong. */
  const verify = async (
    purpose: CodePurpose,
    issuedFor: string,
    { code, source }: CodeAttempt,
    at: Instant,
  ): Promise<Buffer | null> => {
    const key = sourceKey(issuedFor, source)
    const nonce = await db.maybeOneFirst(countAttempt(purpose, issuedFor, at, key, maxAttempts))
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
    check: (purpose, issuedFor, attempt, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, issuedFor, attempt, at)
        if (nonce === null) return false
        const refund = refundTry(purpose, issuedFor, nonce, sourceKey(issuedFor, attempt.source))
        return (await db.query(refund)).rowCount === 1
      }),
    spend: (purpose, issuedFor, attempt, at) =>
      storageTask(async () => {
        const nonce = await verify(purpose, issuedFor, attempt, at)
        return nonce !== null && take(purpose, issuedFor, nonce)
      }),
    spendToken: (purpose, token, at) =>
      storageTask(async () => {
        const issuedFor = token.slice(0, Math.max(0, token.lastIndexOf('.')))
        const row = await db.maybeOne(selectCode(purpose, issuedFor, at))
        const isCorrect = row !== null && isEqual(token, tokenOf(purpose, issuedFor, row.nonce))
        return isCorrect && (await take(purpose, issuedFor, row.nonce)) ? issuedFor : null
      }),
    deleteAllOf: (issuedFor) => storageTask(async () => void (await db.query(deleteCodes(issuedFor)))),
  }
}

/** What follows from the secret and the nonce of a code. */
const derivations = (secret: Uint8Array) => {
  const mac = (form: 'code' | 'token', purpose: CodePurpose, issuedFor: string, nonce: Buffer) =>
    keyedHash(secret, form, purpose, issuedFor, nonce.toString('hex'))
  const codeOf = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) =>
    (mac('code', purpose, issuedFor, nonce).readBigUInt64BE() % 1_000_000n).toString().padStart(6, '0')
  const tokenOf = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) =>
    `${issuedFor}.${mac('token', purpose, issuedFor, nonce).toString('base64url')}`
  const nonceOf = (purpose: CodePurpose, issuedFor: string, flow: string) =>
    keyedHash(secret, 'nonce', purpose, issuedFor, flow).subarray(0, 16)
  /** Hides the network address. */
  const sourceKey = (issuedFor: string, source: string) => keyedHash(secret, 'try', issuedFor, source).toString('hex')
  return { codeOf, tokenOf, nonceOf, sourceKey }
}

const codeFor = (purpose: CodePurpose, issuedFor: string) =>
  sql.fragment`purpose = ${purpose} and account_id = ${issuedFor}`

const upsertCode = (purpose: CodePurpose, issuedFor: string, nonce: Buffer, expiresAt: Instant) => statement`
  insert into access.codes (purpose, account_id, nonce, tries, expires_at)
  values (${purpose}, ${issuedFor}, ${sql.binary(nonce)}, 0, ${expiresAt})
  on conflict (purpose, account_id) do update
    set nonce = excluded.nonce, tries = 0, tries_by_source = '{}', expires_at = excluded.expires_at
    where access.codes.nonce <> excluded.nonce`

const selectCode = (purpose: CodePurpose, issuedFor: string, at: Instant) => sql.type(CodeRow)`
  select nonce, expires_at as "expiresAt" from access.codes
  where ${codeFor(purpose, issuedFor)} and expires_at > ${at}`

const selectExpiredCode = (purpose: CodePurpose, issuedFor: string, at: Instant) => sql.type(
  CodeRow.pick({ nonce: true }),
)`
  select nonce from access.codes where ${codeFor(purpose, issuedFor)} and expires_at <= ${at}`

const countAttempt = (
  purpose: CodePurpose,
  issuedFor: string,
  at: Instant,
  source: string,
  maxAttempts: number,
) => sql.type(CodeRow.pick({ nonce: true }))`
  update access.codes set tries = tries + 1, tries_by_source = ${triesOfSource(source, 1)}
  where ${codeFor(purpose, issuedFor)} and expires_at > ${at} and tries < ${maxAttempts * maxSources}
    and coalesce((tries_by_source ->> ${source})::int, 0) < ${maxAttempts} returning nonce`

const refundTry = (purpose: CodePurpose, issuedFor: string, nonce: Buffer, source: string) => statement`
  update access.codes set tries = tries - 1, tries_by_source = ${triesOfSource(source, -1)}
  where ${codeFor(purpose, issuedFor)} and nonce = ${sql.binary(nonce)}`

const triesOfSource = (source: string, more: number) => sql.fragment`
  tries_by_source
    || jsonb_build_object(${source}::text, coalesce((tries_by_source ->> ${source})::int, 0) + ${more}::int)`

const deleteCode = (purpose: CodePurpose, issuedFor: string, nonce: Buffer) => statement`
  delete from access.codes where ${codeFor(purpose, issuedFor)} and nonce = ${sql.binary(nonce)}`

const deleteCodes = (issuedFor: string) => statement`delete from access.codes where account_id = ${issuedFor}`

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
