import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolOptions } from 'pg'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Leases, processLeases } from '../../../infrastructure/projections/leases.ts'
import { processSession, type ProcessSession } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { resetReaders, waitUntil } from './reader-process.ts'

const { pool, url, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const neverAborted = new AbortController().signal
const minute = 60_000

const processWith = (
  leaseMs: number,
  connectionPool: Pick<Pool, 'options'> = pool,
): { readonly leases: Leases; readonly session: ProcessSession } => {
  const session = processSession(connectionPool)
  const leases = processLeases(session, leaseMs)
  onTestFinished(async () => {
    await leases.close()
    await session.close()
  })
  return { leases, session }
}
const holdLease = async ({ hold }: Leases, name = 'reader', signal = neverAborted) => {
  const lease = await hold(name, signal)
  if (lease === null) throw new Error('no lease')
  return lease
}
const terminateSession = async ({ session }: { readonly session: ProcessSession }) => {
  const [backend] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [backend?.pid])
}

describe('R12: a lease', () => {
  it('is held by one process and after release immediately by another, with a higher fence', async () => {
    const [holder, other] = [processWith(minute), processWith(minute)]
    const first = await holdLease(holder.leases)
    const waiting = holdLease(other.leases)
    await holder.leases.release(first)
    expect(first.lost.aborted).toBe(true)
    const second = await waiting
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
  })

  it('is taken at once, although others are being taken when it is requested', async () => {
    const { session } = processWith(minute)
    const during: { hold: () => unknown } = { hold: () => undefined }
    const observed: ProcessSession = {
      ...session,
      query: (text, values) => {
        during.hold()
        return session.query(text, values)
      },
    }
    const leases = processLeases(observed, 10 * minute)
    onTestFinished(() => leases.close())
    const second = new Promise<unknown>((resolve, reject) => {
      during.hold = () => {
        during.hold = () => undefined
        leases.hold('second', neverAborted).then(resolve, reject)
      }
    })
    expect(await leases.hold('first', neverAborted)).not.toBeNull()
    expect(await second).not.toBeNull()
  })

  it('of a dead process is free immediately, regardless of its duration', async () => {
    const [dying, other] = [processWith(minute), processWith(2_000)]
    // Imitates a process whose session ended.
    const first = await holdLease(dying.leases)
    const orphan = await pool.query(`update ops.leases set session_start = session_start - interval '1 second'`)
    expect(orphan.rowCount).toBe(1)
    const second = await holdLease(other.leases)
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
  })

  it('of a silent process with an open connection is free when it expires', async () => {
    const [silent, other] = [processWith(minute), processWith(1_000)]
    const first = await holdLease(silent.leases)
    await pool.query(`update ops.leases set until = now() + interval '300 milliseconds'`)
    const second = await holdLease(other.leases)
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
    const { rows } = await pool.query<{ session: boolean }>(
      `select count(distinct pid) >= 2 as session from pg_stat_activity where datname = current_database()`,
    )
    expect(rows).toEqual([{ session: true }])
  })

  it('of a process whose network has vanished is free when it expires', async () => {
    const proxy = await startTcpProxy(url)
    onTestFinished(proxy.close)
    const isolated = processWith(1_000, { options: { connectionString: proxy.urlThrough(url) } as PoolOptions })
    const other = processWith(1_000)
    const first = await holdLease(isolated.leases)
    proxy.blackhole()
    const second = await holdLease(other.leases)
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
    proxy.restore()
    proxy.drop()
  })

  it('is renewed while its process lives, even after a lost connection', async () => {
    const [holder, other] = [processWith(3_000), processWith(3_000)]
    const lease = await holdLease(holder.leases)
    const cancelWaiting = new AbortController()
    const competing = other.leases.hold('reader', cancelWaiting.signal)
    const readExpiry = async () =>
      (await pool.query<{ until: Date }>('select until from ops.leases')).rows[0]?.until.getTime() ?? 0
    const first = await readExpiry()
    await waitUntil(async () => (await readExpiry()) > first + 900)
    expect(lease.lost.aborted).toBe(false)
    cancelWaiting.abort()
    expect(await competing).toBeNull()
    // a request under way would take the lease of a holder without session
    await other.leases.close()
    await terminateSession(holder)
    const later = await readExpiry()
    await waitUntil(async () => (await readExpiry()) > later + 900)
    expect(lease.lost.aborted).toBe(false)
  })

  it('is known to be lost when another process took it', async () => {
    const holder = processWith(300)
    const lease = await holdLease(holder.leases)
    await pool.query(
      `update ops.leases set holder = gen_random_uuid(), fence = fence + 1, until = now() + interval '1 minute'`,
    )
    await waitUntil(() => Promise.resolve(lease.lost.aborted))
  })

  it('costs one statement per round, even when a process holds many', async () => {
    const { session } = processWith(minute)
    const statements: string[] = []
    const counting: ProcessSession = {
      ...session,
      query: (text, values) => (statements.push(text), session.query(text, values)),
    }
    const leases = processLeases(counting, 200)
    onTestFinished(() => leases.close())
    const held = await Promise.all(Array.from({ length: 32 }, (_, n) => holdLease(leases, `reader-${n}`)))
    expect(new Set(held.map(({ name }) => name)).size).toBe(32)
    const statementsToTake = statements.length
    expect(statementsToTake).toBeLessThanOrEqual(2)
    await waitUntil(() => Promise.resolve(statements.length === statementsToTake + 3))
    expect(held.some(({ lost }) => lost.aborted)).toBe(false)
  })
})

