import type { OutgoingHttpHeaders } from 'node:http'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorMessages } from '../../../web/api/errors.ts'
import type { ServerContext } from '../../../web/api/server-context.ts'
import { problem } from '../../../web/contract/problem.ts'
import { outages } from './outages.ts'
import { logHead, startTestServer } from './test-server.ts'

const note = (title = 'Buongiorno') => ({ title, stars: 5 })

describe('authorisation', () => {
  const roles = ['business', 'client', 'moderator'] as const
  const people = { hotel: ['business'], mario: ['client'], lia: ['client', 'moderator'] } as const

  it('rejects visitors and forged cookies with 401', async () => {
    const { app, state } = await startTestServer()
    for (const role of roles)
      for (const cookie of ['', '__Host-garbo_session=x', `__Host-garbo_session=${'a'.repeat(43)}`]) {
        const response = await app.inject({
          method: 'POST',
          url: `/api/only/${role}`,
          headers: { cookie },
          payload: note(),
        })
        expect(response.statusCode).toBe(401)
        expect(response.json()).toEqual({ code: 'NotSignedIn', message: 'Accedi per continuare.' })
      }
    expect(state.notes).toEqual([])
  })

  it.each(Object.entries(people))('lets %s use only the calls of their roles', async (accountId, ownRoles) => {
    const { app, signedIn } = await startTestServer()
    const headers = await signedIn(accountId)
    for (const role of roles) {
      const response = await app.inject({ method: 'POST', url: `/api/only/${role}`, headers, payload: note() })
      expect([role, response.statusCode]).toEqual([role, (ownRoles as readonly string[]).includes(role) ? 201 : 403])
    }
  })

  it('is checked before the body, so that visitors learn nothing about it', async () => {
    const { app } = await startTestServer()
    expect((await app.inject({ method: 'POST', url: '/api/notes', payload: { wrong: true } })).statusCode).toBe(401)
  })

  it('rejects the session of a deleted account', async () => {
    const { app, deps, signedIn } = await startTestServer({ deps: { findPerson: async () => null } })
    const response = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: await signedIn('mario'),
      payload: note(),
    })
    expect(response.statusCode).toBe(401)
    expect(deps.settings.developerTools).toBe(false)
  })
})

/** The cookie of the session; a sign-in also sets that of the device. */
const sessionCookieIn = ({ headers }: { readonly headers: OutgoingHttpHeaders }) =>
  [headers['set-cookie']].flat().find((cookie) => cookie?.includes('garbo_session=')) ?? ''

