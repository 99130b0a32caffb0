import '../../../infrastructure/composition/v8-flags.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { bootstrap } from '../../../infrastructure/composition/bootstrap.ts'
import { type Config, readConfig } from '../../../infrastructure/composition/config.ts'
import { startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'
import { processorMs, serveTasks, startOptions } from '../subject.ts'
import { measureTurns } from '../turns.ts'
import { accountTasks, type GarboSession } from './garbo/accounts.ts'
import { caseQueueTasks } from './garbo/case-queue.ts'
import { notificationTasks } from './garbo/notifications.ts'
import { readTableTasks } from './garbo/read-tables.ts'

/** The master key in base64; processes that share a database need the same one. */
interface GarboOptions {
  readonly url: string
  readonly role?: Config['GARBO_ROLE']
  readonly masterKey?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** A Garbo without rate limits, by default API and worker. */
const {
  url,
  role = 'both',
  masterKey = randomBytes(32).toString('base64'),
  settings = {},
} = startOptions() as GarboOptions
const home = mkdtempSync(join(tmpdir(), 'garbo-bench-home-'))
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  GARBO_HOME: home,
  DATABASE_URL: url,
  // longer than any run, so that no lease expires
  CASE_LEASE_MINUTES: '240',
  GARBO_ROLE: role,
  GARBO_MASTER_KEY: masterKey,
  ...settings,
})

let opened: ReturnType<typeof bootstrap> | null = null
/** Opened at the first use: its connections would be part of what is measured. */
const resources = () => (opened ??= bootstrap(config))
const garbo = await startGarbo({ config, webAppFolder: null, rateLimits: unlimitedRates })
const pool = new Pool({ connectionString: url, max: 4 })
/** Resolves when all projections and policies have read the whole log and every message that is due has been delivered. */
const waitUntilSettled = async () => {
  const behindCount = `select (select count(*) from ops.checkpoints
      where coalesce(position, '') < (select lpad(max(position)::text, 20, '0') from log.events))::int
    + (select count(*) from ops.outbox where delivered_at is null and given_up_at is null
        and (dispatched_at is null or coalesce(run_at, written_at) <= now()))::int as behind`
  for (const until = performance.now() + 300_000; performance.now() < until; await pause(200)) {
    const { rows } = await pool.query<{ behind: number }>(behindCount)
    if (rows[0]?.behind === 0) return
  }
  throw new Error('the readers of the log do not catch up')
}

const session: GarboSession = { config, resources, pool, address: garbo.address ?? '', waitUntilSettled, closers: [] }
/** Peak of the memory since `startMemoryMeasurement`. */
const memory = { before: 0, peak: 0, sampling: setTimeout(() => undefined, 0) }
const memoryTasks = {
  startMemoryMeasurement: () => {
    memory.before = memory.peak = process.memoryUsage.rss()
    memory.sampling = setInterval(() => (memory.peak = Math.max(memory.peak, process.memoryUsage.rss())), 10)
    return Promise.resolve(null)
  },
  /** Rise in megabytes. */
  finishMemoryMeasurement: () => {
    clearInterval(memory.sampling)
    return Promise.resolve((memory.peak - memory.before) / 2 ** 20)
  },
}

let turns: ReturnType<typeof measureTurns> | null = null
const turnTasks = {
  startTurnMeasurement: () => {
    turns = measureTurns()
    return Promise.resolve(null)
  },
  /** Processor time of the longest turn of the event loop since the start, in milliseconds. */
  finishTurnMeasurement: () => Promise.resolve(turns?.stop() ?? 0),
}

const tasks = {
  ...memoryTasks,
  ...turnTasks,
  ...accountTasks(session),
  ...caseQueueTasks(session),
  ...readTableTasks(session),
  ...notificationTasks(session),
  /** Address of the API and processor time of this process so far, in milliseconds. */
  measure: () => Promise.resolve({ address: session.address, processorMs: processorMs() }),
  settle: waitUntilSettled,
}
export type GarboTasks = typeof tasks

serveTasks(tasks, async () => {
  for (const close of session.closers) await close()
  await pool.end()
  await garbo.stop()
  await (await opened)?.close()
  rmSync(home, { recursive: true, force: true })
})
