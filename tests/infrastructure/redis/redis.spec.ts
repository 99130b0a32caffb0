import { Redis } from 'ioredis'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Availability, openSharedState, type SharedState } from '../../../infrastructure/redis/redis.ts'
import { freePort } from '../../support/free-port.ts'
import { startRedis } from '../../support/redis.ts'

const redis = await startRedis()
const inspector = new Redis(redis.url)
const closing: (() => unknown)[] = []
beforeEach(() => inspector.flushall())
afterEach(async () => {
  for (const end of closing.splice(0)) await end()
})
afterAll(async () => {
  inspector.disconnect()
  await redis.stop()
})

const secret = new Uint8Array(32).fill(7)
const openProcess = async (url = redis.url, installationSecret = secret) => {
  const changes: Availability[] = []
  const state = await openSharedState({ url, secret: installationSecret, onChange: (change) => changes.push(change) })
  closing.push(state.close)
  return { state, changes }
}
const minute = 60_000
const placesOf = (state: SharedState) => state.cache({ name: 'places', ttlMs: minute, schema: z.array(z.string()) })
/** True if allowed by a limit of one request. */
const isAllowedOnce = async ({ rateLimits }: SharedState, key: string) =>
  (await rateLimits.consume([{ key, max: 1 }], minute)) === null
const dumpRedis = async () => {
  const keys = await inspector.keys('*')
  return [...keys, ...(await Promise.all(keys.map((key) => inspector.get(key))))].join('\n')
}

describe('state shared through Redis', () => {
  it('is the same for all processes of one installation', async () => {
    const [first, second] = [(await openProcess()).state, (await openProcess()).state]
    expect(await placesOf(first)('siena', async () => ['Da Mario'])).toEqual(['Da Mario'])
    expect(await placesOf(second)('siena', async () => ['Da Luigi'])).toEqual(['Da Mario'])
    expect([await isAllowedOnce(first, 'mario'), await isAllowedOnce(second, 'mario')]).toEqual([true, false])
  })

  it('is not shared with an installation that has another master key', async () => {
    const [state, otherState] = [
      (await openProcess()).state,
      (
        await openProcess(
          redis.url,
          secret.map((byte) => byte + 1),
        )
      ).state,
    ]
    await placesOf(state)('siena', async () => ['Da Mario'])
    expect(await placesOf(otherState)('siena', async () => ['Da Luigi'])).toEqual(['Da Luigi'])
    expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(otherState, 'mario')]).toEqual([true, true])
  })

  it('contains no address, name or search', async () => {
    const { state } = await openProcess()
    const personal = ['203.0.113.7', 'mario@example.it', 'pizza vicino a casa mia']
    await state.rateLimits.consume(
      personal.map((key) => ({ key, max: 5 })),
      minute,
    )
    for (const key of personal) await placesOf(state)(key, async () => ['Da Mario'])
    const stored = await dumpRedis()
    expect(stored).toContain('Da Mario')
    for (const key of personal) expect(stored).not.toContain(key)
  })

  it('expires completely', async () => {
    const { state } = await openProcess()
    await state.rateLimits.consume([{ key: 'mario', max: 5 }], minute)
    await placesOf(state)('siena', async () => ['Da Mario'])
    const keys = await inspector.keys('*')
    expect(keys).toHaveLength(2)
    for (const key of keys) {
      const remaining = await inspector.pttl(key)
      expect(remaining).toBeGreaterThan(minute / 2)
      expect(remaining).toBeLessThanOrEqual(minute)
    }
  })

  it('survives FLUSHALL: counters start again, and values are loaded again', async () => {
    const { state, changes } = await openProcess()
    await placesOf(state)('siena', async () => ['Da Mario'])
    expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(state, 'mario')]).toEqual([true, false])
    await inspector.flushall()
    expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(state, 'mario')]).toEqual([true, false])
    expect(await placesOf(state)('siena', async () => ['Da Luigi'])).toEqual(['Da Luigi'])
    expect(changes).toEqual([])
  })
})

describe('a shared cache', () => {
  it('is separate from caches with another name', async () => {
    const { state } = await openProcess()
    const other = state.cache({ name: 'statistics', ttlMs: minute, schema: z.array(z.string()) })
    await placesOf(state)('siena', async () => ['Da Mario'])
    expect(await other('siena', async () => ['Da Luigi'])).toEqual(['Da Luigi'])
  })

  it('loads a value again that another version stored in a different shape, or that is damaged', async () => {
    const { state } = await openProcess()
    await state.cache({ name: 'places', ttlMs: minute, schema: z.object({ names: z.string() }) })(
      'siena',
      async () => ({
        names: 'Da Mario',
      }),
    )
    expect(await placesOf(state)('siena', async () => ['Da Luigi'])).toEqual(['Da Luigi'])
    const [slot = ''] = await inspector.keys('garbo:cache:*')
    await inspector.set(slot, ((await inspector.get(slot)) ?? '').slice(0, -1))
    expect(await placesOf(state)('siena', async () => ['Da Lucia'])).toEqual(['Da Lucia'])
    expect(await placesOf(state)('siena', async () => ['no'])).toEqual(['Da Lucia'])
  })

  it('has a maximum number of entries', async () => {
    const { state } = await openProcess()
    const cache = placesOf(state)
    const towns = Array.from({ length: 2_000 }, (_, n) => `town ${n}`)
    for (const town of towns) await cache(town, async () => [`first ${town}`])
    expect(await inspector.dbsize()).toBeLessThanOrEqual(1_024)
    const found: string[] = []
    for (const town of towns.toReversed()) found.push(...(await cache(town, async () => [`second ${town}`])))
    expect(found.filter((place) => place.startsWith('first')).length).toBeGreaterThan(500)
    expect(found.filter((place) => place.startsWith('second')).length).toBeGreaterThan(500)
    for (const [n, town] of towns.toReversed().entries()) expect(found[n]?.endsWith(` ${town}`)).toBe(true)
  })

  it('does not store a value above 32 kB', async () => {
    const { state } = await openProcess()
    const large = ['x'.repeat(33_000)]
    expect(await placesOf(state)('siena', async () => large)).toEqual(large)
    expect(await inspector.dbsize()).toBe(0)
  })
})

