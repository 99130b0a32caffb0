import { describe, expect, it } from 'vitest'
import { errorMessages } from '../../../web/api/errors.ts'
import { problem } from '../../../web/contract/problem.ts'
import { startTestServer } from './test-server.ts'

const note = (title = 'Buongiorno') => ({ title, stars: 5 })

describe('authorisation', () => {
  const auth = ['business', 'client', 'moderator'] as const
  const people = { hotel: ['business'], mario: ['client'], lia: ['client', 'moderator'] } as const

  it('visitors and forged cookies get 401', async () => {
    const { app, world } = await startTestServer()
    for (const door of auth)
      for (const cookie of ['', '__Host-garbo_session=x', `__Host-garbo_session=${'a'.repeat(43)}`]) {
        const answer = await app.inject({
          method: 'POST',
          url: `/api/only/${door}`,
          headers: { cookie },
          payload: note(),
        })
        expect(answer.statusCode).toBe(401)
        expect(answer.json()).toEqual({ code: 'NotSignedIn', message: 'Accedi per continuare.' })
      }
    expect(world.notes).toEqual([])
  })

  it.each(Object.entries(people))('%s can use only their own calls', async (who, theirs) => {
    const { app, signedIn } = await startTestServer()
    const headers = await signedIn(who)
    for (const door of auth) {
      const answer = await app.inject({ method: 'POST', url: `/api/only/${door}`, headers, payload: note() })
      expect([door, answer.statusCode]).toEqual([door, (theirs as readonly string[]).includes(door) ? 201 : 403])
    }
  })

  it('is checked before the body, so that strangers learn nothing about it', async () => {
    const { app } = await startTestServer()
    expect((await app.inject({ method: 'POST', url: '/api/notes', payload: { wrong: true } })).statusCode).toBe(401)
  })

  it('a deleted account is signed out', async () => {
    const { app, deps, signedIn } = await startTestServer({ deps: { findPerson: async () => null } })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: await signedIn('mario'),
      payload: note(),
    })
    expect(answer.statusCode).toBe(401)
    expect(deps.settings.developerTools).toBe(false)
  })
})

describe('the session', () => {
  it('uses a cookie that scripts cannot read and other sites cannot send (Q-26)', async () => {
    const { app } = await startTestServer()
    const answer = await app.inject({ method: 'POST', url: '/api/enter/mario' })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-garbo_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('points settled 23: uses a plain cookie name over HTTP', async () => {
    const { app } = await startTestServer({ settings: { secureCookies: false } })
    const answer = await app.inject({ method: 'POST', url: '/api/enter/mario' })
    expect(answer.headers['set-cookie']).toMatch(
      /^garbo_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is replaced at each sign-in', async () => {
    const { app, signedIn } = await startTestServer()
    const before = await signedIn('mario')
    const again = await app.inject({ method: 'POST', url: '/api/enter/lia', headers: before })
    expect(again.headers['set-cookie']).not.toContain(before.cookie)
    const late = await app.inject({ method: 'POST', url: '/api/notes', headers: before, payload: note() })
    expect(late.statusCode).toBe(401)
  })

  it('ends with logout, and a second logout succeeds', async () => {
    const { app, signedIn } = await startTestServer()
    const headers = await signedIn('mario')
    const logout = await app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(logout.statusCode).toBe(204)
    expect(logout.headers['set-cookie']).toMatch(/^__Host-garbo_session=; Max-Age=0;/)
    expect((await app.inject({ method: 'POST', url: '/api/notes', headers, payload: note() })).statusCode).toBe(401)
    expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(204)
  })

  it('has its own CSRF token, which guarded calls require (A-14, Q-21)', async () => {
    const { app, signedIn } = await startTestServer()
    const [mario, lia] = [await signedIn('mario'), await signedIn('lia')]
    const tokenOf = async (headers: { cookie: string }) =>
      (await app.inject({ url: '/api/auth/csrf-token', headers })).json<{ csrfToken: string }>().csrfToken
    const guarded = async (token?: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/guarded',
          headers: { ...mario, ...(token === undefined ? {} : { 'x-csrf-token': token }) },
          payload: note(),
        })
      ).statusCode
    expect(await guarded()).toBe(403)
    expect(await guarded(await tokenOf(lia))).toBe(403)
    expect(await guarded(await tokenOf(mario))).toBe(201)
    expect((await app.inject('/api/auth/csrf-token')).statusCode).toBe(401)
  })
})

describe('writes must come from our own pages (Q-21)', () => {
  const from = async (headers: Record<string, string>, origin: string | null = null) => {
    const { app, world, signedIn } = await startTestServer({ settings: { origin } })
    const cookie = await signedIn('mario')
    const answer = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: { host: 'garbo.example', ...cookie, ...headers },
      payload: note(),
    })
    expect(world.notes).toHaveLength(answer.statusCode === 201 ? 1 : 0)
    return answer.statusCode
  }

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://garbo.example.evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://garbo.example' }, 201],
    [{}, 201],
  ] as [Record<string, string>, number][])('with %o: %i', async (headers, status) =>
    expect(await from(headers)).toBe(status),
  )

  it('a configured address is the only allowed origin', async () => {
    expect(await from({ origin: 'https://garbo.example' }, 'https://www.garbo.example')).toBe(403)
    expect(await from({ origin: 'https://www.garbo.example' }, 'https://www.garbo.example/')).toBe(201)
  })
})

