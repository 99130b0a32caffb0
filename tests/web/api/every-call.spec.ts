import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, type CallName } from '../../../web/contract/calls.ts'
import type { Call } from '../../../web/contract/call.ts'
import { csrfTokenOf, pathOf } from '../../support/calls.ts'
import { wholeGarbo } from '../../support/garbo.ts'
import { moderator, registeredBusiness, registeredClient, staff } from '../../support/people.ts'
import type { Visitor } from '../../support/visitor.ts'

let garbo: Awaited<ReturnType<typeof wholeGarbo>>
let csrf: Readonly<Record<string, string>>
let people: Readonly<Record<'visitor' | 'business' | 'client' | 'moderator' | 'admin', Visitor>>

beforeAll(async () => {
  garbo = await wholeGarbo()
  people = {
    visitor: garbo.visitor(),
    business: (await registeredBusiness(garbo, 'rosa')).browser,
    client: (await registeredClient(garbo, 'ana')).browser,
    moderator: (await moderator(garbo, 'mario')).browser,
    admin: (await staff(garbo, 'ada', 'ADMIN')).browser,
  }
  const tokens = Object.entries(people).map(async ([who, browser]) => [who, await csrfTokenOf(browser)] as const)
  csrf = Object.fromEntries(await Promise.all(tokens))
})
afterAll(() => garbo.stop())

const proven = (who: keyof typeof people, call: Call): Readonly<Record<string, string>> =>
  call.csrf ? { 'x-csrf-token': csrf[who] ?? '' } : {}

const every = Object.entries(calls) as [CallName, Call][]
describe('bad input', () => {
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
  /** Each is a whole body, good for nothing anywhere. */
  const bodies: Readonly<Record<string, string>> = {
    'nothing at all': '',
    'broken JSON': '{"rating": ',
    'a list': '[]',
    'a bare text': '"ciao"',
    'a bare number': '5',
    null: 'null',
    'an empty object': '{}',
    'a field nobody knows': '{"surprise": 1}',
    'a prototype': '{"__proto__": {"role": "ADMIN"}}',
    'a constructor': '{"constructor": {"prototype": {}}}',
    'numbers too large': '{"rating": 1e999, "overallRating": 1e999}',
    'numbers as text': '{"rating": "5", "overallRating": "5", "guests": "2"}',
    'negative and broken numbers': '{"rating": -1, "overallRating": 2.5, "guests": 1.5}',
    'NUL characters': '{"comment": "a\\u0000b", "reason": "a\\u0000b", "username": "a\\u0000b"}',
    'half a surrogate pair': '{"comment": "\\ud800", "message": "\\ud800", "username": "\\ud800"}',
    'lists for texts': '{"comment": [], "reason": [], "username": [], "email": []}',
    'very deep nesting': deep,
    'the same field twice': '{"rating": 5, "rating": 1, "surprise": 1}',
    'far too long': JSON.stringify({ comment: 'x'.repeat(60_000), username: 'x'.repeat(60_000) }),
  }
  const roleFor: Readonly<Record<Call['who'], keyof typeof people>> = {
    anyone: 'visitor',
    'signed-in': 'client',
    business: 'business',
    client: 'client',
    moderator: 'moderator',
    admin: 'admin',
  }
  const events = async () =>
    (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n
  const json = { 'content-type': 'application/json' }
  const withBody = every.filter(([name, { body }]) => body !== undefined && name !== 'resendVerification')

  it.each(withBody)('%s: refuses all of it in Italian and changes nothing', async (_, call) => {
    const before = await events()
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await people[roleFor[call.who]].send(call.method, pathOf(call), body, {
        ...json,
        ...proven(roleFor[call.who], call),
      })
      expect(answer.status, what).toBeGreaterThanOrEqual(400)
      expect(answer.status, what).toBeLessThan(500)
      expect(answer.body, what).toMatchObject({
        message: expect.stringMatching(/[a-zà-ù]{3}/),
        code: expect.any(String),
      })
    }
    const wrongType = await people[roleFor[call.who]].send(call.method, pathOf(call), 'a=b', {
      'content-type': 'text/plain',
      ...proven(roleFor[call.who], call),
    })
    expect(wrongType.status).toBe(415)
    expect(await events()).toBe(before)
  })

  const withPath = every.filter(([, { params }]) => params !== undefined)
  it.each(withPath)('%s: refuses an address that is none', async (_, call) => {
    const before = await events()
    for (const nonsense of ['%00', '..%2f..', "' or 1=1 --", 'x'.repeat(301), '%ff']) {
      const path = call.path.replaceAll(/:\w+/g, nonsense.replaceAll(' ', '%20'))
      const answer = await people[roleFor[call.who]].send(call.method, path, call.body === undefined ? undefined : {})
      expect(answer.status, nonsense).toBeGreaterThanOrEqual(400)
      expect(answer.status, nonsense).toBeLessThan(500)
      expect(answer.body, nonsense).toMatchObject({ message: expect.any(String) })
    }
    expect(await events()).toBe(before)
  })

  const withQuery = every.filter(([, { query, stream }]) => query !== undefined && stream !== true)
  it.each(withQuery)('%s: refuses a query that means nothing', async (_, call) => {
    const queries = [
      'limit=-1',
      'limit=abc',
      'cursor=%00',
      'query=%00',
      'businessId=%00',
      'format=x&lane=x&status=x&checkIn=ieri&guests=99&limit=0',
      `to=${'x'.repeat(300)}`,
    ]
    const answers = await Promise.all(queries.map((query) => people[roleFor[call.who]].get(`${pathOf(call)}?${query}`)))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.some(({ status }) => status === 400)).toBe(true)
  })
})
