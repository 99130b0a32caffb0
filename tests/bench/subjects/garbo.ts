import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { handle } from '../../../application/handle.ts'
import { account, type AccountCommand } from '../../../domain/access/account/decider.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresSessions } from '../../../infrastructure/access/sessions.ts'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { layFoundations } from '../../../infrastructure/composition/foundations.ts'
import { startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { registerBusiness, registerClient } from '../../support/access.ts'
import { boundless } from '../../support/limits.ts'
import { begun } from '../../support/sessions.ts'
import { closedLoop } from '../load.ts'
import { answer, setting } from '../subject.ts'
import { newId } from '../workload.ts'
import { requestMeta } from './ours/commanding.ts'
import { right } from './ours/surroundings.ts'

/** The whole of Garbo, as it is started; only how much one visitor may ask for is not limited. */
const { url } = setting() as { readonly url: string }
const home = mkdtempSync(join(tmpdir(), 'garbo-bench-home-'))
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  GARBO_HOME: home,
  DATABASE_URL: url,
  GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
})

const foundations = await layFoundations(config)
const garbo = await startGarbo({ config, screens: null, limits: boundless })
const pool = new Pool({ connectionString: url, max: 4 })
const now = () => new Date().toISOString() as Instant

const register = async (accountId: string, command: AccountCommand) => {
  const ask = handle({ history: foundations.history, newId })
  right(await ask(account, accountId, command, requestMeta(), { privacy: 'open' })())
  right(await ask(account, accountId, { type: 'ConfirmEmail', at: now() }, requestMeta(), { privacy: 'open' })())
}

const client = (accountId: string) =>
  registerClient({ accountId, clientId: `c-${accountId}`, email: `${accountId}@example.it`, at: now() })
const business = (accountId: string) =>
  registerBusiness({ accountId, username: accountId, email: `${accountId}@example.it`, at: now() })

const many = async (count: number, make: (accountId: string) => Promise<unknown>): Promise<readonly string[]> => {
  const ids = Array.from({ length: count }, newId)
  const made = await closedLoop(32, { operations: count }, (nth) => make(ids[nth] ?? ''))
  if (made.failed > 0) throw new Error(made.complaint ?? 'nobody could be registered')
  return ids
}

/** Every projection and every policy has read the log to its end. */
const settled = async () => {
  const behind = `select count(*)::int as behind from ops.checkpoints
    where coalesce(position, '') < (select lpad(max(position)::text, 20, '0') from log.events)`
  for (const until = performance.now() + 300_000; performance.now() < until; await pause(200)) {
    const { rows } = await pool.query<{ behind: number }>(behind)
    if (rows[0]?.behind === 0) return
  }
  throw new Error('the readers of the log do not catch up')
}

const tasks = {
  /** Clients who have signed in, and businesses to be reviewed. */
  people: async (count: { readonly clients: number; readonly businesses: number }) => {
    const { SESSION_IDLE_HOURS: idleHours, SESSION_MAX_DAYS: maxDays } = config
    const sessions = postgresSessions(pool, { idleHours, maxDays })
    const clients = await many(count.clients, (id) => register(id, client(id)))
    const targets = await many(count.businesses, (id) => register(id, business(id)))
    const cookies: string[] = []
    for (const id of clients) cookies.push(`garbo_session=${await begun(sessions, id, now())}`)
    await settled()
    return { address: garbo.address ?? '', cookies, targets }
  },
}
export type GarboTasks = typeof tasks

answer(tasks, async () => {
  await pool.end()
  await garbo.stop()
  await foundations.close()
  rmSync(home, { recursive: true, force: true })
})
