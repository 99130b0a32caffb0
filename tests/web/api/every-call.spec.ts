import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../web/contract/endpoints.ts'
import { type ApiClient, csrfTokenOf, samplePathOf } from '../../support/api-client.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let csrf: Readonly<Record<string, string>>
let people: Readonly<Record<'visitor' | 'business' | 'client' | 'moderator' | 'admin', ApiClient>>

beforeAll(async () => {
  garbo = await startTestGarbo()
  people = {
    visitor: garbo.visitor(),
    business: (await signUpBusiness(garbo, 'rosa')).browser,
    client: (await signUpClient(garbo, 'ana')).browser,
    moderator: (await signUpModerator(garbo, 'mario')).browser,
    admin: (await signUpStaff(garbo, 'ada', 'ADMIN')).browser,
  }
  const tokens = Object.entries(people).map(async ([role, browser]) => [role, await csrfTokenOf(browser)] as const)
  csrf = Object.fromEntries(await Promise.all(tokens))
})
afterAll(() => garbo.stop())

const csrfHeader = (role: keyof typeof people, endpoint: Endpoint): Readonly<Record<string, string>> =>
  endpoint.csrf ? { 'x-csrf-token': csrf[role] ?? '' } : {}

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][]
/** Italian sentences without words of library messages. */
const italian =
  /^(?!.*\b(the|must|invalid|unexpected|expected|required|unrecognized|is|not|found|body|request|error)\b)[A-ZÈ][^{}<>]*[a-zàèéìòù.!]$/i
const rejection = { message: expect.stringMatching(italian) as unknown, code: expect.any(String) as unknown }

