import { sql } from 'slonik'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  type DatabaseTimeouts,
  openPool,
  openQueries,
  supervised,
  supervisedConnection,
} from '../../../infrastructure/postgres/postgres.ts'
import { idleConnections, reconnectDelay } from '../../../infrastructure/postgres/connections.ts'
import { testDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

const database = await testDatabase()
afterAll(database.drop)

const timeouts: DatabaseTimeouts = { connectMs: 1_000, statementMs: 1_000, keepAliveMs: 1_000 }

interface Connections {
  /** The process id of a backend. */
  readonly backend: () => Promise<number | undefined>
  readonly sleep: (seconds: number) => Promise<unknown>
  readonly close: () => Promise<void>
}

type OpenConnections = (url: string, given?: DatabaseTimeouts) => Promise<Connections>

const kinds: readonly (readonly [string, OpenConnections])[] = [
  [
    'the pool of the engines',
    async (url, given = timeouts) => {
      const pool = openPool(url, 2, given)
      return {
        backend: async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
        sleep: (seconds) => pool.query('select pg_sleep($1)', [seconds]),
        close: () => pool.end(),
      }
    },
  ],
  [
    'the pool of validated queries',
    async (url, given = timeouts) => {
      const queries = await openQueries(url, 2, given)
      return {
        backend: () => queries.oneFirst(sql.type(z.object({ pid: z.number() }))`select pg_backend_pid() as pid`),
        sleep: (seconds) => queries.query(sql.type(z.object({}))`select pg_sleep(${seconds})::text is null as slept`),
        close: () => queries.end(),
      }
    },
  ],
  [
    'a supervised connection',
    async (url) => {
      const { run, close } = supervisedConnection({ config: { connectionString: url, ...supervised(timeouts) } })
      return {
        backend: () =>
          run(async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid),
        sleep: (seconds) => run((client) => client.query('select pg_sleep($1)', [seconds])),
        close,
      }
    },
  ],
]

describe('idle connections', () => {
  it('are closed if they have been silent since a statement without an answer was sent, whenever its timer fires', () => {
    const closed: object[] = []
    const idle = idleConnections<object>((connection) => closed.push(connection))
    const [silent, unanswered, answering] = [{}, {}, {}]
    idle.add(silent)
    idle.take(unanswered)
    idle.add(answering)
    idle.closeSilent(unanswered)
    expect(closed).toEqual([silent])
    expect(closed[0]).toBe(silent)
  })
})

describe.each(kinds)('%s', (_, open) => {
  const openThroughProxy = async () => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    const connections = await open(proxy.urlThrough(database.url))
    onTestFinished(connections.close)
    return { proxy, ...connections }
  }
  /** Queries until one succeeds; limited only by the test's timeout. */
  const recovery = async (backend: Connections['backend']): Promise<number | undefined> => {
    for (;;) {
      const pid = await backend().catch(() => null)
      if (pid !== null) return pid
    }
  }

  it('gives up a statement whose server has vanished, and works again when it is back', async () => {
    const { proxy, backend } = await openThroughProxy()
    const before = await backend()
    proxy.blackhole()
    await expect(backend()).rejects.toThrow(/timeout|does not respond/)
    proxy.restore()
    expect(await recovery(backend)).not.toBe(before)
  })

  it('notices a half-closed connection', async () => {
    const { proxy, backend } = await openThroughProxy()
    const before = await backend()
    proxy.halfClose()
    expect(await recovery(backend)).not.toBe(before)
  })

  it('fails while connections are refused, and works again when they are accepted', async () => {
    const { proxy, backend } = await openThroughProxy()
    await backend()
    proxy.refuse()
    await expect(backend()).rejects.toThrow(/connect|terminated|does not respond/i)
    proxy.restore()
    expect(await recovery(backend)).toBeGreaterThan(0)
  })

  it('waits for a slow network', async () => {
    const { proxy, backend } = await openThroughProxy()
    proxy.delay(100)
    expect(await backend()).toBeGreaterThan(0)
  })

  it('has a statement cancelled by the server at its limit', async () => {
    const { sleep, backend } = await openThroughProxy()
    await expect(sleep(30)).rejects.toThrow(/timeout/i)
    expect(await backend()).toBeGreaterThan(0)
  })

  it('survives the termination of its backend, idle or not', async () => {
    const { backend, sleep } = await openThroughProxy()
    const terminate = (pid: number | undefined) => database.pool.query('select pg_terminate_backend($1)', [pid])
    const idle = await backend()
    await terminate(idle)
    const next = await recovery(backend)
    expect(next).not.toBe(idle)
    const sleeping = sleep(0.8)
    sleeping.catch(() => undefined)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(%' and pid <> pg_backend_pid()`,
    )
    await sleeping.catch(() => undefined)
    expect(await recovery(backend)).toBeGreaterThan(0)
  })
})

