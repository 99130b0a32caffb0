import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { EventStore } from '../../../../application/ports/event-store.ts'
import { decodePage } from '../../../../infrastructure/event-store/postgres/log-queries.ts'
import type { TextRow } from '../../../../infrastructure/event-store/postgres/statements.ts'
import { event, events, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { createPool } from '../../../support/database.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

/** A pool that counts statements and events returned. */
const countingPool = () => {
  const pool = createPool(database.url, { max: 4 })
  const counts = { statements: 0, events: 0 }
  const query = pool.query.bind(pool) as (config: { readonly name: string }) => Promise<{ readonly rows: TextRow[] }>
  vi.spyOn(pool, 'query').mockImplementation((async (config: { readonly name: string }) => {
    counts.statements++
    const result = await query(config)
    if (config.name === 'log.read-all') for (const row of result.rows) counts.events += decodePage(row).ids.length
    return result
  }) as never)
  return { pool, counts }
}

/** Starts subscribers and waits until they have caught up; from then on they share one read. */
const startSubscribers = async (store: EventStore, counts: { events: number }, stream: string) => {
  const otherProcess = database.open()
  const followers = Array.from({ length: 32 }, () => listen(store, stream, null))
  for (let seen = 1; ; seen++) {
    counts.events = 0
    await ok(otherProcess.append(stream, 'any', [event()]))
    await Promise.all(followers.map((follower) => follower.until(seen)))
    if (counts.events === 1) return { otherProcess, followers, seen }
    if (seen > 500) throw new Error('the subscribers still read separately')
  }
}

describe('thirty-two subscribers in one process', () => {
  it('P19: read each event from the database once', async () => {
    const { pool, counts } = countingPool()
    const store = database.open({ pool })
    const { otherProcess, followers, seen } = await startSubscribers(store, counts, 'shared')
    counts.events = 0
    for (let n = 0; n < 40; n++)
      await Promise.all([1, 2, 3].map(() => ok(otherProcess.append('shared', 'any', events(5)))))
    const logs = await Promise.all(followers.map((follower) => follower.until(seen + 600)))
    expect(new Set(logs.map((log) => log.map(({ position }) => position).join())).size).toBe(1)
    expect(counts.events).toBe(600)
    await Promise.all(followers.map((follower) => follower.stop()))
    await store.close()
    await pool.end()
  })

  it('do not read what their process has appended, but receive it as others read it', async () => {
    const { pool, counts } = countingPool()
    const store = database.open({ pool })
    const { otherProcess, followers, seen } = await startSubscribers(store, counts, 'own')
    const read = listen(otherProcess, 'own', null)
    await ok(store.append('own', 'any', [event()]))
    await Promise.all(followers.map((follower) => follower.until(seen + 1)))
    counts.events = 0
    for (let n = 0; n < 40; n++)
      await Promise.all([1, 2, 3].map((m) => ok(store.append('own', 'any', events(m === 3 ? 60 : m)))))
    const [log, ...logs] = await Promise.all([...followers, read].map((follower) => follower.until(seen + 1 + 40 * 63)))
    for (const other of logs) expect(other).toEqual(log)
    expect(counts.events).toBe(0)
    await Promise.all([...followers, read].map((follower) => follower.stop()))
    await store.close()
    await pool.end()
  })

  it('receive events of several processes in the order of the log', async () => {
    const { pool, counts } = countingPool()
    const store = database.open({ pool })
    const { otherProcess, followers, seen } = await startSubscribers(store, counts, 'both')
    for (let n = 0; n < 100; n++)
      await Promise.all([store, otherProcess, store].map((one, m) => ok(one.append('both', 'any', events(m + 1)))))
    const logs = await Promise.all(followers.map((follower) => follower.until(seen + 600)))
    const read = (await ok(store.readAll(null, 100_000))).filter(({ stream }) => stream === 'both')
    for (const log of logs) expect(log).toEqual(read)
    await Promise.all(followers.map((follower) => follower.stop()))
    await store.close()
    await pool.end()
  })

  it('P20: cost an idle process at most twelve statements a minute, and nothing once they end', async () => {
    const { pool, counts } = countingPool()
    /** A minute of real time, fifty times faster. */
    const store = database.open({ pool, polls: [2_000 / 50, 6_000 / 50] })
    const minute = 60_000 / 50
    const { followers } = await startSubscribers(store, counts, 'idle')
    await pause(minute / 4)
    counts.statements = 0
    const from = performance.now()
    await pause(minute)
    const minutes = (performance.now() - from) / minute
    expect(counts.statements).toBeGreaterThan(0)
    expect(counts.statements).toBeLessThanOrEqual(Math.ceil(12 * minutes))

    await Promise.all(followers.map((follower) => follower.stop()))
    counts.statements = 0
    await pause(minute)
    expect(counts.statements).toBe(0)
    await store.close()
    await pool.end()
  })

  it('read separately while they are behind the shared buffer', async () => {
    const { pool } = countingPool()
    const store = database.open({ pool })
    const earlyFollower = listen(store, 'long', null)
    for (let n = 0; n < 14; n++) await ok(store.append('long', 'any', events(1_000)))
    const lateFollower = listen(store, 'long', null)
    const logs = await Promise.all([earlyFollower.until(14_000), lateFollower.until(14_000)])
    for (const log of logs) expect(log.map(({ version }) => version)).toEqual(logs[0]?.map((_, n) => n + 1))
    await Promise.all([earlyFollower.stop(), lateFollower.stop()])
    await store.close()
    await pool.end()
  })
})
