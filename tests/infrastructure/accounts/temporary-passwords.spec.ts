import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credentials, Sessions, TemporaryPasswords } from '../../../application/accounts/ports.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import {
  isTemporaryForm,
  postgresCredentials,
  postgresTemporaryPasswords,
} from '../../../infrastructure/accounts/credentials.ts'
import { findPasswordWeakness } from '../../../infrastructure/accounts/passwords.ts'
import { postgresDeviceTokens, postgresSessions } from '../../../infrastructure/accounts/sessions.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { beginSession } from '../../support/accounts/account-fixtures.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const chosen = 'Segretissima1!'
const cost = { memory: 64, passes: 1, lanes: 1 }
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes)).toISOString() as Instant
const orThrow = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('The store failed', { cause: outcome.left })
  return outcome.right
}

describe('temporary passwords (Q-04)', () => {
  let database: TestDatabase
  let credentials: Credentials
  let temporary: TemporaryPasswords
  let sessions: Sessions
  beforeAll(async () => {
    database = await testDatabase()
    const { pool, queries } = database
    await migrate(pool, [accessMigrations])
    const secret = new Uint8Array(32).fill(1)
    credentials = postgresCredentials(queries, { secret, lock: { failures: 5, minutes: 15 }, cost })
    temporary = postgresTemporaryPasswords(queries, { secret, ttlMinutes: 30, cost })
    sessions = postgresSessions(queries, { idleHours: 72, maxDays: 30 })
  })
  afterAll(() => database.drop())

  const attempt = (accountId: string, password: string, minutes = 1) =>
    orThrow(credentials.attempt({ accountId, name: accountId, password, source: 'home', at: at(minutes) }))
  const confirm = (accountId: string, password: string, minutes = 1) =>
    orThrow(credentials.confirm({ accountId, name: accountId, password, source: 'home', at: at(minutes) }))
  /** An account with both a regular and a temporary password. */
  const issueTo = async (accountId: string) => {
    await orThrow(credentials.set(accountId, chosen, at(0)))
    return (await orThrow(temporary.issue(accountId, 'recovery-1', at(0)))).password
  }

  it('have a form that no chosen password can have', async () => {
    const password = await issueTo('mario')
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect([isTemporaryForm(password), isTemporaryForm(chosen)]).toEqual([true, false])
    expect(await findPasswordWeakness(password, [])).toEqual({ type: 'PasswordTooPlain' })
  })

  it('sign in once and require a new password', async () => {
    const password = await issueTo('lia')
    expect(await attempt('lia', password)).toMatchObject({
      type: 'correct',
      accountId: 'lia',
      mustChangePassword: true,
    })
    expect(await attempt('lia', password)).toEqual({ type: 'incorrect' })
  })

  it('sign in once when four attempts arrive at once', async () => {
    const password = await issueTo('ada')
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => attempt('ada', password)))
    expect(outcomes.filter(({ type }) => type === 'correct')).toHaveLength(1)
  })

  it('keep the old password valid until used, and then end it and all sessions', async () => {
    const password = await issueTo('ugo')
    const session = await beginSession(sessions, 'ugo', at(0))
    expect(await attempt('ugo', chosen)).toMatchObject({ type: 'correct', accountId: 'ugo', mustChangePassword: false })
    await attempt('ugo', password)
    expect(await attempt('ugo', chosen)).toEqual({ type: 'incorrect' })
    expect(await sessions.find(session, at(1))).toBeNull()
  })

  it('mark every session of the account until a new password is chosen', async () => {
    const password = await issueTo('ezio')
    await attempt('ezio', password)
    const token = await beginSession(sessions, 'ezio', at(1))
    expect(await sessions.find(token, at(1))).toMatchObject({ mustChangePassword: true })
    expect([(await confirm('ezio', chosen)).type, (await confirm('ezio', password)).type]).toEqual([
      'incorrect',
      'correct',
    ])
    await orThrow(credentials.set('ezio', 'Nuovissima22@', at(2)))
    expect(await sessions.find(token, at(2))).toBeNull()
    expect(await sessions.find(await beginSession(sessions, 'ezio', at(2)), at(2))).toMatchObject({
      mustChangePassword: false,
    })
  })

  it('Q-03: end quick access on the phone', async () => {
    const deviceTokens = postgresDeviceTokens(database.queries)
    const token = async (accountId: string) => {
      const session = (await sessions.find(await beginSession(sessions, accountId, at(0)), at(0)))?.id ?? ''
      const owner = { accountId, session, deviceId: `phone of ${accountId}`, device: null }
      return (await orThrow(deviceTokens.issue(owner, at(0)))) ?? ''
    }
    const password = await issueTo('nino')
    const [own, otherAccounts] = [await token('nino'), await token('altro')]
    await attempt('nino', password, 0)
    expect(await orThrow(deviceTokens.spend(own, at(0)))).toBeNull()
    expect(await orThrow(deviceTokens.spend(otherAccounts, at(0)))).toMatchObject({ accountId: 'altro' })
  })

  it('are valid for 30 minutes', async () => {
    const password = await issueTo('ines')
    expect(await attempt('ines', password, 30)).toEqual({ type: 'incorrect' })
    expect(await attempt('ines', password, 29)).toMatchObject({ type: 'correct' })
  })

  it('are the same within one recovery, different in another, and the latest one counts', async () => {
    const first = await issueTo('olga')
    const again = (await orThrow(temporary.issue('olga', 'recovery-1', at(0)))).password
    const second = (await orThrow(temporary.issue('olga', 'recovery-2', at(1)))).password
    expect([again === first, second === first]).toEqual([true, false])
    await orThrow(temporary.issue('olga', 'recovery-1', at(0)))
    expect((await attempt('olga', first, 2)).type).toBe('incorrect')
    expect((await attempt('olga', second, 2)).type).toBe('correct')
  })

  it('cannot be used again when their e-mail is repeated', async () => {
    const password = await issueTo('rita')
    await attempt('rita', password)
    await orThrow(temporary.issue('rita', 'recovery-1', at(0)))
    expect((await attempt('rita', password)).type).toBe('incorrect')
  })

  it('are void once a password has been chosen', async () => {
    const password = await issueTo('pina')
    await orThrow(credentials.set('pina', 'Nuovissima22@', at(1)))
    expect((await attempt('pina', password)).type).toBe('incorrect')
  })

  it('sign in a user who is locked out, which ends the lock', async () => {
    const password = await issueTo('gino')
    for (let tries = 0; tries < 6; tries++) await attempt('gino', 'Sbagliata99!')
    expect((await attempt('gino', chosen)).type).toBe('locked')
    expect((await attempt('gino', password)).type).toBe('correct')
    await orThrow(credentials.set('gino', 'Nuovissima22@', at(1)))
    expect((await attempt('gino', 'Nuovissima22@')).type).toBe('correct')
  })

  it('are stored as hashes and deleted when expired', async () => {
    const password = await issueTo('vera')
    const query = 'select t::text as row from access.temporary_passwords t'
    const { rows } = await database.pool.query<{ row: string }>(query)
    expect(rows.map(({ row }) => row).join()).not.toContain(password)
    expect(rows.every(({ row }) => row.includes('$argon2id$'))).toBe(true)
    expect(await orThrow(temporary.sweep(at(90)))).toBe(rows.length)
  })
})
