import { describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

describe('requests without a configured address', () => {
  const statusFor = async (host: string, origin: string | null = null) => {
    const { app } = await startTestServer({ settings: { origin } })
    return (await app.inject({ url: '/healthz', headers: { host } })).statusCode
  }

  it.each(['localhost', 'localhost:3000', 'garbo.localhost:3000', '127.0.0.1:3000', '127.9.9.9', '[::1]:3000'])(
    'are accepted for this machine: %s',
    async (host) => expect(await statusFor(host)).toBe(200),
  )

  it.each(['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.1.9'])(
    'are rejected for another host, whose page could read what is shown here: %s',
    async (host) => expect(await statusFor(host)).toBe(403),
  )

  it('are accepted for any host with one, because a proxy may forward its own', async () =>
    expect(await statusFor('api.internal:3000', 'https://garbo.example')).toBe(200))
})
