import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Leases, processLeases } from '../../../infrastructure/projections/leases.ts'
import { processSession, type ProcessSession } from '../../../infrastructure/projections/process-session.ts'
import { testDatabase } from '../../support/database.ts'
import { resetReaders, waitUntil } from './reader-process.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const never = new AbortController().signal
const minute = 60_000

const processWith = (leaseMs: number): { readonly leases: Leases; readonly session: ProcessSession } => {
  const session = processSession(pool)
  const leases = processLeases(session, leaseMs)
  onTestFinished(async () => {
    await leases.close()
    await session.close()
  })
  return { leases, session }
}
const held = async ({ hold }: Leases, name = 'reader', signal = never) => {
  const lease = await hold(name, signal)
  if (lease === null) throw new Error('no lease')
  return lease
}
const kill = async ({ session }: { readonly session: ProcessSession }) => {
  const [me] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [me?.pid])
}

describe('R12: a lease', () => {
  it('is held by one process and after release immediately by another, with a higher fence', async () => {
    const [one, other] = [processWith(minute), processWith(minute)]
    const first = await held(one.leases)
    const waiting = held(other.leases)
    await one.leases.release(first)
    expect(first.lost.aborted).toBe(true)
    const second = await waiting
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
  })

  it('of a dead process is free immediately, whatever its duration', async () => {
    const [dying, other] = [processWith(minute), processWith(2_000)]
    // the session ends and is not reopened
    const first = await held(dying.leases)
    const orphan = await pool.query(`update ops.leases set session_start = session_start - interval '1 second'`)
    expect(orphan.rowCount).toBe(1)
    const second = await held(other.leases)
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
  })

  it('of a silent process with an open connection is free when it expires', async () => {
    const [silent, other] = [processWith(minute), processWith(1_000)]
    const first = await held(silent.leases)
    await pool.query(`update ops.leases set until = now() + interval '300 milliseconds'`)
    const second = await held(other.leases)
    expect(Number(second.fence)).toBeGreaterThan(Number(first.fence))
    const { rows } = await pool.query<{ session: boolean }>(
      `select count(distinct pid) >= 2 as session from pg_stat_activity where datname = current_database()`,
    )
    expect(rows).toEqual([{ session: true }])
  })

  it('is renewed while its process lives, even after a lost connection', async () => {
    const [one, other] = [processWith(600), processWith(600)]
    const lease = await held(one.leases)
    const waiting = new AbortController()
    const stolen = other.leases.hold('reader', waiting.signal)
    const untilOf = async () =>
      (await pool.query<{ until: Date }>('select until from ops.leases')).rows[0]?.until.getTime() ?? 0
    const first = await untilOf()
    await waitUntil(async () => (await untilOf()) > first + 900)
    expect(lease.lost.aborted).toBe(false)
    waiting.abort()
    expect(await stolen).toBeNull()
    await kill(one)
    const later = await untilOf()
    await waitUntil(async () => (await untilOf()) > later + 900)
    expect(lease.lost.aborted).toBe(false)
  })

  it('that another process took is known to be lost', async () => {
    const one = processWith(300)
    const lease = await held(one.leases)
    await pool.query(
      `update ops.leases set holder = gen_random_uuid(), fence = fence + 1, until = now() + interval '1 minute'`,
    )
    await waitUntil(() => Promise.resolve(lease.lost.aborted))
  })

  it('costs one statement per round, however many a process holds', async () => {
    const { session } = processWith(minute)
    const asked: string[] = []
    const counting: ProcessSession = {
      ...session,
      query: (text, values) => (asked.push(text), session.query(text, values)),
    }
    const leases = processLeases(counting, 200)
    onTestFinished(() => leases.close())
    const all = await Promise.all(Array.from({ length: 32 }, (_, n) => held(leases, `reader-${n}`)))
    expect(new Set(all.map(({ name }) => name)).size).toBe(32)
    const taking = asked.length
    expect(taking).toBeLessThanOrEqual(2)
    await waitUntil(() => Promise.resolve(asked.length === taking + 3))
    expect(all.some(({ lost }) => lost.aborted)).toBe(false)
  })
})
