import { describe, expect, it } from 'vitest'
import { clientAddressOf } from '../../../web/api/plugins/rate-limits.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'
import { startTestServer } from './test-server.ts'

const limits = { ...unlimitedRates, login: { perAddress: 2, perKey: 1_000 } }

/** Responses to three logins that claim different addresses. */
const fromThreeHouses = async (trustProxy: string | null, neighbour: string) => {
  const { app } = await startTestServer({ settings: { rateLimits: limits, trustProxy } })
  const statuses: number[] = []
  for (const house of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const headers = { 'x-forwarded-for': house }
    const answer = await app.inject({ method: 'POST', url: '/api/enter/mario', headers, remoteAddress: neighbour })
    statuses.push(answer.statusCode)
  }
  return statuses
}

describe('the client address behind proxies (Q-23, TRUST_PROXY)', () => {
  it.each([
    ['nobody is trusted', null, '127.0.0.1', [204, 204, 429]],
    ['the proxy that is trusted says whom it brings', '127.0.0.1', '127.0.0.1', [204, 204, 204]],
    ['a network of proxies is trusted', '10.0.0.0/8', '10.1.2.3', [204, 204, 204]],
    ['somebody who is none says so of himself', '10.0.0.0/8', '198.51.100.7', [204, 204, 429]],
  ] as const)('%s', async (_, trusted, neighbour, statuses) =>
    expect(await fromThreeHouses(trusted, neighbour)).toEqual(statuses),
  )

  it('is missing after a disconnect, without an error', () => expect(clientAddressOf({ ip: undefined })).toBe(''))
})