describe('the session', () => {
  it('uses a cookie that scripts cannot read and other sites cannot send (Q-26)', async () => {
    const { app } = await startTestServer()
    const response = await app.inject({ method: 'POST', url: '/api/test-login/mario' })
    expect(sessionCookieIn(response)).toMatch(
      /^__Host-garbo_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('D-23: uses a plain cookie name over HTTP', async () => {
    const { app } = await startTestServer({ settings: { secureCookies: false } })
    const response = await app.inject({ method: 'POST', url: '/api/test-login/mario' })
    expect(sessionCookieIn(response)).toMatch(
      /^garbo_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is announced to the pages by a marker without a secret, which grants nothing', async () => {
    const { app } = await startTestServer()
    const response = await app.inject({ method: 'POST', url: '/api/test-login/mario' })
    expect([response.headers['set-cookie']].flat()[1]).toBe(
      'garbo_signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    )
    const headers = { cookie: 'garbo_signed_in=1' }
    expect((await app.inject({ method: 'POST', url: '/api/notes', headers, payload: note() })).statusCode).toBe(401)
  })

  it('is replaced at each sign-in', async () => {
    const { app, signedIn } = await startTestServer()
    const before = await signedIn('mario')
    const response = await app.inject({ method: 'POST', url: '/api/test-login/lia', headers: before })
    expect(sessionCookieIn(response)).not.toContain(before.cookie)
    const late = await app.inject({ method: 'POST', url: '/api/notes', headers: before, payload: note() })
    expect(late.statusCode).toBe(401)
  })

  it('ends with logout, and a second logout succeeds', async () => {
    const { app, signedIn } = await startTestServer()
    const headers = await signedIn('mario')
    const logout = await app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(logout.statusCode).toBe(204)
    expect(logout.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-garbo_session=; Max-Age=0;/),
      expect.stringMatching(/^garbo_signed_in=; Max-Age=0;/),
    ])
    expect((await app.inject({ method: 'POST', url: '/api/notes', headers, payload: note() })).statusCode).toBe(401)
    expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(204)
  })

  it('has a CSRF token, which guarded calls require (A-14, Q-21)', async () => {
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

describe('writes from browsers (Q-21)', () => {
  const from = async (headers: Record<string, string>, origin: string | null = null) => {
    const { app, state, signedIn } = await startTestServer({ settings: { origin } })
    const cookie = await signedIn('mario')
    const response = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: { host: 'garbo.localhost', ...cookie, ...headers },
      payload: note(),
    })
    expect(state.notes).toHaveLength(response.statusCode === 201 ? 1 : 0)
    return response.statusCode
  }

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://garbo.localhost.evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://garbo.localhost' }, 201],
    [{}, 201],
  ] as [Record<string, string>, number][])('get for headers %o the status %i', async (headers, status) =>
    expect(await from(headers)).toBe(status),
  )

  it('are accepted only from the configured address if there is one', async () => {
    expect(await from({ origin: 'https://garbo.example' }, 'https://www.garbo.example')).toBe(403)
    expect(await from({ origin: 'https://www.garbo.example' }, 'https://www.garbo.example/')).toBe(201)
  })
})

describe('errors in one format', () => {
  it.each([
    ['an unknown API path', 'GET', '/api/nothing', 404, 'NotFound', undefined],
    ['a page when no web app is served', 'GET', '/nowhere', 404, 'NotFound', undefined],
    ['an unsupported method', 'PUT', '/api/notes', 405, 'MethodNotAllowed', 'POST'],
    ['an unsupported method on a path with an id', 'POST', '/api/notes/mario', 405, 'MethodNotAllowed', 'GET'],
  ] as const)('are returned for %s', async (_, method, url, status, code, allow) => {
    const { app } = await startTestServer()
    const response = await app.inject({ method, url })
    expect(response.statusCode).toBe(status)
    expect(problem.parse(response.json()).code).toBe(code)
    expect(response.headers['allow']).toBe(allow)
  })

  it('are returned for developer calls unless developer tools are enabled', async () => {
    const [production, development] = [
      await startTestServer(),
      await startTestServer({ settings: { developerTools: true } }),
    ]
    expect((await production.app.inject('/api/developer')).statusCode).toBe(404)
    expect((await development.app.inject('/api/developer')).statusCode).toBe(204)
  })

  it('have a message and a code for application rejections', async () => {
    const { app, signedIn } = await startTestServer()
    const response = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: await signedIn('mario'),
      payload: note('Tre stelle'),
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      code: 'TooSoon',
      message:
        'Hai già recensito di recente questa struttura o questo cliente. Potrai scrivere una nuova recensione dal 9 marzo 2026.',
    })
  })

  it('are the same for a locked account as for a wrong password (Q-23)', async () => {
    const { app } = await startTestServer()
    const response = await app.inject('/api/fails/locked')
    expect([response.statusCode, response.json(), response.headers['retry-after']]).toEqual([
      401,
      { code: 'BadCredentials', message: 'Credenziali non valide. Verifica email e password.' },
      undefined,
    ])
  })

  it('contain only the request id for server failures', async () => {
    const { app, state } = await startTestServer()
    const response = await app.inject('/api/fails/thrown')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      code: 'Unexpected',
      message: 'Si è verificato un errore imprevisto. Riprova più tardi.',
      requestId: response.headers['x-request-id'],
    })
    expect(state.logLines.join('')).toContain(`"reqId":"${String(response.headers['x-request-id'])}"`)
  })

  it.each(['down', 'database', 'connection'])(
    'are 503 with Retry-After for unavailable dependencies (%s)',
    async (failure) => {
      const { app } = await startTestServer()
      const response = await app.inject(`/api/fails/${failure}`)
      expect([response.statusCode, response.json<{ code: string }>().code, response.headers['retry-after']]).toEqual([
        503,
        'Unavailable',
        '2',
      ])
    },
  )

  it.each(outages)('are 503 with Retry-After for %s', async (_, failure) => {
    const { app } = await startTestServer()
    const response = await app.inject(`/api/fails/${failure}`)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
  })

  it('have a specific message for a picture above the limit, repeated in `error` by client registration (A-88)', async () => {
    const { app } = await startTestServer()
    const send = (photo: string) => app.inject({ method: 'POST', url: '/api/pictures', payload: { photo } })
    const aboveBodyLimit = await send(`data:image/png;base64,${'A'.repeat(9 * 1024 * 1024)}`)
    expect(aboveBodyLimit.statusCode).toBe(413)
    expect(aboveBodyLimit.json()).toEqual({
      code: 'TooLarge',
      message: 'Foto troppo grande',
      error: 'Foto troppo grande',
    })
    const abovePhotoLimit = await send(`data:image/png;base64,${'A'.repeat(7_200_000)}`)
    expect(abovePhotoLimit.json()).toMatchObject({ fields: { photo: 'Foto troppo grande' } })
    expect((await send(`data:image/png;base64,${'A'.repeat(6_900_000)}`)).statusCode).toBe(204)
    expect((await send('data:image/svg+xml;base64,AAAA')).statusCode).toBe(400)
    expect((await send('http://foto.example/a.png')).statusCode).toBe(400)
  })

  it('have a message and a status for every failure', () => {
    const messages = Object.values(errorMessages)
    expect(messages.length).toBeGreaterThan(80)
    const others = Object.entries(errorMessages).flatMap(([type, { status }]) =>
      status >= 400 && status < 500 ? [] : [type],
    )
    // Failures of a third party that is not configured or does not respond.
    const byGoogle = ['Unauthorised', 'OverLimit', 'NotInitialised', 'Unreachable', 'Failed'].map(
      (suffix) => `Places${suffix}`,
    )
    expect(others).toEqual(['SocialUnavailable', 'SocialUnreachable', ...byGoogle])
    expect(messages.filter(({ message }) => typeof message === 'string' && message.length < 10)).toEqual([])
  })
})