describe('errors have one format', () => {
  it.each([
    ['an API path nobody answers', 'GET', '/api/nothing', 404, 'NotFound', undefined],
    ['a page, where no screens are served', 'GET', '/nowhere', 404, 'NotFound', undefined],
    ['another method', 'PUT', '/api/notes', 405, 'MethodNotAllowed', 'POST'],
    ['another method on a path with an id', 'POST', '/api/notes/mario', 405, 'MethodNotAllowed', 'GET'],
  ] as const)('%s', async (_, method, url, status, code, allow) => {
    const { app } = await startTestServer()
    const answer = await app.inject({ method, url })
    expect(answer.statusCode).toBe(status)
    expect(problem.parse(answer.json()).code).toBe(code)
    expect(answer.headers['allow']).toBe(allow)
  })

  it('developer calls do not exist', async () => {
    const [here, there] = [await startTestServer(), await startTestServer({ settings: { developerTools: true } })]
    expect((await here.app.inject('/api/workshop')).statusCode).toBe(404)
    expect((await there.app.inject('/api/workshop')).statusCode).toBe(204)
  })

  it('application rejections have a message and a code', async () => {
    const { app, signedIn } = await startTestServer()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: await signedIn('mario'),
      payload: note('Tre stelle'),
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      code: 'TooSoon',
      message: 'Hai già recensito di recente. Potrai scrivere una nuova recensione dal 9 marzo 2026.',
    })
  })

  it('a lock looks like a wrong password (Q-23)', async () => {
    const { app } = await startTestServer()
    const answer = await app.inject('/api/fails/locked')
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([
      401,
      { code: 'BadCredentials', message: 'Credenziali non valide. Verifica email e password.' },
      undefined,
    ])
  })

  it('server failures contain only the request id', async () => {
    const { app, world } = await startTestServer()
    const answer = await app.inject('/api/fails/thrown')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      code: 'Unexpected',
      message: 'Si è verificato un errore imprevisto. Riprova più tardi.',
      requestId: answer.headers['x-request-id'],
    })
    expect(world.lines.join('')).toContain(`"reqId":"${String(answer.headers['x-request-id'])}"`)
  })

  it.each(['down', 'database'])('unavailable dependencies (%s) are 503 with Retry-After', async (how) => {
    const { app } = await startTestServer()
    const answer = await app.inject(`/api/fails/${how}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([
      503,
      'Unavailable',
      '2',
    ])
  })

  it('a picture above the limit has its own message, repeated in `error` by client registration (A-88)', async () => {
    const { app } = await startTestServer()
    const send = (photo: string) => app.inject({ method: 'POST', url: '/api/pictures', payload: { photo } })
    const beyond = await send(`data:image/png;base64,${'A'.repeat(9 * 1024 * 1024)}`)
    expect(beyond.statusCode).toBe(413)
    expect(beyond.json()).toEqual({ code: 'TooLarge', message: 'Foto troppo grande', error: 'Foto troppo grande' })
    const tooBig = await send(`data:image/png;base64,${'A'.repeat(7_200_000)}`)
    expect(tooBig.json()).toMatchObject({ fields: { photo: 'Foto troppo grande' } })
    expect((await send(`data:image/png;base64,${'A'.repeat(6_900_000)}`)).statusCode).toBe(204)
    expect((await send('data:image/svg+xml;base64,AAAA')).statusCode).toBe(400)
    expect((await send('http://foto.example/a.png')).statusCode).toBe(400)
  })

  it('every failure has a message and a status', () => {
    const lines = Object.values(errorMessages)
    expect(lines.length).toBeGreaterThan(80)
    const others = Object.entries(errorMessages).flatMap(([type, { status }]) =>
      status >= 400 && status < 500 ? [] : [type],
    )
    // failures of a third party that is not configured or does not respond
    const byGoogle = ['Unauthorised', 'OverLimit', 'NotInitialised', 'Unreachable', 'Failed'].map(
      (one) => `Places${one}`,
    )
    expect(others).toEqual(['SocialUnavailable', 'SocialUnreachable', ...byGoogle])
    expect(lines.filter(({ message }) => typeof message === 'string' && message.length < 10)).toEqual([])
  })
})

describe('responses', () => {
  it('contain only the fields of the contract', async () => {
    const { app } = await startTestServer()
    expect((await app.inject('/api/leak')).json()).toEqual({ seen: 'yes' })
  })

  it('that break the contract are neither sent nor logged', async () => {
    const { app, world } = await startTestServer()
    const answer = await app.inject('/api/wrong-answer')
    expect(answer.statusCode).toBe(500)
    expect(answer.body + world.lines.join('')).not.toContain('rossi')
  })

  it('are not cached and have security headers', async () => {
    const { app } = await startTestServer()
    const { headers } = await app.inject('/api/leak')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('contain the written position and the next page’s cursor', async () => {
    const { app, signedIn } = await startTestServer()
    const headers = await signedIn('mario')
    const written = await app.inject({ method: 'POST', url: '/api/notes', headers, payload: note() })
    expect(written.headers['x-garbo-position']).toBe('7')
    expect((await app.inject('/api/notes/mario')).headers['x-next-cursor']).toBe('bmV4dA')
  })

  it('are never older than the requested position', async () => {
    const { app, world } = await startTestServer()
    const read = (after: string) => app.inject({ url: '/api/notes/mario', headers: { 'x-garbo-after': after } })
    expect((await read('00000000000000000007')).statusCode).toBe(200)
    world.reached = false
    const late = await read('00000000000000000007')
    expect([late.statusCode, late.json<{ code: string }>().code, late.headers['retry-after']]).toEqual([
      503,
      'NotYet',
      '1',
    ])
    expect((await read("' or 1=1")).statusCode).toBe(400)
  })
})
