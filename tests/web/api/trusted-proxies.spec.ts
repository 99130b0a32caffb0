import { describe, expect, it } from 'vitest'
import { clientAddressOf } from '../../../web/api/plugins/rate-limits.ts'
import { unlimitedRates } from '../../support/rate-limits.ts'
import { startTestServer } from './test-server.ts'

const limits = { ...unlimitedRates, login: { perAddress: 2, perKey: 1_000 } }

/** Statuses of three logins that claim different addresses. */
const loginFromThreeAddresses = async (trustProxy: string | null, remoteAddress: string) => {
  const { app } = await startTestServer({ settings: { rateLimits: limits, trustProxy } })
  const statuses: number[] = []
  for (const claimed of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const headers = { 'x-forwarded-for': claimed }
    const response = await app.inject({ method: 'POST', url: '/api/test-login/mario', headers, remoteAddress })
    statuses.push(response.statusCode)
  }
  return statuses
}

describe('the client address behind proxies (Q-23, TRUST_PROXY)', () => {
  it.each([
    ['is the remote address when no proxy is trusted', null, '127.0.0.1', [204, 204, 429]],
    ['is the one stated by a trusted proxy', '127.0.0.1', '127.0.0.1', [204, 204, 204]],
    ['is the one stated by a proxy in a trusted network', '10.0.0.0/8', '10.1.2.3', [204, 204, 204]],
    ['is the remote address of a client that pretends to be a proxy', '10.0.0.0/8', '198.51.100.7', [204, 204, 429]],
  ] as const)('%s', async (_, trustProxy, remoteAddress, statuses) =>
    expect(await loginFromThreeAddresses(trustProxy, remoteAddress)).toEqual(statuses),
  )

  it('is missing after a disconnect, without an error', () => expect(clientAddressOf({ ip: undefined })).toBe(''))
})