describe('responses', () => {
  it('contain only the fields of the contract', async () => {
    const { app } = await startTestServer()
    expect((await app.inject('/api/leak')).json()).toEqual({ seen: 'yes' })
  })

  it('are neither sent nor logged when they break the contract', async () => {
    const { app, state } = await startTestServer()
    const response = await app.inject('/api/wrong-response')
    expect(response.statusCode).toBe(500)
    expect(response.body + state.logLines.join('')).not.toContain('rossi')
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
    expect((await app.inject('/api/notes/mario')).headers['x-next-cursor']).toMatch(/^[\w-]{40,}$/)
  })

  it('are never older than the requested position', async () => {
    const required: string[] = []
    const readAfterOrFail: ServerContext['readAfterOrFail'] = (position, read) => {
      required.push(position)
      return read()
    }
    const { app, state } = await startTestServer({ deps: { readAfterOrFail } })
    const read = (after: string) => app.inject({ url: '/api/notes/mario', headers: { 'x-garbo-after': after } })
    expect((await read('00000000000000000007')).statusCode).toBe(200)
    state.isProjected = false
    const late = await read('00000000000000000007')
    expect([late.statusCode, late.json<{ code: string }>().code, late.headers['retry-after']]).toEqual([
      503,
      'NotYet',
      '1',
    ])
    expect((await read("' or 1=1")).statusCode).toBe(400)
    expect(required).toEqual([logHead, logHead])
  })

  describe('to a forged position are 400, without a wait', () => {
    const forgedServer = () =>
      startTestServer({
        deps: {
          readAfterOrFail: () => {
            throw new Error('waited')
          },
        },
      })
    const read = async (after: string) => {
      const { app } = await forgedServer()
      const { statusCode, body } = await app.inject({ url: '/api/notes/mario', headers: { 'x-garbo-after': after } })
      return [statusCode, (JSON.parse(body) as { code: string }).code]
    }

    it.each([
      '',
      '7',
      '-1',
      '1e5',
      '0x00000000000000000007',
      '0000000000000000000७',
      `${logHead} `.padEnd(30, '0'),
      `${logHead}0`,
      `${logHead}:`,
      `${logHead}:7`,
      `${logHead}:${logHead}:${logHead}`,
      `${logHead}, ${logHead}`,
      'null',
      "' or 1=1",
      '9'.repeat(5_000),
    ])('not in the form of a position: “%s”', async (after) =>
      expect(await read(encodeURI(after).replaceAll('%20', ' '))).toEqual([400, 'Malformed']),
    )

    it.each(['00000000000000000008', '99999999999999999999', `${logHead}:${'0'.repeat(20)}`])(
      'beyond the end of the log: %s',
      async (after) => expect(await read(after)).toEqual([400, 'PositionUnknown']),
    )

    it('whatever it is', () =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.string({ unit: fc.constantFrom(...'0123456789:-+.eE xX\'"\\%/'.split('')) }),
            fc.bigInt({ min: 8n, max: 10n ** 21n }).map(String),
          ),
          async (after) => {
            expect((await read(after))[0]).toBe(400)
          },
        ),
        { numRuns: 50 },
      ))
  })

  it('check a position on every call, and before the command', async () => {
    const { app, state, signedIn } = await startTestServer()
    const headers = { ...(await signedIn('mario')), 'x-garbo-after': '00000000000000000008' }
    const written = await app.inject({ method: 'POST', url: '/api/notes', headers, payload: note() })
    expect([written.statusCode, state.notes]).toEqual([400, []])
  })
})
