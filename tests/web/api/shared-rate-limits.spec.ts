import { describe, expect, it } from 'vitest'
import type { RequestLimit } from '../../../application/ports/shared-rate-limits.ts'
import { memoryRateLimits } from '../../contract/shared-rate-limits/memory-rate-limits.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'
import { startTestServer } from './test-server.ts'

const write = { perAddress: 100, perKey: 3 }

const startServers = async (consume = memoryRateLimits().consume) => {
  const consumed: (readonly RequestLimit[])[] = []
  let isPrepared = false
  const sharedRateLimits = {
    consume: async (limits: readonly RequestLimit[], windowMs: number) => {
      if (!isPrepared) return null
      consumed.push(limits)
      return consume(limits, windowMs)
    },
  }
  const options = { settings: { rateLimits: { ...unlimitedRates, write } }, deps: { sharedRateLimits } }
  const servers = [await startTestServer(options), await startTestServer(options)] as const
  const cookies = await Promise.all(servers.map(({ signedIn }) => signedIn('mario')))
  isPrepared = true
  /** Writes as Mario on one of the two servers. */
  const leaveNote = (server: 0 | 1) => {
    const payload = { title: 'Buongiorno', stars: 5 }
    return servers[server].app.inject({ method: 'POST', url: '/api/notes', headers: { ...cookies[server] }, payload })
  }
  return { leaveNote, app: servers[0].app, consumed }
}

describe('Q-23: rate limits shared by several API processes', () => {
  it('E-14: count the requests to all of them, with the time to retry', async () => {
    const { leaveNote } = await startServers()
    const responses = [
      await leaveNote(0),
      await leaveNote(1),
      await leaveNote(0),
      await leaveNote(1),
      await leaveNote(0),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 429, 429])
    expect(responses[3]?.json()).toEqual({
      code: 'TooManyRequests',
      message: 'Troppe richieste. Attendi un momento e riprova.',
    })
    const seconds = Number(responses[3]?.headers['retry-after'])
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('return the time to retry in whole seconds, at least one', async () => {
    for (const [waitMs, seconds] of [
      [0, '1'],
      [1, '1'],
      [1_001, '2'],
    ] as const) {
      const { leaveNote } = await startServers(async () => waitMs)
      expect((await leaveNote(0)).headers['retry-after']).toBe(seconds)
    }
  })

  it('are replaced by the limit of each process while the counters are unavailable', async () => {
    const { leaveNote } = await startServers(async () => null)
    const statuses = async (server: 0 | 1) => {
      const responses = [
        await leaveNote(server),
        await leaveNote(server),
        await leaveNote(server),
        await leaveNote(server),
      ]
      return responses.map(({ statusCode }) => statusCode)
    }
    expect(await statuses(0)).toEqual([201, 201, 201, 429])
    expect(await statuses(1)).toEqual([201, 201, 201, 429])
  })

  it('are counted once per limited request, by address and account, and not for other requests', async () => {
    const { leaveNote, app, consumed } = await startServers()
    await leaveNote(0)
    expect(consumed).toEqual([
      [
        { key: 'write address 127.0.0.1', max: 100 },
        { key: 'write account mario', max: 3 },
      ],
    ])
    await app.inject({ method: 'GET', url: '/api/notes/mario' })
    expect(consumed).toHaveLength(1)
  })

  it('are not counted for a request that the process itself rejects', async () => {
    const { leaveNote, consumed } = await startServers()
    for (let n = 0; n < 10; n++) await leaveNote(0)
    expect(consumed).toHaveLength(3)
  })
})
