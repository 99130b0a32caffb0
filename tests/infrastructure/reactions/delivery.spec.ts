import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JobHandler, Jobs } from '../../../application/ports/jobs.ts'
import { bullJobs, type BullJobsOptions } from '../../../infrastructure/jobs/bull-jobs.ts'
import type { JobStore } from '../../../infrastructure/jobs/queue-connections.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import {
  countMessages,
  deliveryRecorder,
  listMessages,
  outboxJobs,
  reactionsMigrations,
  recordInOutbox,
  retryMessages,
  runOutbox,
} from '../../../infrastructure/reactions/policy-runner.ts'
import { testDatabase } from '../../support/database.ts'
import { emptyJobStore } from '../../support/job-store.ts'
import { startRedis } from '../../support/redis.ts'
import { resetReaders, startReaderProcess, waitUntil } from '../projections/reader-process.ts'
import { memoryTestLog } from '../projections/test-log.ts'

const { pool, queries, url, drop } = await testDatabase()
const redis = await startRedis()
afterAll(async () => {
  await redis.stop()
  await drop()
})

const stores: readonly JobStore[] = [
  { kind: 'redis', url: redis.url },
  { kind: 'postgres', url },
]

/** A transport that can be down, and fails as an SMTP client does. */
const testTransport = () => {
  const state = { isDown: false, refused: new Set<string>() }
  const arrived: string[] = []
  const attempted: string[] = []
  const handler: JobHandler = async ({ data }) => {
    const id = String(data['id'])
    attempted.push(id)
    if (state.isDown || state.refused.has(id))
      throw Object.assign(new Error(`mario@example.it: no connection for ${id}`), { code: 'ECONNECTION' })
    arrived.push(id)
  }
  return { state, arrived, attempted, handler }
}

