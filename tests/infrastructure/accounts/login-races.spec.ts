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
const [old, chosen, strangers] = ['Segretissima1!', 'Nuovissima22@', 'Rubatissima33?'] as const

describe('A password verified just before another is chosen (Q-03, Q-26)', () => {
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

  const done = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
    const outcome = await task()
    if (E.isLeft(outcome)) throw new Error('failed', { cause: outcome.left })
    return outcome.right
  }
  const proven = async (accountId: string, password: string) => {
    const outcome = await done(credentials.attempt({ accountId, name: accountId, password, source: 'home', at }))
    if (outcome.type !== 'right') throw new Error(outcome.type)
    return outcome.credential
  }

  it('starts no session after the reset that ended all sessions', async () => {
    await done(credentials.set('mario', old, at))
    const credential = await proven('mario', old)
    await done(credentials.set('mario', chosen, at))
    expect(await sessions.begin({ accountId: 'mario', credential }, at)).toBeNull()
    expect(await sessions.listOf('mario', at)).toEqual([])
    expect(await sessions.begin({ accountId: 'mario', credential: await proven('mario', chosen) }, at)).not.toBeNull()
  })

  it('starts no session after a temporary password was used', async () => {
    const temporary = postgresTemporaryPasswords(database.queries, { secret, ttlMinutes: 30, cost })
    await done(credentials.set('lia', old, at))
    const credential = await proven('lia', old)
    const { password } = await done(temporary.issue('lia', 'recovery-1', at))
    const now = await proven('lia', password)
    expect(await sessions.begin({ accountId: 'lia', credential }, at)).toBeNull()
    expect(await sessions.begin({ accountId: 'lia', credential: now }, at)).not.toBeNull()
  })

  it('a session that starts during the reset is invalid and deleted', async () => {
    await done(credentials.set('ugo', old, at))
    const credential = await proven('ugo', old)
    const [isSet, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reset = database.queries.transaction(async (resetting) => {
      const held = postgresCredentials(resetting, { secret, lock: { failures: 5, minutes: 15 }, cost })
      await done(held.set('ugo', chosen, at))
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

  it('no session outlives the reset when many logins run at once', async () => {
    await done(credentials.set('ada', old, at))
    const credential = await proven('ada', old)
    const logins = Array.from({ length: 20 }, () => sessions.begin({ accountId: 'ada', credential }, at))
    await Promise.all([...logins, done(credentials.set('ada', chosen, at))])
    expect(await sessions.listOf('ada', at)).toEqual([])
  })

  it('does not overwrite the password chosen in the meantime', async () => {
    await done(credentials.set('eva', old, at))
    const stolen = await proven('eva', old)
    await done(credentials.set('eva', chosen, at))
    const theirs = await beginSession(sessions, 'eva', at)
    expect(await done(credentials.set('eva', strangers, at, { ifCurrent: stolen }))).toBeNull()
    expect(await sessions.find(theirs, at)).not.toBeNull()
    expect(await proven('eva', chosen)).toBeTypeOf('string')
  })

  it('rehashing at a higher cost ends no session', async () => {
    await done(credentials.set('ida', old, at))
    const token = await beginSession(sessions, 'ida', at)
    const dearer = { memory: 128, passes: 2, lanes: 1 }
    const stronger = postgresCredentials(database.queries, { secret, lock: { failures: 5, minutes: 15 }, cost: dearer })
    await done(stronger.attempt({ accountId: 'ida', name: 'ida', password: old, source: 'home', at }))
    const { rows } = await database.pool.query(
      "select 1 from access.credentials where account_id = 'ida' and hash like '%m=128%'",
    )
    expect(rows).toHaveLength(1)
    expect(await sessions.find(token, at)).not.toBeNull()
  })
})
