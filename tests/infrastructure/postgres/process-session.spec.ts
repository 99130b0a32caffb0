import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { processSession } from '../../../infrastructure/projections/process-session.ts'
import { createPool, testDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { waitUntil } from './reader-process.ts'

const database = await testDatabase()
afterAll(database.drop)

const channel = 'session_spec'
const startSession = async () => {
  const proxy = await startTcpProxy(database.url)
  onTestFinished(proxy.close)
  const application = `session-${Math.random().toString(36).slice(2)}`
  const pool = createPool(proxy.urlThrough(database.url), { application_name: application, max: 4 })
  const session = processSession(pool)
  onTestFinished(async () => {
    await session.close()
    await pool.end()
  })
  const backends = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where application_name = $1',
      [application],
    )
    return rows[0]?.count ?? 0
  }
  return { proxy, session, backends, pool }
}

describe('the connection of a process for LISTEN and leases', () => {
  it('is a single one after fifty drops at random moments', async () => {
    const { proxy, session, backends } = await startSession()
    const wakeUps = { notified: 0, missed: 0 }
    session.on(channel, (missed) => wakeUps[missed ? 'missed' : 'notified']++)
    await session.query('select 1')
    const working = new AbortController()
    const asking = (async () => {
      while (!working.signal.aborted) await session.query('select 1').catch(() => pause(1))
    })()
    for (let drops = 0; drops < 50; drops++) {
      await pause(Math.random() * 40)
      proxy.drop()
    }
    working.abort()
    await asking
    // The first query may still meet the connection dropped last.
    await waitUntil(() => session.query('select 1').catch(() => null))
    await waitUntil(async () => (await backends()) === 1)
    await pause(300)
    expect(await backends()).toBe(1)
    await waitUntil(() => Promise.resolve(wakeUps.missed > 0))
    const before = wakeUps.notified
    await database.pool.query(`notify ${channel}`)
    await waitUntil(() => Promise.resolve(wakeUps.notified > before))
    expect(wakeUps.notified).toBe(before + 1)
  })
})