describe.each(stores)('messages in the outbox, with jobs on $kind', (store) => {
  beforeEach(async () => {
    await resetReaders(pool)
    if (store.kind === 'redis') await emptyJobStore(store)
    else await pool.query('drop schema if exists jobs cascade')
  })

  /** A worker process: jobs, recorder and outbox. Closed when the test ends. */
  const startProcess = (overrides: Partial<BullJobsOptions> = {}) => {
    const deliveries = deliveryRecorder(queries)
    const warnings: string[] = []
    const jobs = bullJobs({
      store,
      attempts: 3,
      firstPauseMs: 30,
      checkSchedulesMs: 100,
      ...recordInOutbox(deliveries, () => undefined),
      ...overrides,
    })
    const reading = startReaderProcess(pool, memoryTestLog())
    const run = (dispatchJobs: Pick<Jobs, 'add' | 'states' | 'retry'> = jobs, graceMs = 300) =>
      reading.runAlso((runtime, signal) =>
        runOutbox(
          runtime,
          { queries, jobs: dispatchJobs, reconcileMs: 100, graceMs, warn: (_, text) => void warnings.push(text) },
          signal,
        ),
      )
    onTestFinished(async () => {
      await reading.stop()
      await jobs.close()
      await deliveries.close()
    })
    return { jobs, run, warnings, reading }
  }

  const write = (ids: readonly string[], runAt?: Date) =>
    outboxJobs(queries).add(
      ids.map((id) => ({
        queue: 'mail',
        name: 'letter',
        data: { id },
        key: `${randomUUID()}_${id}`,
        ...(runAt && { runAt }),
      })),
    )
  const counts = () => countMessages(queries)
  const idsOf = (count: number, prefix = 'm') => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
  const isDispatched = async () =>
    (await pool.query('select from ops.outbox where dispatched_at is null')).rowCount === 0

  it('are delivered once the handler has succeeded', async () => {
    const { jobs, run } = startProcess()
    const mail = testTransport()
    run()
    await write(idsOf(30))
    await waitUntil(isDispatched)
    expect(await counts()).toEqual({ queued: 30, givenUp: 0, delivered: 0 })
    await jobs.work('mail', mail.handler)
    await waitUntil(async () => (await counts()).delivered === 30)
    expect(mail.arrived).toEqual(idsOf(30))
    expect(await counts()).toEqual({ queued: 0, givenUp: 0, delivered: 30 })
  })

  it('all arrive, once, when the job store is emptied while they are queued; timers run again', async () => {
    const { jobs, run, warnings } = startProcess()
    const mail = testTransport()
    mail.state.isDown = true
    let sweeps = 0
    await jobs.work('mail', mail.handler)
    await jobs.work('timers', async () => void sweeps++)
    await jobs.every('timers', 'sweep', '* * * * * *')
    // a message on a slow machine is not lost; what the emptied store lacks needs no grace period
    run(jobs, 10_000)
    await write(idsOf(20))
    await write(['later'], new Date(Date.now() + 3_600_000))
    await waitUntil(async () => mail.attempted.length > 0 && (await isDispatched()))
    await emptyJobStore(store)
    const attemptedBefore = mail.attempted.length
    // Of two attempts the second cannot have begun before the store was emptied: such a message may arrive twice.
    await waitUntil(async () => mail.attempted.length >= attemptedBefore + 2)
    mail.state.isDown = false
    const before = sweeps
    await write(idsOf(5, 'after'))
    await waitUntil(async () => (await counts()).delivered === 25)
    await waitUntil(async () => sweeps >= before + 2)
    expect(mail.arrived.toSorted()).toEqual([...idsOf(20), ...idsOf(5, 'after')].toSorted())
    const { rows } = await pool.query<{ key: string }>(`select key from ops.outbox where key like '%:later'`)
    const [laterKey = ''] = rows.map(({ key }) => key.replace(':', '_'))
    await waitUntil(async () => (await jobs.states('mail', [laterKey])).get(laterKey) === 'queued')
    await waitUntil(async () =>
      warnings.includes('the job store is empty or new; queued messages are dispatched again'),
    )
  })

  it('are dispatched again when the job store has lost some of them', async () => {
    const { jobs, run, warnings } = startProcess()
    const mail = testTransport()
    const lossy: Pick<Jobs, 'add' | 'states' | 'retry'> = {
      ...jobs,
      add: (added) => jobs.add(warnings.length > 0 ? added : added.filter(({ data }) => data['id'] !== 'm-1')),
    }
    run(lossy)
    await write(idsOf(3))
    await waitUntil(isDispatched)
    await waitUntil(async () => warnings.length > 0)
    await jobs.work('mail', mail.handler)
    await waitUntil(async () => (await counts()).delivered === 3)
    expect(mail.arrived.toSorted()).toEqual(idsOf(3))
    expect(warnings).toEqual(['the job store has lost messages; they are dispatched again'])
  })

  it('are recorded by what the job store knows when a worker died before recording them', async () => {
    const silent = startProcess({ onSuccess: () => undefined, onFailure: () => undefined })
    const mail = testTransport()
    mail.state.refused.add('bad')
    await silent.jobs.work('mail', mail.handler)
    silent.run()
    await write(['good', 'bad'])
    await waitUntil(async () => {
      const { queued, givenUp, delivered } = await counts()
      return queued === 0 && givenUp === 1 && delivered === 1
    })
    await waitUntil(async () => silent.warnings.includes('messages were given up'))
  })

  it('are listed as given up without their contents, and delivered when the transport is back', async () => {
    const { jobs, run, warnings } = startProcess()
    const mail = testTransport()
    await jobs.work('mail', mail.handler)
    run()
    await write(['first'])
    await waitUntil(async () => (await counts()).delivered === 1)
    mail.state.isDown = true
    await write(idsOf(3))
    await waitUntil(async () => (await counts()).givenUp === 3)
    const listed = await listMessages(queries, 10)
    expect(
      listed.map(({ state, queue, job, attempts, lastError }) => [state, queue, job, attempts, lastError]),
    ).toEqual(idsOf(3).map(() => ['given up', 'mail', 'letter', 3, 'Error ECONNECTION']))
    expect(JSON.stringify(listed)).not.toContain('mario')
    mail.state.isDown = false
    await write(['next'])
    await waitUntil(async () => (await counts()).delivered === 5)
    expect(mail.arrived.toSorted()).toEqual(['first', 'next', ...idsOf(3)].toSorted())
    expect(await listMessages(queries, 10)).toEqual([])
    await waitUntil(async () => warnings.includes('messages that failed during an outage are retried'))
  })

  it('are not retried by themselves when others are delivered in the meantime, but on request', async () => {
    const { jobs, run } = startProcess()
    const mail = testTransport()
    mail.state.refused.add('bad')
    const isOtherDelivered = async () =>
      (
        await pool.query(`select from ops.outbox m join ops.outbox_deliveries d on d.last_at > m.last_attempt_at
          where m.key like '%:bad' and m.attempts = 2`)
      ).rowCount === 1
    const handler: JobHandler = async (job) => {
      if (job.data['id'] === 'bad' && job.attempt === 3) await waitUntil(isOtherDelivered)
      await mail.handler(job)
    }
    await jobs.work('mail', handler, { concurrency: 2 })
    run()
    await write(['bad'])
    for (let n = 0; (await counts()).givenUp === 0; n++) {
      await write([`good-${n}`])
      await waitUntil(async () => mail.arrived.length === n + 1)
    }
    await write(['last'])
    await waitUntil(async () => (await counts()).queued === 0)
    const [bad] = await listMessages(queries, 10)
    expect(bad).toMatchObject({ state: 'given up', attempts: 3 })
    expect(mail.attempted.filter((id) => id === 'bad')).toHaveLength(3)
    mail.state.refused.clear()
    expect(await retryMessages(queries, jobs, { key: 'unknown' })).toBe(0)
    expect(await retryMessages(queries, jobs, { key: bad?.key ?? '' })).toBe(1)
    await waitUntil(async () => mail.arrived.includes('bad'))
    await waitUntil(async () => (await listMessages(queries, 10)).length === 0)
    expect(await retryMessages(queries, jobs, { key: bad?.key ?? '' })).toBe(0)
  })

  /** A process whose messages have failed once and wait for an hour, since the transport is down. */
  const failOnce = async (messages: number) => {
    const { jobs, run } = startProcess({ firstPauseMs: 3_600_000 })
    const mail = testTransport()
    mail.state.isDown = true
    await jobs.work('mail', mail.handler)
    run()
    await write(idsOf(messages))
    await waitUntil(async () => (await listMessages(queries, 10)).every(({ attempts }) => attempts === 1))
    return { jobs, mail }
  }

  it('that failed while the transport was away are retried when another is delivered', async () => {
    const { mail } = await failOnce(3)
    mail.state.isDown = false
    await write(['next'])
    await waitUntil(async () => (await counts()).delivered === 4)
    expect(mail.arrived.toSorted()).toEqual([...idsOf(3), 'next'])
  })

  it('that wait for another attempt run at once on request', async () => {
    const { jobs, mail } = await failOnce(3)
    await waitUntil(async () => mail.attempted.length === 3)
    mail.state.isDown = false
    await waitUntil(async () => {
      await retryMessages(queries, jobs, 'waiting')
      return (await counts()).delivered === 3
    })
    expect(mail.arrived.toSorted()).toEqual(idsOf(3))
  })
})

