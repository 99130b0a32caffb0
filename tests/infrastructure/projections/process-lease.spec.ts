import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { resetReaders, startReaderProcess, waitUntil } from './reader-process.ts'
import { memoryTestLog } from './test-log.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const isHeld = async (lease: string) =>
  (await pool.query<{ held: boolean }>('select ops.is_held($1) as held', [lease])).rows[0]?.held

describe('the lease that shows that a process is alive', () => {
  it('is held from the start of the process to its end', async () => {
    const process = startReaderProcess(pool, memoryTestLog())
    expect(await isHeld(process.processLease)).toBe(false)
    await process.holdProcessLease()
    expect(await isHeld(process.processLease)).toBe(true)
    await process.stop()
    expect(await isHeld(process.processLease)).toBe(false)
  })

  it('is held again after it was lost', async () => {
    const process = startReaderProcess(pool, memoryTestLog(), { leaseMs: 400 })
    await process.holdProcessLease()
    await pool.query(`update ops.leases set holder = $1, until = 'infinity', session_pid = 0`, [randomUUID()])
    await waitUntil(async () => (await isHeld(process.processLease)) === true)
  })

  it('is one of a process: two processes hold two', async () => {
    const processes = [startReaderProcess(pool, memoryTestLog()), startReaderProcess(pool, memoryTestLog())]
    await Promise.all(processes.map(({ holdProcessLease }) => holdProcessLease()))
    expect(new Set(processes.map(({ processLease }) => processLease)).size).toBe(2)
    for (const { processLease } of processes) expect(await isHeld(processLease)).toBe(true)
  })

  it('is deleted by a later start, a day after it ended', async () => {
    await pool.query(`insert into ops.leases values
      ('process:old', '${randomUUID()}', 1, now() - interval '25 hours', 0, now()),
      ('process:recent', '${randomUUID()}', 1, now() - interval '1 hour', 0, now()),
      ('projection:old', '${randomUUID()}', 1, now() - interval '25 hours', 0, now())`)
    await startReaderProcess(pool, memoryTestLog()).holdProcessLease()
    const { rows } = await pool.query<{ name: string }>(`select name from ops.leases where until < now() order by name`)
    expect(rows.map(({ name }) => name)).toEqual(['process:recent', 'projection:old'])
  })
})
