import type { Pool, PoolOptions } from 'pg'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Leases, processLeases } from '../../../infrastructure/projections/leases.ts'
import { processSession, type ProcessSession } from '../../../infrastructure/projections/process-session.ts'
import { testDatabase } from '../../support/database.ts'
import { tcpProxy } from '../../support/tcp-proxy.ts'
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
    const proxy = await tcpProxy(url)
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
    const [holder, other] = [processWith(600), processWith(600)]
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
