import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sessions } from '../../../application/ports/sessions.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { accessMigrations } from '../../../infrastructure/access/migrations.ts'
import { postgresSessions } from '../../../infrastructure/access/sessions.ts'
import { migrate } from '../../../infrastructure/postgres/migrate.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 2, 2, hours)).toISOString() as Instant

describe('Sessions (Q-26)', () => {
  let database: TestDatabase
  let sessions: Sessions
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    sessions = postgresSessions(database.pool, { idleHours: 72, maxDays: 30 })
  })
  afterAll(() => database.drop())

  it('are found by their token, which lies nowhere in the database', async () => {
    const token = await sessions.begin('mario', at(0))
    expect(token).toMatch(/^[\w-]{43}$/)
    const found = await sessions.find(token, at(1))
    expect(found?.accountId).toBe('mario')
    const { rows } = await database.pool.query<{ row: string }>('select s::text as row from access.sessions s')
    const stored = rows.map(({ row }) => row).join()
    for (const secret of [token, Buffer.from(token).toString('hex')]) expect(stored).not.toContain(secret)
    expect(found?.id).not.toContain(token)
  })

  it('a token nobody was given finds nothing', async () => {
    expect(await sessions.find('x'.repeat(43), at(0))).toBeNull()
  })

  it('end when they lie idle for 72 hours, and not while they are used', async () => {
    const [used, idle] = [await sessions.begin('lia', at(0)), await sessions.begin('lia', at(0))]
    for (let hours = 24; hours <= 240; hours += 24) expect(await sessions.find(used, at(hours))).not.toBeNull()
    expect(await sessions.find(idle, at(72))).toBeNull()
    expect(await sessions.find(idle, at(1))).not.toBeNull()
  })

  it('end after 30 days however much they are used', async () => {
    const token = await sessions.begin('lia', at(0))
    for (let hours = 0; hours < 720; hours += 48) expect(await sessions.find(token, at(hours))).not.toBeNull()
    expect(await sessions.find(token, at(719))).not.toBeNull()
    expect(await sessions.find(token, at(720))).toBeNull()
  })

  it('end one by one, or all of an account at once', async () => {
    const [one, two, three] = [
      await sessions.begin('ugo', at(0)),
      await sessions.begin('ugo', at(0)),
      await sessions.begin('ugo', at(0)),
    ]
    const other = await sessions.begin('ada', at(0))
    await sessions.end(one)
    expect([await sessions.find(one, at(1)), (await sessions.find(two, at(1)))?.accountId]).toEqual([null, 'ugo'])
    await sessions.endAllOf('ugo')
    expect([await sessions.find(two, at(1)), await sessions.find(three, at(1))]).toEqual([null, null])
    expect(await sessions.find(other, at(1))).not.toBeNull()
  })

  it('a sweep removes the ended and only those', async () => {
    await database.pool.query('delete from access.sessions')
    const old = await sessions.begin('ugo', at(0))
    const young = await sessions.begin('ugo', at(100))
    expect(await sessions.sweep(at(100))).toBe(1)
    expect([await sessions.find(old, at(1)), (await sessions.find(young, at(101)))?.accountId]).toEqual([null, 'ugo'])
  })
})