describe('invalid input', () => {
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
  /** Bodies that are invalid for every call. */
  const bodies: Readonly<Record<string, string>> = {
    'an empty body': '',
    'broken JSON': '{"rating": ',
    'a list': '[]',
    'a bare text': '"ciao"',
    'a bare number': '5',
    null: 'null',
    'an empty object': '{}',
    'an unknown field': '{"surprise": 1}',
    'a prototype field': '{"__proto__": {"role": "ADMIN"}}',
    'a constructor field': '{"constructor": {"prototype": {}}}',
    'numbers too large': '{"rating": 1e999, "overallRating": 1e999}',
    'numbers as text': '{"rating": "5", "overallRating": "5", "guests": "2"}',
    'negative and broken numbers': '{"rating": -1, "overallRating": 2.5, "guests": 1.5}',
    'NUL characters': '{"comment": "a\\u0000b", "reason": "a\\u0000b", "username": "a\\u0000b"}',
    'half a surrogate pair': '{"comment": "\\ud800", "message": "\\ud800", "username": "\\ud800"}',
    'lists instead of texts': '{"comment": [], "reason": [], "username": [], "email": []}',
    'very deep nesting': deep,
    'the same field twice': '{"rating": 5, "rating": 1, "surprise": 1}',
    'texts that are far too long': JSON.stringify({ comment: 'x'.repeat(60_000), username: 'x'.repeat(60_000) }),
  }
  /** Query strings with parameters that no call has. */
  const unknownQueries = [
    'surprise=1',
    'surprise',
    'surprise=',
    'surprise=1&surprise=2',
    'Surprise=%F0%9F%8E%81',
    '__proto__[role]=ADMIN',
    'constructor[prototype][role]=ADMIN',
    'role=ADMIN',
    'accountId=00000000-0000-4000-8000-000000000000',
    'a[]=1',
    'a.b=1',
    "x=' or 1=1 --".replaceAll(' ', '%20'),
    'x=%3Cscript%3Ealert(1)%3C/script%3E',
    '%00=1',
    '%ff=%ff',
    '%ED%A0%80=1',
    `${'x'.repeat(300)}=1`,
    `x=${'x'.repeat(4_000)}`,
  ]
  const roleFor: Readonly<Record<Endpoint['access'], keyof typeof people>> = {
    anyone: 'visitor',
    'signed-in': 'client',
    business: 'business',
    client: 'client',
    moderator: 'moderator',
    admin: 'admin',
    auditor: 'admin',
  }
  const tables = `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('log', 'access', 'keyring', 'photos') and table_type = 'BASE TABLE' order by 1`
  /** Row counts of all tables that a rejected request must not change. */
  const countRows = async () => {
    const { rows } = await garbo.database.pool.query<{ name: string }>(tables)
    const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
    return (await garbo.database.pool.query(counts.join(' union all '))).rows as unknown
  }
  const json = { 'content-type': 'application/json' }
  const send = (endpoint: Endpoint, path: string, input?: string, headers: Readonly<Record<string, string>> = {}) => {
    const role = roleFor[endpoint.access]
    return people[role].send(endpoint.method, path, input, { ...headers, ...csrfHeader(role, endpoint) })
  }
  const expectRejection = async (input: string, responding: ReturnType<ApiClient['send']>) => {
    const { status, body } = await responding
    expect(status, input).toBeGreaterThanOrEqual(400)
    expect(status, input).toBeLessThan(500)
    expect(body, input).toMatchObject(rejection)
  }

  const withBody = allEndpoints.filter(([name, { body }]) => body !== undefined && name !== 'resendVerification')
  it.each(withBody)('for %s is rejected in Italian and changes nothing', async (_, endpoint) => {
    const before = await countRows()
    for (const [input, body] of Object.entries(bodies))
      await expectRejection(input, send(endpoint, samplePathOf(endpoint), body, json))
    const wrongType = await send(endpoint, samplePathOf(endpoint), 'a=b', { 'content-type': 'text/plain' })
    expect(wrongType.status).toBe(415)
    expect(await countRows()).toEqual(before)
  })

  const withoutBody = allEndpoints.filter(([, { body }]) => body === undefined)
  it.each(withoutBody)(
    'for %s in unknown query parameters is rejected in Italian and changes nothing',
    async (_, endpoint) => {
      const before = await countRows()
      for (const query of unknownQueries) {
        const response = await send(endpoint, `${samplePathOf(endpoint)}?${query}`)
        expect(response.status, query).toBe(400)
        expect(response.body, query).toMatchObject(rejection)
      }
      expect(await countRows()).toEqual(before)
    },
  )

  const withPath = allEndpoints.filter(([, { params }]) => params !== undefined)
  it.each(withPath)('for %s in the path is rejected', async (_, endpoint) => {
    const before = await countRows()
    for (const nonsense of ['%00', '..%2f..', "'%20or%201=1%20--", 'x'.repeat(301), '%ff'])
      await expectRejection(
        nonsense,
        send(
          endpoint,
          endpoint.path.replaceAll(/:\w+/g, nonsense),
          endpoint.body === undefined ? undefined : '{}',
          json,
        ),
      )
    expect(await countRows()).toEqual(before)
  })

  const withQuery = allEndpoints.filter(([, { query, stream }]) => query !== undefined && stream !== true)
  it.each(withQuery)('for %s in known query parameters is rejected', async (_, endpoint) => {
    const queries = [
      'limit=-1',
      'limit=abc',
      'cursor=%00',
      'query=%00',
      'businessId=%00',
      'format=x&lane=x&status=x&checkIn=ieri&guests=99&limit=0',
      `to=${'x'.repeat(300)}`,
    ]
    const responses = await Promise.all(queries.map((query) => send(endpoint, `${samplePathOf(endpoint)}?${query}`)))
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(responses.some(({ status }) => status === 400)).toBe(true)
    for (const name of Object.keys(endpoint.query?.shape ?? {}))
      await expectRejection(name, send(endpoint, `${samplePathOf(endpoint)}?${name}=%00${'x'.repeat(2_100)}`))
  })

  it('for a day in the year 0, which Postgres does not have, is rejected and appends nothing', async () => {
    const before = await countRows()
    const scores = { punctualityScore: 10, kindnessScore: 10, paymentScore: 10, roomConditionScore: 10 }
    const rating = { clientEmail: 'ana@example.it', overallRating: 5, ...scores, stayType: 'leisure' }
    const rated = await send(
      endpoints.rateClient,
      '/api/ratings',
      JSON.stringify({ ...rating, stayDate: '0000-01-01' }),
      json,
    )
    expect([rated.status, rated.body]).toMatchObject([400, { fields: { stayDate: 'Inserisci una data valida' } }])
    const period = { from: '0000-01-01', to: '0000-01-02', reason: 'OFF_TOPIC', facts: 'Fuori tema.' }
    const path = samplePathOf(endpoints.excludePeriod)
    const excluded = await send(endpoints.excludePeriod, path, JSON.stringify(period), json)
    expect([excluded.status, excluded.body]).toMatchObject([400, { fields: { from: 'Inserisci una data valida' } }])
    expect(await countRows()).toEqual(before)
  })

  const withCursor = allEndpoints.filter(([, { query }]) => query !== undefined && 'cursor' in query.shape)
  it.each(withCursor)('for %s in the keys of a forged cursor is rejected', async (_, endpoint) => {
    const forgedKeys = [
      ['0000-01-01T00:00:00Z', 'a'],
      [`2026-01-01T00:00:00.${'1'.repeat(140)}Z`, 'a'],
      [1, `2026-01-01T00:00:00.${'1'.repeat(140)}Z`, 'a'],
      ['0000-01-01', 'a'],
      ['2026', 'a'],
      ['infinity', 'a'],
      ['9'.repeat(23), 'a'],
      ['\0', 'a'],
      ['2026-01-01T00:00:00Z', '\0'],
      ['2026-01-01', '\0'],
      [1e300, '2026-01-01T00:00:00Z', 'a'],
      [-(2 ** 31), '2026-01-01T00:00:00Z', 'a'],
      [0.5, '2026-01-01T00:00:00Z', 'a'],
      [1, '0000-01-01T00:00:00Z', 'a'],
      [],
    ]
    const path = samplePathOf(endpoint)
    const firstPage = await send(endpoint, path)
    expect(firstPage.status).toBeLessThan(500)
    const rejected = [400, { fields: { cursor: 'Pagina non valida' } }]
    const expected = firstPage.status < 400 || firstPage.status === 404 ? rejected : [firstPage.status, firstPage.body]
    for (const keys of forgedKeys) {
      const cursor = Buffer.from(JSON.stringify(keys)).toString('base64url')
      const { status, body } = await send(endpoint, `${path}?cursor=${cursor}`)
      expect([status, body], cursor).toMatchObject(expected)
    }
  })
})
