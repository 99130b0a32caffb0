import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Appended, EventStore, NewEvent } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import {
  eventStoreMigrations,
  postgresEventStore,
} from '../../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { writeConnection } from '../../../../infrastructure/event-store/postgres/write-connection.ts'
import { startEmbeddedPostgres } from '../../../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { defaultTimeouts, migrate } from '../../../../infrastructure/postgres/postgres.ts'
import { event, events, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { createPool } from '../../../support/database.ts'
import { startTcpProxy } from '../../../support/tcp-proxy.ts'
import { expectedPositions, logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)
const never = 1_000_000

/** Terminates connections whose last statement matches; resolves to their number. */
const terminateConnections = async (statement: string): Promise<number> => {
  const killed = await database.column(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query ~ $1`,
    [statement],
  )
  return killed.length
}

/** Retries with the same ids until the outcome is known, as after a lost response. */
const appendUntilKnown = async (
  store: EventStore,
  stream: string,
  expected: 'none' | 'any',
  batch: readonly NewEvent[],
) => {
  for (let attempts = 0; ; attempts++) {
    const outcome = await store.append(stream, expected, batch)()
    if (E.isRight(outcome)) return { ...outcome.right, attempts }
    expect(outcome.left.type).toBe('Unavailable')
  }
}

describe('R28: a database that vanishes without closing its connections', () => {
  it('fails an append after the statement timeout of the operator, and stores it when it is repeated', async () => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    const url = proxy.urlThrough(database.url)
    const timeouts = { connectMs: 500, statementMs: 500, keepAliveMs: 60_000 }
    const pool = createPool(url)
    const store = postgresEventStore({ pool, connectionString: url, timeouts })
    await ok(store.append('gone-a', 'none', [event()]))
    proxy.blackhole()
    const batch = [event()]
    const outcome = await Promise.race([store.append('gone-b', 'none', batch)(), pause(10_000, 'no answer')])
    expect(outcome).toMatchObject({ left: { type: 'Unavailable' } })
    proxy.restore()
    await appendUntilKnown(store, 'gone-b', 'none', batch)
    expect(idsOf(await ok(store.read('gone-b')))).toEqual(batch.map(({ id }) => id))
    await store.close()
    await pool.end()
  })
})

describe('a database that refuses connections', () => {
  const openDuringRefusal = async (connectMs: number, refusalMs: number) => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    const connectionString = proxy.urlThrough(database.url)
    const connection = writeConnection({ connectionString, timeouts: { ...defaultTimeouts, connectMs } })
    proxy.refuse()
    const opened = connection.open()?.then(
      () => 'open',
      () => 'given up',
    )
    await pause(refusalMs)
    proxy.restore()
    const outcome = await opened
    await connection.close()
    return { outcome, attempts: proxy.refused() }
  }

  it('is waited for as long as the operator allows, and no longer', async () => {
    expect(await openDuringRefusal(30_000, 3_000)).toMatchObject({ outcome: 'open' })
    expect(await openDuringRefusal(300, 1_500)).toMatchObject({ outcome: 'given up' })
  })

  it('is tried at growing intervals', async () => {
    const { attempts } = await openDuringRefusal(30_000, 4_000)
    expect(attempts).toBeGreaterThan(3)
    expect(attempts).toBeLessThan(15)
  })
})

describe('interrupted connections', () => {
  it('do not stop the events to a subscriber that relies on notifications', async () => {
    const store = database.open({ polls: [never, never] })
    const follower = listen(store, 'cut-', await ok(store.head()))
    await ok(store.append('cut-a', 'none', [event()]))
    await follower.until(1)
    for (let round = 1; round <= 3; round++) {
      while ((await terminateConnections('listen log_grew')) === 0);
      await ok(store.append(`cut-${round}`, 'none', events(2)))
      await follower.until(1 + 2 * round)
    }
    await follower.stop()
  })

  it('leave a subscriber without notifications to polling', async () => {
    const store = database.open({ polls: [20, 40] })
    const follower = listen(store, 'unnotified-', await ok(store.head()))
    await ok(store.append('unnotified-a', 'none', [event()]))
    await follower.until(1)
    await database.pool.query(
      `insert into log.events select (select max(position) + 1 from log.events), stream_no, gen_random_uuid(), 2, type_no, null, meta, data
       from log.events where name = 'unnotified-a'`,
    )
    expect(await follower.until(2)).toHaveLength(2)
    await follower.stop()
  })

  it.each([
    ['of a few events', 'log\\.append|insert into log\\.entries', 1],
    ['written by COPY', 'log\\.enter', 250],
  ])(
    'appends in flight %s are Unavailable, and retrying with the same ids writes them exactly once',
    async (_, statement, size) => {
      const store = database.open()
      const [first = 1] = (await database.column<number>('select count(*)::int from log.events')) as number[]
      const finished = new AbortController()
      // On a fast machine all appends may finish between two cuts; they go on until one was interrupted.
      const progress = { isInterrupted: false }
      const cutting = (async () => {
        let cuts = 0
        for (; (cuts < 30 || !progress.isInterrupted) && !finished.signal.aborted; await pause(5))
          cuts += await terminateConnections(statement)
        return cuts
      })()
      const results = await Promise.all(
        Array.from({ length: 40 }, async (_, writer) => {
          const answers: (Appended & { attempts: number; ids: readonly string[] })[] = []
          for (let n = 0; n < 6 || !progress.isInterrupted; n++) {
            const batch = events(size + (n % 2))
            const expected = writer % 2 ? ('none' as const) : ('any' as const)
            const appended = await appendUntilKnown(store, `cut-${size}-${writer}-${n}`, expected, batch)
            progress.isInterrupted ||= appended.attempts > 0
            answers.push({ ...appended, ids: idsOf(batch) })
          }
          return answers
        }),
      )
      finished.abort()
      expect(await cutting).toBeGreaterThan(0)
      const log = await ok(store.readAll(expectedPositions(first).at(-1) ?? null, 100_000))
      const acknowledged = results.flat()
      expect(log).toHaveLength(acknowledged.flatMap(({ ids }) => ids).length)
      for (const { ids, position } of acknowledged) {
        const last = log.findIndex((recorded) => recorded.position === position)
        expect(idsOf(log.slice(last + 1 - ids.length, last + 1))).toEqual(ids)
      }
      expect(acknowledged.some(({ attempts }) => attempts > 0)).toBe(true)
    },
  )
})

describe('a blocked append queue', () => {
  it('fails appends in time and writes them when retried after the lock is released', async () => {
    const store = database.open()
    const batch = events(2)
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(7021807291)')
    expect(await store.append('held', 'none', batch)()).toMatchObject(E.left({ type: 'Unavailable' }))
    expect(await ok(store.read('held'))).toEqual([])
    await holder.query('rollback')
    holder.release()
    await ok(store.append('held', 'none', batch))
    expect(idsOf(await ok(store.read('held')))).toEqual(idsOf(batch))
  })
})

describe('an unavailable Postgres', () => {
  it('fails requests in time, and everything resumes by itself when it returns', async () => {
    const base = mkdtempSync(join(tmpdir(), 'garbo-restart-'))
    chmodSync(base, 0o755)
    const options = { dir: join(base, 'pg'), password: 'test', settings: ['fsync=off', 'shared_buffers=16MB'] }
    const before = await startEmbeddedPostgres(options)
    const pool = createPool(before.url, { max: 4, connectionTimeoutMillis: 1_000 })
    await migrate(pool, [eventStoreMigrations])
    const store = postgresEventStore({ pool, connectionString: before.url })
    const follower = listen(store, 's', null)
    await ok(store.append('s', 'none', [event()]))
    await follower.until(1)

    await before.stop()
    for (const request of [store.append('s', 1, [event()]), store.read('s'), store.readAll(null, 1), store.head()])
      expect(await request()).toMatchObject(E.left({ type: 'Unavailable' }))
    const waiting = appendUntilKnown(store, 's', 'any', events(2))
    const after = await startEmbeddedPostgres({ ...options, port: Number(new URL(before.url).port) })
    await waiting
    expect((await follower.until(3)).map(({ position }) => position)).toEqual(expectedPositions(3))
    expect(await follower.stop()).toHaveLength(3)

    await store.close()
    await pool.end()
    await after.stop()
    rmSync(base, { recursive: true, force: true })
  })
})