describe('when Redis is unavailable', () => {
  it('requests are allowed and values are loaded; both are shared again when Redis returns', async () => {
    const port = await freePort()
    const first = await startRedis(port)
    const processes = [await openProcess(first.url), await openProcess(first.url)] as const
    const [{ state, changes }, { state: otherState }] = processes
    expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(otherState, 'mario')]).toEqual([true, false])
    await first.stop()
    for (const { state } of processes) {
      expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(state, 'mario')]).toEqual([true, true])
      expect(await placesOf(state)('siena', async () => ['Da Mario'])).toEqual(['Da Mario'])
    }
    expect(changes).toEqual([{ available: false, reason: expect.any(String) }])

    const second = await startRedis(port)
    closing.push(second.stop)
    const isSharedAgain = async (n: number) =>
      (await isAllowedOnce(state, `again ${n}`)) && !(await isAllowedOnce(otherState, `again ${n}`))
    let attempts = 0
    await expect.poll(() => isSharedAgain(attempts++), { timeout: 20_000 }).toBe(true)
    for (const { changes } of processes)
      expect(changes).toEqual([{ available: false, reason: expect.any(String) }, { available: true }])
  })

  it('a process starts, and uses Redis as soon as it is reachable', async () => {
    const port = await freePort()
    const { state, changes } = await openProcess(`redis://127.0.0.1:${port}`)
    expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(state, 'mario')]).toEqual([true, true])
    expect(changes).toEqual([{ available: false, reason: expect.stringContaining('ECONNREFUSED') }])
    const late = await startRedis(port)
    closing.push(late.stop)
    await expect.poll(() => isAllowedOnce(state, 'mario'), { timeout: 20_000 }).toBe(false)
  })

  it('requests do not wait for a Redis that accepts connections and never responds', async () => {
    const sockets: Socket[] = []
    const silentServer = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    )
    await once(silentServer, 'listening')
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      silentServer.close()
    })
    const { state, changes } = await openProcess(`redis://127.0.0.1:${(silentServer.address() as AddressInfo).port}`)
    const requests = Array.from({ length: 50 }, () => isAllowedOnce(state, 'mario'))
    expect(await Promise.all(requests)).toEqual(Array(50).fill(true))
    expect(changes).toHaveLength(1)
  })

  it('requests do not wait for a Redis that stops responding', async () => {
    const stalled = await startRedis()
    closing.push(stalled.stop)
    const { state, changes } = await openProcess(stalled.url)
    expect([await isAllowedOnce(state, 'mario'), await isAllowedOnce(state, 'mario')]).toEqual([true, false])
    stalled.pause()
    expect(await Promise.all(Array.from({ length: 50 }, () => isAllowedOnce(state, 'mario')))).toEqual(
      Array(50).fill(true),
    )
    stalled.resume()
    await expect.poll(() => isAllowedOnce(state, 'mario'), { timeout: 20_000 }).toBe(false)
    expect(changes).toEqual([{ available: false, reason: expect.any(String) }, { available: true }])
  })

  it('requests skip Redis after one to which it did not respond', async () => {
    const stalled = await startRedis()
    const observer = new Redis(stalled.url)
    closing.push(() => observer.disconnect(), stalled.stop)
    const { state } = await openProcess(stalled.url)
    expect(await observer.dbsize()).toBe(0)
    stalled.pause()
    expect(await isAllowedOnce(state, 'first')).toBe(true)
    for (let n = 0; n < 5; n++) expect(await isAllowedOnce(state, `later ${n}`)).toBe(true)
    stalled.resume()
    await expect.poll(() => observer.dbsize(), { timeout: 20_000 }).toBe(1)
  })

  it('a response that arrives while this process is busy counts as a response', async () => {
    const { state, changes } = await openProcess()
    const allowed = isAllowedOnce(state, 'mario')
    await immediate()
    for (const until = performance.now() + 700; performance.now() < until;) Math.sqrt(until)
    expect(await allowed).toBe(true)
    expect(await isAllowedOnce(state, 'mario')).toBe(false)
    expect(changes).toEqual([])
  })

  it('the reported reason contains no password', async () => {
    await inspector.config('SET', 'requirepass', 'correct-horse')
    closing.push(() => inspector.config('SET', 'requirepass', ''))
    const { state, changes } = await openProcess(redis.url.replace('//', '//:wrong-horse@'))
    expect(await isAllowedOnce(state, 'mario')).toBe(true)
    expect(changes).toEqual([{ available: false, reason: expect.stringContaining('WRONGPASS') }])
    expect(JSON.stringify(changes)).not.toContain('horse')
  })

  it('no connection remains after closing', async () => {
    const clients = async () =>
      String(await inspector.client('LIST'))
        .trim()
        .split('\n').length
    const before = await clients()
    const state = await openSharedState({ url: redis.url, secret })
    expect(await clients()).toBe(before + 1)
    state.close()
    await expect.poll(clients).toBe(before)
  })
})
