import { describe, expect, it } from 'vitest'
import { sampleEndpoints, startTestServer } from './test-server.ts'

const note = (title = 'Buongiorno') => ({ title, stars: 5 })

describe('rate limits', () => {
  const limits = {
    login: { perAddress: 2, perKey: 20 },
    registration: { perAddress: 20, perKey: 2 },
    code: { perAddress: 20, perKey: 2 },
    search: { perAddress: 20, perKey: 2 },
    write: { perAddress: 20, perKey: 2 },
    upload: { perAddress: 20, perKey: 2 },
    replay: { perAddress: 20, perKey: 2 },
    click: { perAddress: 20, perKey: 2 },
    audit: { perAddress: 20, perKey: 2 },
    opening: { perAddress: 20, perKey: 2 },
  }

  it('reject frequent attempts from an address, with the time to retry (Q-23)', async () => {
    const { app } = await startTestServer({ settings: { rateLimits: limits, trustProxy: '127.0.0.1' } })
    const login = (address: string) =>
      app.inject({ method: 'POST', url: '/api/test-login/mario', headers: { 'x-forwarded-for': address } })
    expect((await login('1.2.3.4')).statusCode).toBe(204)
    expect((await login('1.2.3.4')).statusCode).toBe(204)
    const third = await login('1.2.3.4')
    expect(third.statusCode).toBe(429)
    expect(third.json()).toEqual({
      code: 'TooManyRequests',
      message: 'Troppe richieste. Attendi un momento e riprova.',
    })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login('1.2.3.5')).statusCode).toBe(204)
  })

  it('count writes per account, from any address', async () => {
    const { app, signedIn } = await startTestServer({ settings: { rateLimits: limits } })
    const [mario, lia] = [await signedIn('mario'), await signedIn('lia')]
    const write = async (headers: { cookie: string }) =>
      (await app.inject({ method: 'POST', url: '/api/notes', headers, payload: note() })).statusCode
    expect([await write(mario), await write(mario), await write(mario), await write(lia)]).toEqual([201, 201, 429, 201])
  })

  it('count calls with the same limit together', async () => {
    const { app, signedIn } = await startTestServer({ settings: { rateLimits: limits } })
    const headers = await signedIn('hotel')
    const statuses: number[] = []
    for (const url of ['/api/notes', '/api/only/business', '/api/notes', '/api/only/business'])
      statuses.push((await app.inject({ method: 'POST', url, headers, payload: note() })).statusCode)
    expect(statuses).toEqual([201, 201, 429, 429])
  })
})

describe('operators', () => {
  it('find a failed request in the log in full, but in one line without a stack if the database was away', async () => {
    const { app, state } = await startTestServer()
    const stackLinesOf = async (failure: string) => {
      state.logLines.length = 0
      await app.inject(`/api/fails/${failure}`)
      return state.logLines.join('').match(/at \S+ \(/g)?.length ?? 0
    }
    expect(await stackLinesOf('connection')).toBe(0)
    expect(state.logLines.join('')).toContain('"msg":"request not possible at present"')
    expect(await stackLinesOf('thrown')).toBeGreaterThan(0)
  })

  it('can read liveness, readiness and metrics', async () => {
    const { app, state } = await startTestServer()
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'up' })
    expect((await app.inject('/readyz')).json()).toEqual({ ready: true, reasons: [], warnings: [], tasks: [] })
    state.health = { notReady: ['reviews is 40 events behind'], warnings: [] }
    const behind = await app.inject('/readyz')
    expect([behind.statusCode, behind.json(), behind.headers['retry-after']]).toEqual([
      503,
      { ready: false, reasons: state.health.notReady, warnings: [], tasks: [] },
      '2',
    ])
    await app.inject('/api/notes/mario?limit=3')
    const { body } = await app.inject('/metrics')
    expect(body).toContain(
      'garbo_http_request_duration_seconds_count{method="GET",route="/api/notes/:id",status="200"} 1',
    )
    expect(body).not.toContain('mario')
  })

  it('can read every response status in the log, without personal data', async () => {
    const { app, state, signedIn } = await startTestServer()
    const headers = await signedIn('mario')
    const payload = { ...note('Segretissimo'), contact: 'mario@rossi.example' }
    for (const url of ['/api/notes', '/api/notes?email=mario@rossi.example'])
      await app.inject({ method: 'POST', url, headers, payload })
    const lines = state.logLines.join('')
    for (const status of [201, 400]) expect(lines).toContain(`"method":"POST","route":"/api/notes","status":${status}`)
    for (const secret of ['rossi', 'Segretissimo', headers.cookie.slice(14), 'mario'])
      expect(lines).not.toContain(secret)
  })

  it('can read the API reference generated from the contract', async () => {
    const { app } = await startTestServer({ settings: { developerTools: true } })
    const { openapi, paths, components } = (await app.inject('/api/docs/json')).json<{
      openapi: string
      paths: Record<string, Record<string, { summary: string; security?: unknown; responses: Record<string, unknown> }>>
      components: { schemas: Record<string, unknown> }
    }>()
    expect(openapi).toBe('3.1.0')
    expect(paths['/api/notes']?.['post']).toMatchObject({
      summary: sampleEndpoints.leaveNote.summary,
      security: [{ session: [] }],
      requestBody: {
        content: { 'application/json': { schema: { required: ['title', 'stars'], additionalProperties: false } } },
      },
    })
    expect(Object.keys(paths['/api/notes']?.['post']?.responses ?? {})).toEqual(['201', '4XX', '5XX'])
    expect(Object.keys(components.schemas)).toContain('Problem')
    const page = await app.inject('/api/docs/')
    expect([page.statusCode, String(page.headers['content-type'])]).toEqual([200, expect.stringContaining('text/html')])
  })
})
