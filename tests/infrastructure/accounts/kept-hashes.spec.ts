import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeptHashes } from '../../../application/accounts/ports.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresKeptHashes } from '../../../infrastructure/accounts/kept-hashes.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { memoryKeptHashes } from '../../support/accounts/kept-hashes.ts'
import { unwrap } from '../../support/application.ts'
import { keptPlan, plansOfRepeated, testDatabase, type TestDatabase } from '../../support/database.ts'

const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString() as Instant

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [accessMigrations])
})
afterAll(() => database.drop())

describe.each([
  ['in Postgres', () => postgresKeptHashes(database.queries)],
  ['in memory', memoryKeptHashes],
])('hashes kept after a deletion (Q-129), %s', (_, open: () => KeptHashes) => {
  it('are known until their time is over, the longest of several', async () => {
    const hashes = open()
    unwrap(
      await hashes.keep([
        { hash: 'a', until: day(10), sanction: null },
        { hash: 'b', until: day(20), sanction: null },
      ])(),
    )
    expect(unwrap(await hashes.keptUntil(['a', 'b', 'c'], day(9))())).toBe(day(20))
    expect(unwrap(await hashes.keptUntil(['a'], day(9))())).toBe(day(10))
    expect(unwrap(await hashes.keptUntil(['a'], day(10))())).toBeNull()
    expect(unwrap(await hashes.keptUntil(['c'], day(1))())).toBeNull()
    expect(unwrap(await hashes.keptUntil([], day(1))())).toBeNull()
  })

  it('are looked up for several people at once, each at their own time', async () => {
    const hashes = open()
    unwrap(
      await hashes.keep([
        { hash: 'k', until: day(10), sanction: null },
        { hash: 'l', until: day(20), sanction: null },
      ])(),
    )
    const found = await Promise.all([
      hashes.keptUntil(['k', 'l'], day(9))(),
      hashes.keptUntil(['unknown'], day(9))(),
      hashes.keptUntil(['k'], day(10))(),
      hashes.keptUntil(['k'], day(9))(),
      hashes.keptUntil([], day(9))(),
    ])
    expect(found.map(unwrap)).toEqual([day(20), null, null, day(10), null])
  })

  it('are never shortened, and may be kept twice at once', async () => {
    const hashes = open()
    unwrap(await hashes.keep([{ hash: 'd', until: day(20), sanction: null }])())
    unwrap(
      await hashes.keep([
        { hash: 'd', until: day(10), sanction: null },
        { hash: 'd', until: day(15), sanction: null },
      ])(),
    )
    unwrap(await hashes.keep([])())
    expect(unwrap(await hashes.keptUntil(['d'], day(1))())).toBe(day(20))
  })

  it('are released with the sanction because of which they are kept, and stay for another reason', async () => {
    const hashes = open()
    unwrap(
      await hashes.keep([
        { hash: 'g', until: day(20), sanction: 'ban' },
        { hash: 'g', until: day(10), sanction: null },
        { hash: 'h', until: day(20), sanction: 'ban' },
        { hash: 'i', until: day(20), sanction: 'another' },
      ])(),
    )
    expect(unwrap(await hashes.keptUntil(['g'], day(1))())).toBe(day(20))
    for (let times = 0; times < 2; times++) unwrap(await hashes.release('ban')())
    expect(unwrap(await hashes.keptUntil(['g'], day(1))())).toBe(day(10))
    expect(unwrap(await hashes.keptUntil(['h'], day(1))())).toBeNull()
    expect(unwrap(await hashes.keptUntil(['i'], day(1))())).toBe(day(20))
  })

  it('are deleted once their time is over', async () => {
    const hashes = open()
    unwrap(
      await hashes.keep([
        { hash: 'e', until: day(5), sanction: null },
        { hash: 'f', until: day(29), sanction: null },
      ])(),
    )
    expect(unwrap(await hashes.sweep(day(28))())).toBeGreaterThan(0)
    expect(unwrap(await hashes.sweep(day(28))())).toBe(0)
    expect(unwrap(await hashes.keptUntil(['f'], day(28))())).toBe(day(29))
  })
})

it('hashes kept after a deletion are looked up with one plan, whatever their number', async () => {
  const plans = await plansOfRepeated(database.url, (db) => postgresKeptHashes(db).keptUntil(['a'], day(1))())
  expect(plans).toEqual([keptPlan])
})
