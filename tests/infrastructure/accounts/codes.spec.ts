import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CodePurpose, OneTimeCodes } from '../../../application/accounts/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresCodes } from '../../../infrastructure/accounts/codes.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes)).toISOString() as Instant
const verify: CodePurpose = 'verify-email'

describe('one-time codes (Q-16, Q-24)', () => {
  let database: TestDatabase
  let codes: OneTimeCodes
  const withSecret = (fill: number) =>
    postgresCodes(database.queries, { secret: new Uint8Array(32).fill(fill), ttlMinutes: 15, maxAttempts: 5 })
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    codes = withSecret(1)
  })
  afterAll(() => database.drop())

  const issue = async (accountId: string, minutes = 0, purpose: CodePurpose = verify) => {
    const issued = await codes.issue(purpose, accountId, at(minutes))()
    if (E.isLeft(issued)) throw issued.left.cause
    return issued.right
  }
  const spend = (accountId: string, code: string, minutes = 0, purpose: CodePurpose = verify) =>
    spendFrom('192.0.2.1', accountId, code, minutes, purpose)
  const spendFrom = async (
    source: string,
    accountId: string,
    code: string,
    minutes = 0,
    purpose: CodePurpose = verify,
  ) => {
    const spent = await codes.spend(purpose, accountId, { code, source }, at(minutes))()
    return E.isRight(spent) && spent.right
  }
  const spendToken = async (token: string, minutes = 0, purpose: CodePurpose = verify) => {
    const spent = await codes.spendToken(purpose, token, at(minutes))()
    return E.isRight(spent) ? spent.right : 'failed'
  }
  const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

  it('have six digits, can be used once and belong to one account', async () => {
    const { code, expiresAt } = await issue('mario')
    expect(code).toMatch(/^\d{6}$/)
    expect(expiresAt).toBe(at(15))
    await issue('lia')
    expect(await spend('nobody', code)).toBe(false)
    expect(await spend('mario', code)).toBe(true)
    expect(await spend('mario', code)).toBe(false)
  })

  it('are the same within one flow and keep their attempt count, so that a repeated e-mail contains the same code', async () => {
    const issueInFlow = async (flow: string) => {
      const issued = await codes.issue('reset-password', 'rosa', at(0), flow)()
      return E.isRight(issued) ? issued.right.code : 'failed'
    }
    const code = await issueInFlow('recovery-1')
    for (let n = 0; n < 5; n++) await spend('rosa', wrongCode(code), 0, 'reset-password')
    expect(await issueInFlow('recovery-1')).toBe(code)
    expect(await spend('rosa', code, 0, 'reset-password')).toBe(false)
    const another = await issueInFlow('recovery-2')
    expect(another).not.toBe(code)
    expect(await spend('rosa', another, 0, 'reset-password')).toBe(true)
  })

  it('expire after 15 minutes', async () => {
    const { code } = await issue('ugo')
    expect(await spend('ugo', code, 15)).toBe(false)
    expect(await spend('ugo', code, 14)).toBe(true)
  })

  it('count as expired only if one was issued and not used in time', async () => {
    const hasExpired = (accountId: string, minutes: number) => codes.hasExpired(verify, accountId, at(minutes))()
    await issue('pia')
    expect(await hasExpired('pia', 14)).toEqual(E.right(false))
    expect(await hasExpired('pia', 15)).toEqual(E.right(true))
    await issue('pia', 20)
    expect(await hasExpired('pia', 21)).toEqual(E.right(false))
    expect(await hasExpired('nobody', 60)).toEqual(E.right(false))
    const { code } = await issue('lea')
    expect(await spend('lea', code)).toBe(true)
    expect(await hasExpired('lea', 60)).toEqual(E.right(false))
  })

  it('Q-130: are blocked for one network address after its five wrong attempts, even the right code', async () => {
    const { code } = await issue('ada')
    for (let n = 0; n < 4; n++) expect(await spend('ada', wrongCode(code))).toBe(false)
    expect(await spend('ada', code)).toBe(true)
    const { code: second } = await issue('ada')
    for (let n = 0; n < 5; n++) await spend('ada', wrongCode(second))
    expect(await spend('ada', second)).toBe(false)
  })

  it('allow five attempts when a thousand guesses arrive at once', async () => {
    const { code } = await issue('leo')
    await Promise.all(Array.from({ length: 200 }, () => spend('leo', wrongCode(code))))
    const { rows } = await database.pool.query("select tries from access.codes where account_id = 'leo'")
    expect(rows).toEqual([{ tries: 5 }])
  })

  it('Q-130: can still be entered by their owner when two strangers have used up their attempts', async () => {
    const { code } = await issue('nina')
    for (const stranger of ['198.51.100.1', '198.51.100.2']) {
      for (let n = 0; n < 5; n++) await spendFrom(stranger, 'nina', wrongCode(code))
      expect(await spendFrom(stranger, 'nina', code)).toBe(false)
    }
    expect(await spend('nina', code)).toBe(true)
  })

  it('Q-130: allow fifty attempts from all addresses together; the link works even then', async () => {
    const { code, token } = await issue('olga')
    for (let n = 0; n < 49; n++) await spendFrom(`198.51.100.${n}`, 'olga', wrongCode(code))
    const checked = await codes.check(verify, 'olga', { code, source: '192.0.2.1' }, at(0))()
    expect(checked).toEqual(E.right(true))
    await spendFrom('198.51.100.49', 'olga', wrongCode(code))
    expect(await spend('olga', code)).toBe(false)
    expect(await spendToken(token)).toBe('olga')
  })

  it('Q-130: use up no attempt when a right code is checked', async () => {
    const { code } = await issue('irma')
    for (let n = 0; n < 20; n++) await codes.check(verify, 'irma', { code, source: '192.0.2.1' }, at(0))()
    expect(await spend('irma', code)).toBe(true)
  })

  it('are replaced by resending, with a new attempt count', async () => {
    const first = await issue('eva')
    for (let n = 0; n < 5; n++) await spend('eva', wrongCode(first.code))
    const second = await issue('eva', 1)
    expect(second.token).not.toBe(first.token)
    expect(await spendToken(first.token, 1)).toBeNull()
    expect(await spend('eva', second.code, 1)).toBe(true)
  })

  it('are used once when a hundred correct attempts arrive at once', async () => {
    const { token } = await issue('tea')
    const spent = await Promise.all(Array.from({ length: 100 }, () => spendToken(token)))
    expect(spent.filter((accountId) => accountId === 'tea')).toHaveLength(1)
  })

  it('as link tokens identify the account, and wrong tokens use no attempt', async () => {
    const { token, code } = await issue('hotel-aurora')
    for (const guess of [
      '',
      '.',
      'hotel-aurora.',
      `hotel-aurora.${'A'.repeat(43)}`,
      `${token}x`,
      token.replace('hotel', 'hostel'),
    ])
      expect(await spendToken(guess)).toBeNull()
    expect(await spendToken(token, 15)).toBeNull()
    expect(await spendToken(token)).toBe('hotel-aurora')
    expect(await spendToken(token)).toBeNull()
    expect(await spend('hotel-aurora', code)).toBe(false)
  })

  it('are valid for one purpose only', async () => {
    const { code, token } = await issue('ida', 0, 'reset-password')
    expect(await spend('ida', code)).toBe(false)
    expect(await spendToken(token)).toBeNull()
    expect(await spend('ida', code, 0, 'reset-password')).toBe(true)
  })

  it('can be read by the mail job while valid', async () => {
    const issued = await issue('zoe')
    expect(await codes.current(verify, 'zoe', at(14))()).toEqual(E.right(issued))
    expect(await codes.current(verify, 'zoe', at(15))()).toEqual(E.right(null))
    await codes.deleteAllOf('zoe')()
    expect(await codes.current(verify, 'zoe', at(0))()).toEqual(E.right(null))
  })

  it('cannot be recovered from the database without the secret', async () => {
    const { code, token } = await issue('rita')
    const { rows } = await database.pool.query<{ row: string }>(
      "select c::text as row from access.codes c where account_id = 'rita'",
    )
    expect(rows[0]?.row).not.toContain(token.slice(5))
    const readWithOtherSecret = await withSecret(2).current(verify, 'rita', at(0))()
    expect(readWithOtherSecret).not.toEqual(E.right(expect.objectContaining({ token })))
    expect(code).toHaveLength(6)
  })

  it('are distributed over all digits', async () => {
    const seen = new Set<string>()
    for (let n = 0; n < 60; n++) seen.add((await issue('spread')).code)
    expect(seen.size).toBeGreaterThan(55)
    expect(new Set([...seen].map(([first]) => first)).size).toBeGreaterThan(5)
  })
})
