import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credentials, Sessions } from '../../../application/accounts/ports.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresCredentials, postgresTemporaryPasswords } from '../../../infrastructure/accounts/credentials.ts'
import { postgresSessions } from '../../../infrastructure/accounts/sessions.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { beginSession } from '../../support/accounts/account-fixtures.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const cost = { memory: 64, passes: 1, lanes: 1 }
const secret = new Uint8Array(32)
const at = '2026-03-02T10:00:00.000Z' as Instant
const [oldPassword, newPassword, attackersPassword] = ['Segretissima1!', 'Nuovissima22@', 'Rubatissima33?'] as const

describe('a password verified just before another is chosen (Q-03, Q-26)', () => {
  let database: TestDatabase
  let credentials: Credentials
  let sessions: Sessions
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    credentials = postgresCredentials(database.queries, { secret, lock: { failures: 5, minutes: 15 }, cost })
    sessions = postgresSessions(database.queries, { idleHours: 72, maxDays: 30 })
  })
  afterAll(() => database.drop())

  const orThrow = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
    const outcome = await task()
    if (E.isLeft(outcome)) throw new Error('failed', { cause: outcome.left })
    return outcome.right
  }
  const verifiedCredential = async (accountId: string, password: string) => {
    const outcome = await orThrow(credentials.attempt({ accountId, name: accountId, password, source: 'home', at }))
    if (outcome.type !== 'correct') throw new Error(outcome.type)
    return outcome.credential
  }

  it('starts no session after the reset that ended all sessions', async () => {
    await orThrow(credentials.set('mario', oldPassword, at))
    const credential = await verifiedCredential('mario', oldPassword)
    await orThrow(credentials.set('mario', newPassword, at))
    expect(await sessions.begin({ accountId: 'mario', credential }, at)).toBeNull()
    expect(await sessions.listOf('mario', at)).toEqual([])
    expect(
      await sessions.begin({ accountId: 'mario', credential: await verifiedCredential('mario', newPassword) }, at),
    ).not.toBeNull()
  })

  it('starts no session after a temporary password was used', async () => {
    const temporary = postgresTemporaryPasswords(database.queries, { secret, ttlMinutes: 30, cost })
    await orThrow(credentials.set('lia', oldPassword, at))
    const credential = await verifiedCredential('lia', oldPassword)
    const { password } = await orThrow(temporary.issue('lia', 'recovery-1', at))
    const current = await verifiedCredential('lia', password)
    expect(await sessions.begin({ accountId: 'lia', credential }, at)).toBeNull()
    expect(await sessions.begin({ accountId: 'lia', credential: current }, at)).not.toBeNull()
  })

  it('starts an invalid session during the reset, which is deleted', async () => {
    await orThrow(credentials.set('ugo', oldPassword, at))
    const credential = await verifiedCredential('ugo', oldPassword)
    const [isSet, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reset = database.queries.transaction(async (transaction) => {
      const credentialsInTransaction = postgresCredentials(transaction, {
        secret,
        lock: { failures: 5, minutes: 15 },
        cost,
      })
      await orThrow(credentialsInTransaction.set('ugo', newPassword, at))
      isSet.resolve()
      await mayCommit.promise
    })
    await isSet.promise
    const token = await beginSession(sessions, 'ugo', at, { credential })
    mayCommit.resolve()
    await reset
    expect(await sessions.find(token, at)).toBeNull()
    expect(await sessions.listOf('ugo', at)).toEqual([])
    expect(await sessions.sweep(at)).toBe(1)
  })

  it('starts no session that outlives the reset when many logins run at once', async () => {
    await orThrow(credentials.set('ada', oldPassword, at))
    const credential = await verifiedCredential('ada', oldPassword)
    const logins = Array.from({ length: 20 }, () => sessions.begin({ accountId: 'ada', credential }, at))
    await Promise.all([...logins, orThrow(credentials.set('ada', newPassword, at))])
    expect(await sessions.listOf('ada', at)).toEqual([])
  })

  it('does not overwrite the password chosen in the meantime', async () => {
    await orThrow(credentials.set('eva', oldPassword, at))
    const staleCredential = await verifiedCredential('eva', oldPassword)
    await orThrow(credentials.set('eva', newPassword, at))
    const session = await beginSession(sessions, 'eva', at)
    expect(await orThrow(credentials.set('eva', attackersPassword, at, { ifCurrent: staleCredential }))).toBeNull()
    expect(await sessions.find(session, at)).not.toBeNull()
    expect(await verifiedCredential('eva', newPassword)).toBeTypeOf('string')
  })

  it('ends no session when it is rehashed at a higher cost', async () => {
    await orThrow(credentials.set('ida', oldPassword, at))
    const token = await beginSession(sessions, 'ida', at)
    const higherCost = { memory: 128, passes: 2, lanes: 1 }
    const stronger = postgresCredentials(database.queries, {
      secret,
      lock: { failures: 5, minutes: 15 },
      cost: higherCost,
    })
    await orThrow(stronger.attempt({ accountId: 'ida', name: 'ida', password: oldPassword, source: 'home', at }))
    const { rows } = await database.pool.query(
      "select 1 from access.credentials where account_id = 'ida' and hash like '%m=128%'",
    )
    expect(rows).toHaveLength(1)
    expect(await sessions.find(token, at)).not.toBeNull()
  })
})
