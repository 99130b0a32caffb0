import '../../../infrastructure/composition/engine.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { layFoundations } from '../../../infrastructure/composition/foundations.ts'
import { startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { boundless } from '../../support/limits.ts'
import { answer, setting } from '../subject.ts'
import { populating } from './garbo/populating.ts'
import { queueing } from './garbo/queueing.ts'
import { stocking } from './garbo/stocking.ts'
import type { Whole } from './garbo/whole.ts'

/** The whole of Garbo, as it is started; only how much one visitor may ask for is not limited. */
const { url } = setting() as { readonly url: string }
const home = mkdtempSync(join(tmpdir(), 'garbo-bench-home-'))
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  GARBO_HOME: home,
  DATABASE_URL: url,
  // none lapses while it is measured
  CASE_LEASE_MINUTES: '240',
  GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
})

const foundations = await layFoundations(config)
const garbo = await startGarbo({ config, screens: null, limits: boundless })
const pool = new Pool({ connectionString: url, max: 4 })
/** Every projection and every policy has read the log to its end, and what they asked for is handed over. */
const settled = async () => {
  const behind = `select (select count(*) from ops.checkpoints
      where coalesce(position, '') < (select lpad(max(position)::text, 20, '0') from log.events))::int
    + (select count(*) from ops.outbox where dispatched_at is null)::int as behind`
  for (const until = performance.now() + 300_000; performance.now() < until; await pause(200)) {
    const { rows } = await pool.query<{ behind: number }>(behind)
    if (rows[0]?.behind === 0) return
  }
  throw new Error('the readers of the log do not catch up')
}

const whole: Whole = { config, foundations, pool, address: garbo.address ?? '', settled, closers: [] }
const tasks = { ...populating(whole), ...queueing(whole), ...stocking(whole) }
export type GarboTasks = typeof tasks

answer(tasks, async () => {
  for (const close of whole.closers) await close()
  await pool.end()
  await garbo.stop()
  await foundations.close()
  rmSync(home, { recursive: true, force: true })
})
