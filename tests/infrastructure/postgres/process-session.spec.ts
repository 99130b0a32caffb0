import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { processSession } from '../../../infrastructure/postgres/postgres.ts'
import { createPool, testDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { waitUntil } from '../projections/reader-process.ts'

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

  it('stops listening to a channel when its last listener has left', async () => {
    const { session } = await startSession()
    const heard: string[] = []
    const [stopFirst, stopSecond] = ['first', 'second'].map((name) =>
      session.on(channel, (_missed, payload) => heard.push(`${name} ${payload}`)),
    )
    const channels = async () =>
      (await session.query<{ name: string }>('select pg_listening_channels() as name')).length
    stopFirst?.()
    stopFirst?.()
    expect(await channels()).toBe(1)
    await database.pool.query(`notify ${channel}, 'once'`)
    await waitUntil(() => Promise.resolve(heard.includes('second once')))
    expect(heard).not.toContain('first once')
    stopSecond?.()
    expect(await channels()).toBe(0)
    session.on(channel, () => undefined)
    expect(await channels()).toBe(1)
  })

  it('prepares every connection before it listens, and replaces one that cannot be prepared', async () => {
    const { session, proxy } = await startSession()
    const seen: string[] = []
    let failures = 2
    session.attach({
      prepare: async (client) => {
        await client.query('select 1')
        if (failures-- > 0) throw new Error('not yet')
        seen.push('prepared')
      },
      onLost: () => seen.push('lost'),
    })
    session.on(channel, () => seen.push('listening'))
    await waitUntil(() => Promise.resolve(seen.includes('listening')))
    expect(seen.indexOf('prepared')).toBeLessThan(seen.indexOf('listening'))
    expect(seen.filter((what) => what === 'lost').length).toBeGreaterThan(0)
    // the new channel's own call comes after that of the prepared connection
    await session.query('select 1')
    seen.length = 0
    proxy.drop()
    await waitUntil(() => Promise.resolve(seen.includes('listening')))
    expect(seen).toEqual(['lost', 'prepared', 'listening'])
  })
})
