import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import {
  eventStoreMigrations,
  postgresEventStore,
} from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { foldInMemory } from '../../../infrastructure/projections/fold.ts'
import { loadRows, projectionTable } from '../../../infrastructure/projections/projection-table.ts'
import { testDatabase } from '../../support/database.ts'
import { cards, ledger, noise, stamped, torn } from './card-projections.ts'
import { checkpointReaches, migrateReaders, readCheckpoint, startReaderProcess, waitUntil } from './reader-process.ts'
import { testLog } from './test-log.ts'

const { pool, url, drop } = await testDatabase()
await migrate(pool, [eventStoreMigrations])
await migrateReaders(pool)
const store = postgresEventStore({ pool, connectionString: url })
const log = testLog(store)
afterAll(async () => {
  await store.close()
  await drop()
})

const startWorker = async (task: 'run' | 'rebuild'): Promise<ChildProcess> => {
  const child = fork(new URL('worker.ts', import.meta.url), [url, task], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}
const killWorker = async (child: ChildProcess) => {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Writes until stopped; resolves to the position of the last event. */
const startWriting = () => {
  const state = { isWriting: true }
  const written = (async () => {
    let last = ''
    for (let n = 0; state.isWriting; n++)
      last = await log.write(stamped(`c${n % 50}`, n % 90), noise, torn(`c${(n * 7) % 50}`))
    return last
  })()
  return () => {
    state.isWriting = false
    return written
  }
}

const expectEachProjectedOnce = async () => {
  const { rows } = await pool.query<{ events: string[]; total: number }>(
    `select array_agg(key || '×' || times order by key) filter (where key <> 'total') as events,
       coalesce(sum(times) filter (where key = 'total'), 0)::int as total from read.ledger`,
  )
  const relevant = (await log.recorded()).filter(({ event }) => ledger.events.codecs.has(event.type))
  expect(rows[0]?.events).toEqual(relevant.map(({ id }) => `${id}×1`).sort())
  expect(rows[0]?.total).toBe(relevant.length)
}

it('R11: a worker killed repeatedly projects every event exactly once', async () => {
  const stop = startWriting()
  for (let round = 0; round < 6; round++) {
    const child = await startWorker('run')
    await pause(120 + round * 40)
    await killWorker(child)
  }
  const last = await stop()
  await startWorker('run')
  await checkpointReaches(pool, 'ledger_v1', last)
  await expectEachProjectedOnce()
})

it('R12: a worker that resumes after another took over writes nothing', async () => {
  const currentFence = async () => Number((await readCheckpoint(pool, 'ledger_v1'))?.fence ?? 0)
  const fenceBefore = await currentFence()
  const pausedWorker = await startWorker('run')
  const stop = startWriting()
  await waitUntil(async () => (await currentFence()) > fenceBefore)
  pausedWorker.kill('SIGSTOP')
  const pausedFence = await currentFence()
  startReaderProcess(pool, log).run(ledger)
  await waitUntil(async () => (await currentFence()) > pausedFence)
  pausedWorker.kill('SIGCONT')
  await pause(200)
  await checkpointReaches(pool, 'ledger_v1', await stop())
  await expectEachProjectedOnce()
})

it('R13: a rebuild killed halfway leaves the old table serving, and the next one starts from scratch', async () => {
  const live = startReaderProcess(pool, log)
  live.run(cards)
  const before = await log.write(...Array.from({ length: 300 }, (_, n) => stamped(`c${n % 40}`, n)))
  await checkpointReaches(pool, 'cards_v1', before)
  for (const _ of [1, 2]) {
    const child = await startWorker('rebuild')
    await waitUntil(async () => (await readCheckpoint(pool, 'cards_v1_r2'))?.position)
    await killWorker(child)
    expect(
      (await pool.query('select from ops.builds where relation = $1 and state = $2', ['cards_v1', 'serving'])).rowCount,
    ).toBe(1)
  }
  const child = await startWorker('rebuild')
  await once(child, 'exit')
  await checkpointReaches(pool, 'cards_v1_r2', await log.write(stamped('c1'), torn('c2')))
  const memory = foldInMemory(cards, await log.recorded())
  const stored = await loadRows(pool, projectionTable(cards, 'cards_v1_r2'), [...memory.keys()])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(memory))
  expect((await pool.query('select from read.cards')).rowCount).toBe(memory.size)
})