describe.each(kinds.slice(0, 2))('%s', (_, open) => {
  it.each([
    ['sslmode=no-verify'],
    ['sslmode=verify-full'],
    [`sslmode=verify-full&sslrootcert=${import.meta.filename}`],
    [`sslrootcert=${import.meta.filename}`],
  ])('opens only encrypted connections with %s', async (parameters) => {
    const connect = async () => {
      const { backend, close } = await open(`${database.url}?${parameters}`)
      onTestFinished(close)
      await backend()
    }
    const failure: unknown = await connect().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect([failure, (failure as Error).cause]).toContainEqual(new Error('The server does not support SSL connections'))
  })

  it('gives up all connections that are silent like the first one without an answer', async () => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    const { backend, sleep, close } = await open(proxy.urlThrough(database.url))
    onTestFinished(close)
    await Promise.all([sleep(0.1), sleep(0.1)])
    expect(proxy.connections()).toBe(2)
    proxy.blackhole()
    await expect(backend()).rejects.toThrow(/timeout|does not respond/)
    proxy.restore()
    expect(await backend()).toBeGreaterThan(0)
  })

  it('keeps connections that have answered since the statement without an answer was sent', async () => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    // long enough for the second connection to be opened first, also on a busy machine
    const { backend, sleep, close } = await open(proxy.urlThrough(database.url), { ...timeouts, statementMs: 4_000 })
    onTestFinished(close)
    await sleep(0.1)
    proxy.blackhole()
    const unanswered = backend()
    unanswered.catch(() => undefined)
    proxy.restore()
    const second = await backend()
    await expect(unanswered).rejects.toThrow(/timeout|does not respond/)
    expect(await backend()).toBe(second)
  })

  it('fails every statement while connections are refused, also those that wait for a free one', async () => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    const { backend, close } = await open(proxy.urlThrough(database.url))
    onTestFinished(close)
    await backend()
    proxy.refuse()
    await backend().catch(() => undefined)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, backend))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
    proxy.restore()
    expect(await backend()).toBeGreaterThan(0)
  })

  it('gives up waiting for a free connection, and has all of them again afterwards', async () => {
    const { sleep, close } = await open(database.url)
    onTestFinished(close)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sleep(0.7)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    expect(failures.length).toBeGreaterThan(0)
    expect(new Set(failures)).toEqual(new Set(['Error: timeout exceeded when trying to connect']))
    await Promise.all([sleep(0.7), sleep(0.7), sleep(0.1)])
  })
})

describe('a client of the engines’ pool', () => {
  it('that is lost between two statements of a transaction fails the next one, and the process survives', async () => {
    const pool = openPool(database.url, 1, timeouts)
    onTestFinished(() => pool.end())
    const client = await pool.connect()
    const ended = new Promise<void>((resolve) => void client.once('end', resolve))
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await expect(client.query('select 1')).rejects.toThrow('not queryable')
    client.release(true)
    expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
  })
})

describe('the delay before reconnecting', () => {
  it('doubles with each failure up to two seconds, with jitter', () => {
    for (let failures = 0; failures < 12; failures++) {
      const limit = Math.min(50 * 2 ** failures, 2_000)
      const delays = Array.from({ length: 50 }, () => reconnectDelay(failures))
      expect(delays.every((delay) => delay >= limit / 2 && delay <= limit)).toBe(true)
      expect(new Set(delays).size).toBeGreaterThan(1)
    }
  })
})
