// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ApiError, errorMessage, isApiError } from '../../../../web/app/shared/api-error.ts'
import { call, callWithCursor, forgetResponses } from '../../../../web/app/shared/api.ts'
import { locanda } from '../support/people.ts'
import { failure, noContent, ok, stubServer } from '../support/stub-server.ts'

afterEach(forgetResponses)

const rejection = async (asking: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await asking.catch((error: unknown) => error)
  if (!isApiError(error)) throw new Error('nothing was rejected')
  return error
}
const credentials = { body: { username: 'info@locanda.it', password: 'x' } }

describe('an API call', () => {
  it('A-89: sends cookies, and a content type only with a body', async () => {
    const server = stubServer({ 'POST /api/auth/login': ok({ user: locanda }), 'POST /api/auth/logout': noContent })
    await call('login', credentials)
    await call('logout', {})
    const [login] = server.to('POST /api/auth/login')
    const [logout] = server.to('POST /api/auth/logout')
    expect(login).toMatchObject({ credentials: 'include', body: credentials.body })
    expect(login?.headers['content-type']).toBe('application/json')
    expect(logout?.credentials).toBe('include')
    expect(logout?.headers['content-type']).toBeUndefined()
    expect(logout?.body).toBeUndefined()
  })

  it('encodes names in the path and omits missing parameters', async () => {
    const server = stubServer({ 'GET /api/reviews/target/PLACE/a%2Fb': ok([]) })
    await call('reviewsOfTarget', {
      params: { targetType: 'PLACE', targetId: 'a/b' },
      query: { limit: 5, cursor: undefined },
    })
    expect(server.to('GET /api/reviews/target/PLACE/a%2Fb')[0]?.query).toBe('?limit=5')
  })

  it('A-87: fails with the response’s message, code, status and fields', async () => {
    stubServer({
      'POST /api/auth/login': failure(400, 'Dati non validi', 'Invalid', { username: 'Username richiesto' }),
    })
    expect(await rejection(call('login', credentials))).toMatchObject({
      message: 'Dati non validi',
      code: 'Invalid',
      status: 400,
      fields: { username: 'Username richiesto' },
    })
  })

  it('A-87: fails with status, colon and raw body when the response is unreadable', async () => {
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }))
    expect((await rejection(call('logout', {}))).message).toBe('502: Bad gateway')
  })

  it('is retried while the read models lag behind the last write, and only then', async () => {
    const notYet = { ...failure(503, 'L’aggiornamento è in corso.', 'NotYet'), headers: { 'Retry-After': '0' } }
    const answers = [notYet, notYet, ok([])]
    const server = stubServer({
      'GET /api/ratings': () => answers.shift() ?? notYet,
      'GET /api/clients': { ...failure(503, 'Torna tra poco.', 'Unavailable'), headers: { 'Retry-After': '0' } },
    })
    expect(await call('ratingsGiven', { query: {} })).toEqual([])
    expect(server.to('GET /api/ratings')).toHaveLength(3)
    expect((await rejection(call('clients', { query: {} }))).code).toBe('Unavailable')
    expect(server.to('GET /api/clients')).toHaveLength(1)
  })

  it('gives up when they lag for too long', async () => {
    const notYet = { ...failure(503, 'L’aggiornamento è in corso.', 'NotYet'), headers: { 'Retry-After': '0' } }
    const server = stubServer({ 'GET /api/ratings': notYet })
    expect((await rejection(call('ratingsGiven', { query: {} }))).code).toBe('NotYet')
    expect(server.to('GET /api/ratings')).toHaveLength(10)
  })

  it('fails in Italian when the server is unreachable', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await rejection(call('logout', {}))).toMatchObject({ code: 'unreachable', status: 0 })
  })

  it('rejects a response that breaks the contract', async () => {
    stubServer({ 'GET /api/ava/profile': ok({ avaBalance: 'tanti' }) })
    expect(await rejection(call('avaProfile', {}))).toMatchObject({ code: 'unreadable' })
  })

  it('shows the server’s message for 4xx and its own for 5xx', async () => {
    stubServer({ 'POST /api/auth/logout': failure(409, 'Già fatto') })
    expect(errorMessage(await rejection(call('logout', {})), 'Errore nostro')).toBe('Già fatto')
    stubServer({ 'POST /api/auth/logout': failure(500, 'boom') })
    expect(errorMessage(await rejection(call('logout', {})), 'Errore nostro')).toBe('Errore nostro')
  })
})

describe('an unchanged response', () => {
  const page = ok([], { ETag: 'W/"one"', 'X-Next-Cursor': 'a' })
  const unchanged = { status: 304, body: null, headers: { ETag: 'W/"one"' } }

  it('is not sent again: the app returns the body it holds, with the cursor of now', async () => {
    const server = stubServer({
      'GET /api/ratings': ({ headers }) => (headers['if-none-match'] === 'W/"one"' ? unchanged : page),
    })
    expect(await callWithCursor('ratingsGiven', { query: {} })).toEqual({ body: [], nextCursor: 'a' })
    expect(await callWithCursor('ratingsGiven', { query: {} })).toEqual({ body: [], nextCursor: null })
    expect(server.to('GET /api/ratings').map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"one"'])
  })

  it('is loaded in full after the session has ended', async () => {
    const server = stubServer({ 'GET /api/ratings': page })
    await call('ratingsGiven', { query: {} })
    forgetResponses()
    await call('ratingsGiven', { query: {} })
    expect(server.to('GET /api/ratings')[1]?.headers['if-none-match']).toBeUndefined()
  })
})

describe('reading the user’s own writes', () => {
  const after = (position: string) => ok({ message: 'ok' }, { 'X-Garbo-Position': position })
  const redeem = (code: string) => call('redeemReward', { params: { code } })

  it('sends the highest written position with every later read', async () => {
    const server = stubServer({
      'POST /api/rewards/AAAAAA/redeem': after('0000000007'),
      'POST /api/rewards/BBBBBB/redeem': after('0000000005'),
      'GET /api/rewards': ok([]),
    })
    await call('rewards', {})
    await redeem('AAAAAA')
    await redeem('BBBBBB')
    await call('rewards', {})
    expect(server.to('GET /api/rewards').map(({ headers }) => headers['x-garbo-after'])).toEqual([
      undefined,
      '0000000007',
    ])
  })

  it('forgets a position that the server does not know, and reads again', async () => {
    const server = stubServer({
      'POST /api/rewards/AAAAAA/redeem': after('0000000009'),
      'GET /api/rewards': ({ headers }) =>
        headers['x-garbo-after'] === undefined ? ok([]) : failure(400, 'Non esiste.', 'PositionUnknown'),
    })
    await redeem('AAAAAA')
    await call('rewards', {})
    await call('rewards', {})
    expect(server.to('GET /api/rewards').map(({ headers }) => headers['x-garbo-after'])).toEqual([
      '0000000009',
      undefined,
      undefined,
    ])
  })

  it('sends the idempotency key only with calls that move value', async () => {
    const server = stubServer({ 'POST /api/rewards/AAAAAA/redeem': after('1'), 'POST /api/auth/logout': noContent })
    await call('redeemReward', { params: { code: 'AAAAAA' } }, { idempotencyKey: 'one' })
    await call('logout', {}, { idempotencyKey: 'one' })
    expect(server.to('POST /api/rewards/AAAAAA/redeem')[0]?.headers['idempotency-key']).toBe('one')
    expect(server.to('POST /api/auth/logout')[0]?.headers['idempotency-key']).toBeUndefined()
  })
})
