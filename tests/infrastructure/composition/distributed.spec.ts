import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Garbo, startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { rateLimitSettings } from '../../../infrastructure/composition/settings.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import type { Transparency } from '../../../web/contract/moderation/decisions.ts'
import { type ApiClient, apiClient } from '../../support/api-client.ts'
import { freePort } from '../../support/free-port.ts'
import { startRedis } from '../../support/redis.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { startGooglePlacesStandIn } from '../../support/travel/google-places-stand-in.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

/** Two API processes on one database and one Redis. */
let redis: Awaited<ReturnType<typeof startRedis>>
let google: Awaited<ReturnType<typeof startGooglePlacesStandIn>>
let first: Awaited<ReturnType<typeof startTestGarbo>>
let second: Garbo
let port: number
const perAddress = 12
const perKey = 6
beforeAll(async () => {
  port = await freePort()
  redis = await startRedis(port)
  google = await startGooglePlacesStandIn()
  const limits = Object.keys(rateLimitSettings).map((name) => {
    const isTested = name.startsWith('LIMIT_LOGIN_') || name.startsWith('LIMIT_SEARCH_')
    return [name, String(isTested ? (name.endsWith('_ADDRESS') ? perAddress : perKey) : 1_000)] as const
  })
  const settings = {
    ...Object.fromEntries(limits),
    REDIS_URL: redis.url,
    TRUST_PROXY: '127.0.0.1',
    GOOGLE_PLACES_KEY: 'server-key',
    GOOGLE_PLACES_ORIGIN: google.origin,
  }
  first = await startTestGarbo(settings, 'as set')
  const config = { ...first.config, GARBO_ROLE: 'api' as const, PORT: 0 }
  second = await startGarbo({ config, webAppFolder: null, logger: apiLogger('silent') })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  await google.stop()
  await redis.stop()
})

const addresses = () => [first.address, second.address ?? '']
let sources = 0
const newAddress = () => `203.0.113.${++sources}`
const search = (address: string, from: string, query = 'pizza') =>
  apiClient(address).send('GET', `/api/search/places?query=${query}`, undefined, { 'x-forwarded-for': from })
const signIn = (address: string, email: string, from: string) =>
  apiClient(address).send('POST', '/api/auth/login-client', { email, password: 'x' }, { 'x-forwarded-for': from })
/** Statuses of requests sent alternately to both processes. */
const alternately = async (count: number, send: (address: string) => ReturnType<typeof search>) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await send(addresses()[n % 2] ?? '')).status)
  return statuses
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)
const limitIsShared = async () => {
  const from = newAddress()
  return (await alternately(perAddress + 1, (address) => search(address, from))).at(-1) === 429
}