it('a Redis that is replaced by an empty one gets the queued messages and the timers', async () => {
  await resetReaders(pool)
  const replaced = await startRedis()
  const deliveries = deliveryRecorder(queries)
  const jobs = bullJobs({
    store: { kind: 'redis', url: replaced.url },
    firstPauseMs: 30,
    checkSchedulesMs: 100,
    ...recordInOutbox(deliveries, () => undefined),
  })
  onTestFinished(async () => {
    await jobs.close()
    await deliveries.close()
    await replaced.stop()
  })
  const mail = testTransport()
  mail.state.isDown = true
  let sweeps = 0
  await jobs.work('mail', mail.handler)
  await jobs.work('timers', async () => void sweeps++)
  await jobs.every('timers', 'sweep', '* * * * * *')
  const reading = startReaderProcess(pool, memoryTestLog())
  reading.runAlso((runtime, signal) => runOutbox(runtime, { queries, jobs, reconcileMs: 100 }, signal))
  await outboxJobs(queries).add(
    ['m-0', 'm-1', 'm-2'].map((id) => ({ queue: 'mail', name: 'letter', data: { id }, key: id })),
  )
  await waitUntil(async () => mail.attempted.length >= 3)
  await replaced.replace()
  mail.state.isDown = false
  const before = sweeps
  await waitUntil(async () => (await countMessages(queries)).delivered === 3)
  await waitUntil(async () => sweeps >= before + 2)
  expect(mail.arrived.toSorted()).toEqual(['m-0', 'm-1', 'm-2'])
})

