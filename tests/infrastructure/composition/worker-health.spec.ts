import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Garbo, startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { readerInspection, readerProgress } from '../../../infrastructure/composition/readers.ts'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { freePort } from '../../support/free-port.ts'
import { holdProjection } from '../../support/projections.ts'
import { startRedis } from '../../support/redis.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpClient } from '../../support/users.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let redisPort: number
beforeAll(async () => {
  redisPort = await freePort()
  redis = await startRedis(redisPort)
  garbo = await startTestGarbo({ REDIS_URL: redis.url })
})
afterAll(async () => {
  await garbo.stop()
  await redis.stop()
})

const startWorkerOn = (databaseUrl: string, logger = apiLogger('silent')): Promise<Garbo> => {
  const config = { ...garbo.config, DATABASE_URL: databaseUrl, GARBO_ROLE: 'worker' as const, HEALTH_PORT: 0 }
  return startGarbo({ config, webAppFolder: null, logger })
}
const readiness = async ({ healthAddress }: Garbo) => {
  const response = await fetch(`${healthAddress}/readyz`)
  return { status: response.status, ...((await response.json()) as { reasons: readonly string[] }) }
}
/** As the container runtime does; rejects with the output if it fails. */
const checkHealth = ({ healthAddress }: Garbo) => {
  const env = { PATH: process.env['PATH'], GARBO_ROLE: 'worker', HEALTH_PORT: new URL(healthAddress ?? '').port }
  return promisify(execFile)(process.execPath, ['infrastructure/composition/health-check.ts'], { env })
}

describe('the health of a worker', () => {
  it('is good while it works, and comes with metrics', async () => {
    const worker = await startWorkerOn(garbo.database.url)
    await expect
      .poll(() => readiness(worker), { timeout: 30_000 })
      .toMatchObject({ status: 200, ready: true, reasons: [], warnings: [] })
    expect(await (await fetch(`${worker.healthAddress}/metrics`)).text()).toContain('garbo_outbox_messages')
    expect((await fetch(`${worker.healthAddress}/healthz`)).status).toBe(200)
    expect((await fetch(`${worker.healthAddress}/api/auth/user`)).status).toBe(404)
    await checkHealth(worker)
    await worker.stop()
    await expect(checkHealth(worker)).rejects.toThrow('No response')
  })

  it('is bad without its job store, whose loss is logged without stack traces, and good again afterwards', async () => {
    const log: string[] = []
    const worker = await startWorkerOn(garbo.database.url, apiLogger('warn', { write: (line) => void log.push(line) }))
    await redis.stop()
    await expect
      .poll(() => readiness(worker), { timeout: 30_000 })
      .toMatchObject({
        status: 503,
        reasons: expect.arrayContaining(['jobs of the queue mail cannot run']) as unknown,
      })
    await expect(checkHealth(worker)).rejects.toThrow('jobs of the queue mail cannot run')
    await expect.poll(() => log.join(''), { timeout: 30_000 }).toContain('the job store is unavailable')
    expect(log.join('')).not.toContain('"stack"')
    redis = await startRedis(redisPort)
    await expect.poll(() => readiness(worker), { timeout: 30_000 }).toMatchObject({ status: 200, reasons: [] })
    await worker.stop()
  })

  it('is reached by a worker that starts while its job store is away', async () => {
    await redis.stop()
    const log: string[] = []
    const starting = startWorkerOn(garbo.database.url, apiLogger('warn', { write: (line) => void log.push(line) }))
    await expect.poll(() => log.join(''), { timeout: 30_000 }).toContain('the job store is unreachable; trying again')
    redis = await startRedis(redisPort)
    const worker = await starting
    await expect.poll(() => readiness(worker), { timeout: 30_000 }).toMatchObject({ status: 200, reasons: [] })
    await worker.stop()
  })

  it('is bad without its database, and good again afterwards', async () => {
    const proxy = await startTcpProxy(garbo.database.url)
    onTestFinished(proxy.close)
    const worker = await startWorkerOn(proxy.urlThrough(garbo.database.url))
    proxy.refuse()
    await expect
      .poll(() => readiness(worker), { timeout: 30_000 })
      .toMatchObject({ status: 503, reasons: ['the database is unavailable'] })
    proxy.restore()
    await expect.poll(() => readiness(worker), { timeout: 30_000 }).toMatchObject({ status: 200, reasons: [] })
    await worker.stop()
  })

  it('is bad, with the reason, while the log does not answer, and good again afterwards', async () => {
    const worker = await startWorkerOn(garbo.database.url)
    await expect.poll(() => readiness(worker), { timeout: 30_000 }).toMatchObject({ status: 200 })
    const client = await garbo.database.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query('begin; lock table log.events in access exclusive mode')
    await expect(checkHealth(worker)).rejects.toThrow('the database is unavailable')
    await client.query('rollback')
    await expect.poll(() => readiness(worker), { timeout: 30_000 }).toMatchObject({ status: 200, reasons: [] })
    await worker.stop()
  })

  it('does not need a port', async () => {
    const config = { ...garbo.config, GARBO_ROLE: 'worker' as const }
    const worker = await startGarbo({ config, webAppFolder: null, logger: apiLogger('silent') })
    expect(worker.healthAddress).toBeNull()
    await worker.stop()
  })

  it('names the setting of a port in use', async () => {
    const config = { ...garbo.config, GARBO_ROLE: 'worker' as const, HEALTH_PORT: Number(new URL(garbo.address).port) }
    await expect(startGarbo({ config, webAppFolder: null, logger: apiLogger('silent') })).rejects.toThrow('HEALTH_PORT')
  })
})

describe('the progress of readers', () => {
  it('is missing when a reader has unread events and does not move for a minute', async () => {
    const { pool, url } = garbo.database
    const store = postgresEventStore({ pool, connectionString: url })
    let time = 0
    const inspect = readerInspection({ pool, store }, [])
    const check = readerProgress(inspect, () => time)
    const stuckAfter = async (ms: number) => {
      time += ms
      return (await check()).notReady
    }
    const behind = async () => {
      const { readModels, policies } = await inspect()
      return [...readModels, ...policies].filter(({ lag }) => (lag ?? 0) > 0).map(({ name }) => name)
    }
    await expect.poll(behind, { timeout: 30_000 }).toEqual([])
    await holdProjection(pool, 'favourites')
    await signUpClient(garbo, 'ada')
    await expect.poll(behind, { timeout: 30_000 }).toEqual(['favourites'])
    expect(await stuckAfter(0)).toEqual([])
    expect(await stuckAfter(59_999)).toEqual([])
    expect(await stuckAfter(1)).toEqual([
      'the projection favourites has not moved for 60 s although there are unread events',
    ])
    expect(await stuckAfter(30_000)).toEqual([
      'the projection favourites has not moved for 90 s although there are unread events',
    ])
    await store.close()
  })

  it('is measured for a projection and a policy of the same name separately', async () => {
    const { pool, url } = garbo.database
    const store = postgresEventStore({ pool, connectionString: url })
    onTestFinished(store.close)
    const { readModels, ...rest } = await readerInspection({ pool, store }, [])()
    const [one] = readModels
    if (one === undefined) throw new Error('there are no projections')
    let time = 0
    const reader = (position: string) => ({ ...one, name: 'payouts', lag: 1, position })
    const check = readerProgress(
      async () => ({ ...rest, readModels: [reader('1')], policies: [reader(String(time))] }),
      () => time,
    )
    expect((await check()).notReady).toEqual([])
    time = 60_000
    expect((await check()).notReady).toEqual([
      'the projection payouts has not moved for 60 s although there are unread events',
    ])
  })
})
