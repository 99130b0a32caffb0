// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../../../web/app/shared/api.ts'
import { forgetPosition } from '../../../../web/app/shared/position.ts'
import { isRefused, said, type Refused } from '../../../../web/app/shared/refused.ts'
import { locanda } from '../support/people.ts'
import { done, no, ok, serve } from '../support/server.ts'

afterEach(forgetPosition)

const refusal = async (asking: Promise<unknown>): Promise<Refused> => {
  const error: unknown = await asking.catch((error: unknown) => error)
  if (!isRefused(error)) throw new Error('nothing was refused')
  return error
}
const credentials = { body: { username: 'info@locanda.it', password: 'x' } }

describe('a call', () => {
  it('A-89: carries the cookies, and a content type only with a body', async () => {
    const server = serve({ 'POST /api/auth/login': ok({ user: locanda }), 'POST /api/auth/logout': done })
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

  it('puts names into the path and leaves out what is not asked', async () => {
    const server = serve({ 'GET /api/reviews/target/PLACE/a%2Fb': ok([]) })
    await call('reviewsOfTarget', {
      params: { targetType: 'PLACE', targetId: 'a/b' },
      query: { limit: 5, cursor: undefined },
    })
    expect(server.to('GET /api/reviews/target/PLACE/a%2Fb')[0]?.query).toBe('?limit=5')
  })

  it('A-87: is refused in the words of the answer’s message, with code, status and fields', async () => {
    serve({ 'POST /api/auth/login': no(400, 'Dati non validi', 'Invalid', { username: 'Username richiesto' }) })
    expect(await refusal(call('login', credentials))).toMatchObject({
      message: 'Dati non validi',
      code: 'Invalid',
      status: 400,
      fields: { username: 'Username richiesto' },
    })
  })

  it('A-87: is refused with status, colon and raw body when the answer says nothing readable', async () => {
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }))
    expect((await refusal(call('logout', {}))).message).toBe('502: Bad gateway')
  })

  it('is asked again while the read models do not show what was just written, and by nothing else', async () => {
    const notYet = { ...no(503, 'L’aggiornamento è in corso.', 'NotYet'), headers: { 'Retry-After': '0' } }
    const answers = [notYet, notYet, ok([])]
    const server = serve({
      'GET /api/ratings': () => answers.shift() ?? notYet,
      'GET /api/clients': { ...no(503, 'Torna tra poco.', 'Unavailable'), headers: { 'Retry-After': '0' } },
    })
    expect(await call('ratingsGiven', { query: {} })).toEqual([])
    expect(server.to('GET /api/ratings')).toHaveLength(3)
    expect((await refusal(call('clients', { query: {} }))).code).toBe('Unavailable')
    expect(server.to('GET /api/clients')).toHaveLength(1)
  })

  it('is given up when they do not show it for long', async () => {
    const notYet = { ...no(503, 'L’aggiornamento è in corso.', 'NotYet'), headers: { 'Retry-After': '0' } }
    const server = serve({ 'GET /api/ratings': notYet })
    expect((await refusal(call('ratingsGiven', { query: {} }))).code).toBe('NotYet')
    expect(server.to('GET /api/ratings')).toHaveLength(10)
  })

  it('is refused in Italian when nobody answers at all', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await refusal(call('logout', {}))).toMatchObject({ code: 'unreachable', status: 0 })
  })

  it('does not believe an answer that breaks the contract', async () => {
    serve({ 'GET /api/ava/profile': ok({ avaBalance: 'tanti' }) })
    expect(await refusal(call('avaProfile', {}))).toMatchObject({ code: 'unreadable' })
  })

  it('lets the server explain what is wrong with the request, and speaks itself when the server broke', async () => {
    serve({ 'POST /api/auth/logout': no(409, 'Già fatto') })
    expect(said(await refusal(call('logout', {})), 'Errore nostro')).toBe('Già fatto')
    serve({ 'POST /api/auth/logout': no(500, 'boom') })
    expect(said(await refusal(call('logout', {})), 'Errore nostro')).toBe('Errore nostro')
  })
})

describe('reading one’s own writes', () => {
  const after = (position: string) => ok({ message: 'ok' }, { 'X-Garbo-Position': position })
  const redeem = (code: string) => call('redeemReward', { params: { code } })

  it('every read after a write waits for the furthest position written', async () => {
    const server = serve({
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

  it('the intent travels only with calls that move value', async () => {
    const server = serve({ 'POST /api/rewards/AAAAAA/redeem': after('1'), 'POST /api/auth/logout': done })
    await call('redeemReward', { params: { code: 'AAAAAA' } }, { intent: 'one' })
    await call('logout', {}, { intent: 'one' })
    expect(server.to('POST /api/rewards/AAAAAA/redeem')[0]?.headers['idempotency-key']).toBe('one')
    expect(server.to('POST /api/auth/logout')[0]?.headers['idempotency-key']).toBeUndefined()
  })
})
