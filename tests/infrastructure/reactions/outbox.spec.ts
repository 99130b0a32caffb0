import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Policy } from '../../../application/policy.ts'
import type { Job, Jobs } from '../../../application/ports/jobs.ts'
import { runOutbox } from '../../../infrastructure/reactions/outbox.ts'
import { runPolicy } from '../../../infrastructure/reactions/policy-runner.ts'
import { testDatabase } from '../../support/database.ts'
import { type CardEvent, CardEvents, stamped } from '../projections/card-projections.ts'
import { resetReaders, startReaderProcess, waitUntil } from '../projections/reader-process.ts'
import { memoryTestLog, type TestLog } from '../projections/test-log.ts'

const { pool, queries, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const posting: Policy<CardEvent> = {
  name: 'posting',
  events: CardEvents,
  startsFrom: 'beginning',
  effects: ({ event }) => [
    {
      id: 'greeting-mail',
      queue: 'mail',
      job: 'greeting-mail',
      data: { card: event.data.cardId, urgent: true, cc: null },
      ...(event.data.cardId === 'later' ? { runAt: new Date('2030-05-04T10:00:00.123Z') } : {}),
    },
  ],
}

/** Stores one job per key, as the job queue does. */
const testQueue = (isUnavailable: () => boolean = () => false) => {
  const calls: Job[] = []
  const stored = new Map<string, Job>()
  const markers = new Set<string>()
  const add: Jobs['add'] = async (newJobs) => {
    if (isUnavailable()) throw new Error('no queue')
    for (const job of newJobs) {
      if (job.queue === 'outbox') {
        markers.add(job.key)
        continue
      }
      calls.push(job)
      if (!stored.has(job.key)) stored.set(job.key, job)
    }
  }
  const states: Jobs['states'] = async (queue, keys) =>
    new Map(keys.filter((key) => (queue === 'outbox' ? markers : stored).has(key)).map((key) => [key, 'queued']))
  return { jobs: { add, states, retry: add }, calls, stored }
}
const countWaiting = async () => (await pool.query('select from ops.outbox where dispatched_at is null')).rowCount
const countWritten = async () => (await pool.query('select from ops.outbox')).rowCount
const startPolicy = (log: TestLog) => {
  const process = startReaderProcess(pool, log)
  process.runAlso((reading, signal) => runPolicy(reading, posting, signal))
  return process
}

describe('R18: the outbox', () => {
  it('hands every effect to the queue in order, each with a separate key', async () => {
    const log = memoryTestLog()
    const { jobs, calls } = testQueue()
    const process = startPolicy(log)
    process.runAlso((reading, signal) => runOutbox(reading, { queries, jobs }, signal))
    await log.write(stamped('a'), stamped('later'), stamped('a'))
    await waitUntil(() => Promise.resolve(calls.length === 3))
    const ids = (await log.recorded()).map(({ id }) => id)
    expect(calls).toEqual([
      {
        queue: 'mail',
        name: 'greeting-mail',
        data: { card: 'a', urgent: true, cc: null },
        key: `${ids[0]}_greeting-mail`,
      },
      {
        queue: 'mail',
        name: 'greeting-mail',
        data: { card: 'later', urgent: true, cc: null },
        key: `${ids[1]}_greeting-mail`,
        runAt: new Date('2030-05-04T10:00:00.123Z'),
      },
      {
        queue: 'mail',
        name: 'greeting-mail',
        data: { card: 'a', urgent: true, cc: null },
        key: `${ids[2]}_greeting-mail`,
      },
    ])
    expect(calls.every(({ key }) => /^(?!\d+$)[\w-]+$/.test(key))).toBe(true)
    await waitUntil(async () => (await countWaiting()) === 0)
    await log.write(stamped('b'))
    await waitUntil(() => Promise.resolve(calls.length === 4))
  })

  it('loses nothing while the queue is unavailable', async () => {
    const log = memoryTestLog()
    let isUnavailable = true
    const { jobs, stored } = testQueue(() => isUnavailable)
    const process = startPolicy(log)
    process.runAlso((reading, signal) => runOutbox(reading, { queries, jobs }, signal))
    await log.write(stamped('a'), stamped('b'))
    await waitUntil(() => Promise.resolve(process.failures.some(({ reader }) => reader === 'outbox')))
    expect(await countWaiting()).toBe(2)
    isUnavailable = false
    await waitUntil(async () => (await countWaiting()) === 0)
    expect([...stored.values()].map(({ data }) => data['card'])).toEqual(['a', 'b'])
  })

  it('dispatches the same jobs again when the leader of the outbox died before recording the dispatch', async () => {
    const log = memoryTestLog()
    const { jobs, calls, stored } = testQueue()
    startPolicy(log)
    await log.write(stamped('a'), stamped('b'))
    await waitUntil(async () => (await countWritten()) === 2)
    const dying = startReaderProcess(pool, log)
    dying.runAlso((reading, signal) => {
      const cannotRecord = { ...queries, query: () => Promise.reject(new Error('killed')) }
      return runOutbox(reading, { queries: cannotRecord, jobs }, signal)
    })
    await waitUntil(() => Promise.resolve(calls.length >= 2))
    await dying.stop()
    expect(await countWaiting()).toBe(2)
    startReaderProcess(pool, log).runAlso((reading, signal) => runOutbox(reading, { queries, jobs }, signal))
    await waitUntil(async () => (await countWaiting()) === 0)
    expect(calls.length).toBeGreaterThanOrEqual(4)
    expect([...stored.values()].map(({ data }) => data['card'])).toEqual(['a', 'b'])
  })

  it('is processed by one process at a time, and by another when that ends', async () => {
    const log = memoryTestLog()
    const { jobs, calls } = testQueue()
    startPolicy(log)
    const processes = [1, 2].map(() => {
      const process = startReaderProcess(pool, log)
      process.runAlso((reading, signal) => runOutbox(reading, { queries, jobs }, signal))
      return process
    })
    await log.write(...Array.from({ length: 450 }, (_, n) => stamped(`c${n}`)))
    await waitUntil(async () => (await countWritten()) === 450 && (await countWaiting()) === 0)
    await processes[0]?.stop()
    await log.write(stamped('last'))
    await waitUntil(async () => (await countWritten()) === 451 && (await countWaiting()) === 0)
    expect(calls.map(({ data }) => data['card'])).toEqual([...Array.from({ length: 450 }, (_, n) => `c${n}`), 'last'])
  })

  it('keeps effects that were dispatched, so that a restarted policy requests none twice', async () => {
    const log = memoryTestLog()
    const { jobs, calls } = testQueue()
    const first = startPolicy(log)
    first.runAlso((reading, signal) => runOutbox(reading, { queries, jobs }, signal))
    await log.write(stamped('a'))
    await waitUntil(async () => (await countWritten()) === 1 && (await countWaiting()) === 0)
    await first.stop()
    await pool.query(`update ops.checkpoints set position = null where name = 'policy:posting'`)
    const second = startPolicy(log)
    second.runAlso((reading, signal) => runOutbox(reading, { queries, jobs }, signal))
    await log.write(stamped('b'))
    await waitUntil(async () => (await countWritten()) === 2 && (await countWaiting()) === 0)
    expect(calls.map(({ data }) => data['card'])).toEqual(['a', 'b'])
  })
})