describe('R12: distributed leases', () => {
  const names = Array.from({ length: 7 }, (_, n) => `reader-${n}`)
  /** Holds all distributed leases it gets, and requests them again when it loses them. */
  const startWorker = (leaseMs = 400) => {
    const process = processWith(leaseMs)
    const held = new Set<string>()
    const stopping = new AbortController()
    onTestFinished(() => stopping.abort())
    const keep = async (name: string) => {
      for (;;) {
        const lease = await process.leases.hold(name, stopping.signal, 'distributed')
        if (lease === null) return
        held.add(name)
        if (!lease.lost.aborted) await once(lease.lost, 'abort')
        held.delete(name)
      }
    }
    for (const name of names) void keep(name)
    return { ...process, held, stop: () => (stopping.abort(), process.leases.close()) }
  }
  const areSpread = (...workers: readonly { readonly held: ReadonlySet<string> }[]) => {
    const all = workers.flatMap(({ held }) => [...held])
    const share = Math.ceil(names.length / workers.length)
    return (
      all.length === names.length && new Set(all).size === all.length && workers.every(({ held }) => held.size <= share)
    )
  }

  it('are all held by a lone worker, spread when others come, and taken over when they go', async () => {
    const first = startWorker()
    await waitUntil(() => Promise.resolve(first.held.size === names.length))
    const second = startWorker()
    await waitUntil(() => Promise.resolve(areSpread(first, second)))
    const third = startWorker()
    await waitUntil(() => Promise.resolve(areSpread(first, second, third)))
    await first.stop()
    await waitUntil(() => Promise.resolve(areSpread(second, third)))
    await terminateSession(third)
    await second.stop()
    await waitUntil(() => Promise.resolve(areSpread(third)))
  })

  it('are all taken at once by workers that start together', async () => {
    const [first, second] = [startWorker(minute), startWorker(minute)]
    await waitUntil(() => Promise.resolve(first.held.size + second.held.size === names.length))
  })

  it('do not wander once they are spread', async () => {
    const [first, second] = [startWorker(), startWorker()]
    await waitUntil(() => Promise.resolve(areSpread(first, second)))
    const before = [...first.held].toSorted()
    await pause(1_500)
    expect([...first.held].toSorted()).toEqual(before)
  })

  it('are taken beyond the share, and kept, if another worker leaves them', async () => {
    const idle = processWith(400)
    void idle.leases.hold('reader-6', neverAborted, 'distributed')
    const busy = startWorker()
    await pause(2_000)
    await waitUntil(() => Promise.resolve(busy.held.size >= names.length - 1))
    const before = [...busy.held].toSorted()
    await pause(1_500)
    expect([...busy.held].toSorted()).toEqual(before)
  })

  it('do not count against those a process wants for itself', async () => {
    const worker = startWorker()
    await waitUntil(() => Promise.resolve(worker.held.size === names.length))
    const second = startWorker()
    expect(await holdLease(second.leases, 'rebuild:cards')).toMatchObject({ name: 'rebuild:cards' })
  })
})
