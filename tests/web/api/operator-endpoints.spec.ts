import { describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

const remote = { remoteAddress: '203.0.113.9' } as const
const token = 'a-token-of-the-operator'

describe('operational endpoints', () => {
  it.each([
    ['another machine', remote],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['a proxy that sends the standard header', { headers: { forwarded: 'for=203.0.113.9' } }],
  ])('ASVS 13.4.5: give %s neither metrics nor reasons', async (_, request) => {
    const { app, state } = await startTestServer()
    state.health = { notReady: ['reviews is 40 events behind'], warnings: ['wallets is stopped'] }
    const metrics = await app.inject({ url: '/metrics', ...request })
    expect([metrics.statusCode, metrics.json()]).toEqual([404, { code: 'NotFound', message: 'Non trovato.' }])
    const readiness = await app.inject({ url: '/readyz', ...request })
    expect([readiness.statusCode, readiness.json()]).toEqual([503, { ready: false }])
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'accept %s as the local machine',
    async (remoteAddress) => {
      const { app } = await startTestServer()
      expect((await app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200)
      expect((await app.inject({ url: '/readyz', remoteAddress })).json()).toEqual({
        ready: true,
        reasons: [],
        warnings: [],
        tasks: [],
      })
    },
  )

  it('ASVS 13.4.5: require the token from everywhere when it is set', async () => {
    const { app } = await startTestServer({ settings: { metricsToken: token } })
    const statusFor = async (authorization?: string, request: { readonly remoteAddress?: string } = remote) =>
      (await app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization }, ...request }))
        .statusCode
    expect(await statusFor(`Bearer ${token}`)).toBe(200)
    for (const authorization of [undefined, token, `Bearer ${token}.`, 'Bearer ', `Basic ${token}`])
      expect([authorization, await statusFor(authorization), await statusFor(authorization, {})]).toEqual([
        authorization,
        404,
        404,
      ])
  })
})

describe('the API reference page', () => {
  const pages = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-ui.css']

  it('ASVS 13.4.5: is for staff only in production', async () => {
    const { app, signedIn } = await startTestServer()
    const statuses = async (headers: { readonly cookie?: string }) =>
      Promise.all(pages.map(async (url) => (await app.inject({ url, headers })).statusCode))
    expect(await statuses({})).toEqual(pages.map(() => 404))
    expect(await statuses(await signedIn('mario'))).toEqual(pages.map(() => 404))
    for (const status of await statuses(await signedIn('lia'))) expect(status).toBeLessThan(400)
  })

  it('is public outside production', async () => {
    const { app } = await startTestServer({ settings: { developerTools: true } })
    expect((await app.inject('/api/docs/json')).statusCode).toBe(200)
  })
})
