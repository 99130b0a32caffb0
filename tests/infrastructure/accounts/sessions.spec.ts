import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Sessions } from '../../../application/accounts/ports.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresSessions } from '../../../infrastructure/accounts/sessions.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate, openQueries } from '../../../infrastructure/postgres/postgres.ts'
import { beginSession } from '../../support/accounts/account-fixtures.ts'
import { keptPlan, plansOfRepeated, testDatabase, type TestDatabase } from '../../support/database.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 2, 2, hours)).toISOString() as Instant

describe('sessions (Q-26)', () => {
  let database: TestDatabase
  let sessions: Sessions
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    sessions = postgresSessions(database.queries, { idleHours: 72, maxDays: 30 })
  })
  afterAll(() => database.drop())

  it('are found by their token, which is not stored', async () => {
    const token = await beginSession(sessions, 'mario', at(0))
    expect(token).toMatch(/^[\w-]{43}$/)
    const found = await sessions.find(token, at(1))
    expect(found?.accountId).toBe('mario')
    const { rows } = await database.pool.query<{ row: string }>('select s::text as row from access.sessions s')
    const stored = rows.map(({ row }) => row).join()
    for (const secret of [token, Buffer.from(token).toString('hex')]) expect(stored).not.toContain(secret)
    expect(found?.id).not.toContain(token)
  })

  it('are not found by an unknown token', async () => {
    expect(await sessions.find('x'.repeat(43), at(0))).toBeNull()
  })

  it('are found while the database is read-only, until they are idle for too long', async () => {
    const token = await beginSession(sessions, 'mario', at(0))
    const readOnly = await openQueries(`${database.url}?options=-c%20default_transaction_read_only%3Don`)
    onTestFinished(() => readOnly.end())
    const { find } = postgresSessions(readOnly, { idleHours: 72, maxDays: 30 })
    expect(await find(token, at(71))).toEqual(await sessions.find(token, at(0)))
    expect(await find(token, at(72))).toBeNull()
  })

  it('are found in one statement when several are looked up at once, each at its own time', async () => {
    const statements: string[] = []
    const counted = await openQueries(database.url, 2, undefined, [
      { name: 'record-statements', beforeQueryExecution: (_, query) => (statements.push(query.sql), null) },
    ])
    onTestFinished(() => counted.end())
    const { find } = postgresSessions(counted, { idleHours: 72, maxDays: 30 })
    const tokens = []
    for (const accountId of ['elio', 'iva', 'omar']) tokens.push(await beginSession(sessions, accountId, at(0)))
    const [elios = '', ivas = '', omars = ''] = tokens
    const found = await Promise.all([
      find(ivas, at(71)),
      find('x'.repeat(43), at(1)),
      find(elios, at(1)),
      find(omars, at(72)),
      find(elios, at(2)),
    ])
    expect(found.map((session) => session?.accountId ?? null)).toEqual(['iva', null, 'elio', null, 'elio'])
    expect(statements).toHaveLength(1)
    const { rows } = await database.pool.query<{ used_at: Date }>(
      "select used_at from access.sessions where account_id in ('elio', 'iva', 'omar') order by account_id",
    )
    expect(rows.map(({ used_at }) => used_at.toISOString())).toEqual([at(2), at(71), at(0)])
  })

  it('are looked up with one plan, whatever their number', async () => {
    await database.pool.query('analyze')
    const token = await beginSession(sessions, 'mario', at(0))
    const plans = await plansOfRepeated(database.url, (db) =>
      postgresSessions(db, { idleHours: 72, maxDays: 30 }).find(token, at(1)),
    )
    expect(plans).toEqual([keptPlan])
  })

  it('used by two processes at once are noted without a deadlock', async () => {
    const here = sessions
    const there = postgresSessions(database.queries, { idleHours: 72, maxDays: 30 })
    const tokens = await Promise.all(Array.from({ length: 30 }, () => beginSession(here, 'both', at(0))))
    for (let hours = 1; hours <= 20; hours++) {
      const found = await Promise.all([
        ...tokens.map((token) => here.find(token, at(hours))),
        ...tokens.toReversed().map((token) => there.find(token, at(hours))),
      ])
      expect(found).not.toContain(null)
    }
    const { rows } = await database.pool.query<{ deadlocks: string; oldest: Date }>(`
      select deadlocks, (select min(used_at) from access.sessions where account_id = 'both') as oldest
      from pg_stat_database where datname = current_database()`)
    expect([rows[0]?.deadlocks, rows[0]?.oldest.toISOString()]).toEqual(['0', at(20)])
  })

  it('end after 72 idle hours, not while in use', async () => {
    const [used, idle] = [await beginSession(sessions, 'lia', at(0)), await beginSession(sessions, 'lia', at(0))]
    for (let hours = 24; hours <= 240; hours += 24) expect(await sessions.find(used, at(hours))).not.toBeNull()
    expect(await sessions.find(idle, at(72))).toBeNull()
    expect(await sessions.find(idle, at(1))).not.toBeNull()
  })

  it('end after 30 days however much they are used', async () => {
    const token = await beginSession(sessions, 'lia', at(0))
    for (let hours = 0; hours < 720; hours += 48) expect(await sessions.find(token, at(hours))).not.toBeNull()
    expect(await sessions.find(token, at(719))).not.toBeNull()
    expect(await sessions.find(token, at(720))).toBeNull()
  })

  it('can be ended one by one or all of an account at once', async () => {
    const [one, two, three] = [
      await beginSession(sessions, 'ugo', at(0)),
      await beginSession(sessions, 'ugo', at(0)),
      await beginSession(sessions, 'ugo', at(0)),
    ]
    const adasSession = await beginSession(sessions, 'ada', at(0))
    await sessions.end(one)
    expect([await sessions.find(one, at(1)), (await sessions.find(two, at(1)))?.accountId]).toEqual([null, 'ugo'])
    await sessions.endAllOf('ugo')
    expect([await sessions.find(two, at(1)), await sessions.find(three, at(1))]).toEqual([null, null])
    expect(await sessions.find(adasSession, at(1))).not.toBeNull()
  })

  it('are listed for their owner, the most recently used first, by an id that does not sign in', async () => {
    const first = await beginSession(sessions, 'pia', at(0), { device: 'Firefox su Windows' })
    const second = await beginSession(sessions, 'pia', at(1))
    await beginSession(sessions, 'rea', at(1))
    await sessions.find(first, at(3))
    const listed = await sessions.listOf('pia', at(3))
    expect(listed).toMatchObject([
      { device: 'Firefox su Windows', startedAt: at(0), usedAt: at(3) },
      { device: null, startedAt: at(1), usedAt: at(1) },
    ])
    expect((await sessions.find(second, at(1)))?.publicId).toBe(listed[1]?.id)
    for (const { id } of listed) expect(await sessions.find(id, at(3))).toBeNull()
    expect(await sessions.listOf('pia', at(73))).toHaveLength(1)
    expect(await sessions.listOf('pia', at(75))).toEqual([])
  })

  it('can be ended by their owner only, one or all others', async () => {
    const [one, two, three] = [
      await beginSession(sessions, 'eda', at(0)),
      await beginSession(sessions, 'eda', at(0)),
      await beginSession(sessions, 'eda', at(0)),
    ]
    const ivosSession = await beginSession(sessions, 'ivo', at(0))
    const publicIdOf = async (token: string) => (await sessions.find(token, at(0)))?.publicId ?? ''
    const [first, second] = [await publicIdOf(one), await publicIdOf(two)]
    expect(await sessions.endOne('ivo', first)).toBe(false)
    expect(await sessions.find(one, at(0))).not.toBeNull()
    expect([await sessions.endOne('eda', first), await sessions.endOne('eda', first)]).toEqual([true, false])
    expect(await sessions.endOne('eda', "' or true --")).toBe(false)
    expect(await sessions.find(one, at(0))).toBeNull()
    await sessions.endOthers('eda', second)
    expect([await sessions.find(three, at(0)), (await sessions.find(two, at(0)))?.accountId]).toEqual([null, 'eda'])
    expect((await sessions.find(ivosSession, at(0)))?.accountId).toBe('ivo')
  })

  it('record their use at most once a minute', async () => {
    const minute = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 0, minutes)).toISOString() as Instant
    const second = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 0, 0, seconds)).toISOString() as Instant
    const token = await beginSession(sessions, 'zita', minute(0))
    const row = async () =>
      (
        await database.pool.query<{ version: string; used_at: Date }>(
          "select xmin::text as version, used_at from access.sessions where account_id = 'zita'",
        )
      ).rows[0]
    const before = await row()
    for (const seconds of [1, 30, 59]) await sessions.find(token, second(seconds))
    expect(await row()).toEqual(before)
    await sessions.find(token, minute(2))
    expect((await row())?.used_at.toISOString()).toBe(minute(2))
  })

  it('are deleted by the sweep once too old, however idle', async () => {
    await database.pool.query('delete from access.sessions')
    const old = await beginSession(sessions, 'ugo', at(0))
    const young = await beginSession(sessions, 'ugo', at(100))
    expect([await sessions.sweep(at(100)), await sessions.find(old, at(100))]).toEqual([0, null])
    expect(await sessions.sweep(at(30 * 24 + 1))).toBe(1)
    expect([await sessions.find(old, at(1)), (await sessions.find(young, at(101)))?.accountId]).toEqual([null, 'ugo'])
  })
})