describe('messages that are late', () => {
  beforeEach(() => resetReaders(pool))

  it('are reported with the oldest one, once an hour', async () => {
    const warnings: (readonly [unknown, string])[] = []
    const jobs: Pick<Jobs, 'add' | 'states' | 'retry'> = {
      add: async () => undefined,
      retry: async () => undefined,
      states: async (_, keys) => new Map(keys.map((key) => [key, 'queued'])),
    }
    await outboxJobs(queries).add(['one', 'two'].map((key) => ({ queue: 'mail', name: 'letter', data: {}, key })))
    await pool.query(`update ops.outbox set written_at = now() - interval '61 minutes' where key = 'two'`)
    startReaderProcess(pool, memoryTestLog()).runAlso((runtime, signal) =>
      runOutbox(runtime, { queries, jobs, reconcileMs: 20, warn: (...line) => void warnings.push(line) }, signal),
    )
    await waitUntil(async () => warnings.length > 0)
    await pool.query(`update ops.outbox set written_at = now() - interval '62 minutes' where key = 'one'`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(warnings).toEqual([
      [
        { messages: 1, oldest: { key: 'two', queue: 'mail', job: 'letter', attempts: 0, error: null } },
        'messages have not been delivered for over an hour',
      ],
    ])
  })
})

describe('many messages', () => {
  beforeEach(() => resetReaders(pool))

  it('are retried once each, in the order in which they were written', async () => {
    const keys = Array.from({ length: 1_050 }, (_, n) => `key-${n}`)
    await outboxJobs(queries).add(keys.map((key) => ({ queue: 'mail', name: 'letter', data: {}, key })))
    await pool.query('update ops.outbox set dispatched_at = now(), given_up_at = now()')
    const retried: string[] = []
    const retry: Jobs['retry'] = async (jobs) => void retried.push(...jobs.map(({ key }) => key))
    expect(await retryMessages(queries, { retry }, 'given up')).toBe(1_050)
    expect(retried).toEqual(keys)
    expect(await countMessages(queries)).toEqual({ queued: 1_050, givenUp: 0, delivered: 0 })
  })
})

describe('an outbox written by the previous version', () => {
  it('counts as delivered what the job store may have forgotten, and looks up the rest', async () => {
    await resetReaders(pool)
    await pool.query(`
      drop schema ops cascade;
      delete from garbo_migrations where module = 'reactions';
      create schema ops`)
    const folder = mkdtempSync(join(tmpdir(), 'garbo-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const first = '0001-outbox.sql'
    copyFileSync(new URL(first, reactionsMigrations.folder), join(folder, first))
    await migrate(pool, [{ module: 'reactions', folder: pathToFileURL(`${folder}/`) }])
    const rows = [
      ['old', '8 days', '8 days', null],
      ['recent', '5 days', '5 days', null],
      ['due-recently', '30 days', '30 days', '1 day ago'],
      ['due-later', '30 days', '30 days', '3 days'],
      ['waiting', '8 days', null, null],
    ] as const
    for (const [key, written, dispatched, due] of rows)
      await pool.query(
        `insert into ops.outbox (key, queue, kind, payload, written_at, dispatched_at, run_at)
         values ($1, 'mail', 'letter', '{}', now() - $2::interval, now() - $3::interval, now() + $4::interval)`,
        [key, written, dispatched, due],
      )
    await migrate(pool, [reactionsMigrations])
    const { rows: delivered } = await pool.query('select key from ops.outbox where delivered_at is not null')
    expect(delivered).toEqual([{ key: 'old' }])
    expect(await countMessages(queries)).toEqual({ queued: 4, givenUp: 0, delivered: 1 })
  })
})