describe('two API processes with Redis', () => {
  it('Q-23, Q-130: share a limit by address and a limit by login name, which others still have', async () => {
    const from = newAddress()
    expect(await alternately(perAddress + 2, (address) => search(address, from))).toEqual([
      ...times(perAddress, 200),
      ...times(2, 429),
    ])
    const stranger = newAddress()
    const byName = await alternately(perKey + 2, (address) => signIn(address, 'nessuno@example.it', stranger))
    expect(byName).toEqual([...times(perKey, 401), ...times(2, 429)])
    expect((await signIn(first.address, 'nessuno@example.it', newAddress())).status).toBe(401)
  })

  it('C-27, Q-78: ask Google once for the same search', async () => {
    google.answers({ status: 200, body: { places: [{ id: 'ChIJ-1', displayName: { text: 'Da Mario' } }] } })
    google.heard.length = 0
    const [firstResult, secondResult] = [
      await search(addresses()[0] ?? '', newAddress(), 'gelato'),
      await search(addresses()[1] ?? '', newAddress(), 'gelato'),
    ]
    expect(firstResult.body).toMatchObject({ results: [{ name: 'Da Mario' }] })
    expect(secondResult.body).toEqual(firstResult.body)
    expect(google.heard).toHaveLength(1)
  })

  it('compute a transparency report once a minute, but show a change at once to the account that made it', async () => {
    const year = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', year: 'numeric' }).format(new Date())
    const flagsSeenBy = async (browser: ApiClient) =>
      ((await browser.get(`/api/transparency/${year}`)).body as Transparency).notices.flags
    const hotel = await signUpBusiness(first, 'hotel')
    const ana = await signUpClient(first, 'ana')
    const review = { rating: 2, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: hotel.id }
    const { body } = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
    const visitors = () => Promise.all(addresses().map((address) => flagsSeenBy(apiClient(address))))
    expect(await visitors()).toEqual([0, 0])
    const flag = `/api/reviews/${(body as { id: string }).id}/flag`
    expect(await hotel.browser.post(flag, { reason: 'SPAM' }, hotel.browser.idempotencyKey())).toMatchObject({
      status: 201,
    })
    expect(await flagsSeenBy(hotel.browser)).toBe(1)
    expect(await visitors()).toEqual([0, 0])
  })

  it('receive all notifications on the connection that renews their leases, since each wakes every listening connection', async () => {
    const { pool } = first.database
    const onlyListening = async () =>
      (await pool.query(`select from pg_stat_activity where datname = current_database() and query ilike 'listen %'`))
        .rowCount
    await expect.poll(onlyListening, { timeout: 30_000 }).toBe(0)
    const renewing = `select from pg_stat_activity where datname = current_database() and query ilike 'update ops.leases%'`
    await expect.poll(async () => (await pool.query(renewing)).rowCount, { timeout: 30_000 }).toBe(2)
  })

  it('lose only counters and caches when these disappear from Redis', async () => {
    const { browser } = await signUpClient(first, 'lia')
    const from = newAddress()
    await alternately(perAddress, (address) => search(address, from))
    expect((await search(addresses()[0] ?? '', from)).status).toBe(429)
    const inspector = new Redis(redis.url)
    const keys = await inspector.keys('garbo:*')
    await inspector.del(...keys)
    inspector.disconnect()
    expect((await search(addresses()[1] ?? '', from)).status).toBe(200)
    expect(await browser.get('/api/auth/user')).toMatchObject({ status: 200 })
  })

  it('respond while Redis is unavailable, each with a separate limit, and share limits again afterwards', async () => {
    let sent = 0
    const statuses = new Set<number>()
    const finished = new AbortController()
    const traffic = async (address: string) => {
      while (!finished.signal.aborted) {
        statuses.add((await search(address, `198.51.100.${++sent % 250}`)).status)
      }
    }
    const running = addresses().map(traffic)
    await redis.stop()
    const [limited, other] = [newAddress(), newAddress()]
    expect(await alternately(2 * perAddress + 2, (address) => search(address, limited))).toEqual([
      ...times(2 * perAddress, 200),
      ...times(2, 429),
    ])
    expect((await search(addresses()[0] ?? '', other)).status).toBe(200)
    redis = await startRedis(port)
    await expect.poll(limitIsShared, { timeout: 30_000 }).toBe(true)
    finished.abort()
    await Promise.all(running)
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([])
    expect(sent).toBeGreaterThan(20)

    const messages = first
      .log()
      .split('\n')
      .filter((line) => line.includes('Redis is'))
    expect(messages.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Redis is unavailable: rate limits apply to each process, caches are off',
      'Redis is available: rate limits and caches are shared',
    ])
  })
})

describe('two API processes without Redis', () => {
  it('Q-23: share a limit by address through Postgres', async () => {
    const garbo = await startTestGarbo({ LIMIT_SEARCH_PER_ADDRESS: '6', TRUST_PROXY: '127.0.0.1' }, 'as set')
    const config = { ...garbo.config, GARBO_ROLE: 'api' as const, PORT: 0 }
    const start = () => startGarbo({ config, webAppFolder: null, logger: apiLogger('silent') })
    const [one, two] = [await start(), await start()]
    const statuses: number[] = []
    for (let n = 0; n < 8; n++)
      statuses.push((await search((n % 2 === 0 ? one : two).address ?? '', '203.0.113.200')).status)
    expect(statuses).toEqual([...times(6, 200), ...times(2, 429)])
    await one.stop()
    await two.stop()
    await garbo.stop()
  })
})
