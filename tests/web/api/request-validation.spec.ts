import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problem } from '../../../web/contract/problem.ts'
import { startTestServer } from './test-server.ts'

type Api = Awaited<ReturnType<typeof startTestServer>>
const validNote = { title: 'Buongiorno', stars: 5 }
const json = 'application/json'
const withFields = (fields: string) => `{"title":"Buongiorno","stars":5,${fields}}`

/** Fault, raw body, status, and reported field (null: none). */
const invalidBodies: readonly (readonly [string, string | Buffer, number, string | null])[] = [
  ['a number where a text belongs', '{"title":7,"stars":5}', 400, 'title'],
  ['a text where a number belongs', '{"title":"Buongiorno","stars":"5"}', 400, 'stars'],
  ['a required field missing', '{"stars":5}', 400, 'title'],
  ['null in a required field', '{"title":null,"stars":5}', 400, 'title'],
  ['an unknown field', withFields('"role":"ADMIN"'), 400, 'role'],
  ['an unknown nested field', withFields('"place":{"street":"Via Roma","role":1}'), 400, 'place.role'],
  ['a text too long', `{"title":"${'a'.repeat(41)}","stars":5}`, 400, 'title'],
  ['more UTF-16 units than a browser lets through', `{"title":"${'😀'.repeat(21)}","stars":5}`, 400, 'title'],
  ['a text too short', '{"title":"ab","stars":5}', 400, 'title'],
  ['blanks only', '{"title":"      ","stars":5}', 400, 'title'],
  ['broken JSON', '{"title":"Buongiorno",', 400, null],
  ['a bare word', 'ciao', 400, null],
  ['no body', '', 400, null],
  ['null as the body', 'null', 400, null],
  ['a list as the body', '[]', 400, null],
  ['a text as the body', '"ciao"', 400, null],
  ['a list where an object belongs', withFields('"place":["Via Roma"]'), 400, 'place'],
  ['an object where a list belongs', withFields('"tags":{"0":"a"}'), 400, 'tags'],
  ['too many elements', withFields('"tags":["a","b","c","d"]'), 400, 'tags'],
  ['one wrong element', withFields('"tags":["a",2]'), 400, 'tags.1'],
  ['a NUL character', '{"title":"Buon\\u0000giorno","stars":5}', 400, 'title'],
  ['an escape character', '{"title":"Buon\\u001b[31mgiorno","stars":5}', 400, 'title'],
  ['half a surrogate pair', '{"title":"Buongiorno \\ud83d","stars":5}', 400, 'title'],
  [
    'bytes that are not UTF-8',
    Buffer.from([...Buffer.from('{"title":"Buon'), 0xff, ...Buffer.from('","stars":5}')]),
    400,
    null,
  ],
  ['a key that reaches the prototype', withFields('"__proto__":{"admin":true}'), 400, null],
  ['the same key with an escape', withFields('"\\u005f_proto__":{"admin":true}'), 400, null],
  ['a constructor', withFields('"constructor":{"prototype":{"admin":true}}'), 400, 'constructor'],
  ['NaN', '{"title":"Buongiorno","stars":NaN}', 400, null],
  ['a number too large for JSON numbers', '{"title":"Buongiorno","stars":1e999}', 400, 'stars'],
  ['a negative number', '{"title":"Buongiorno","stars":-5}', 400, 'stars'],
  ['zero stars (V-34)', '{"title":"Buongiorno","stars":0}', 400, 'stars'],
  ['a fraction where a whole number belongs', '{"title":"Buongiorno","stars":4.5}', 400, 'stars'],
  ['true where a number belongs', '{"title":"Buongiorno","stars":true}', 400, 'stars'],
  ['very deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, 400, null],
  ['the same name twice', '{"title":"Buongiorno","title":"Altro","stars":5}', 400, null],
  ['the same name twice, once with an escape', '{"title":"Buongiorno","ti\\u0074le":"Altro","stars":5}', 400, null],
  ['the same nested name twice', withFields('"place":{"street":"a","street":"b"}'), 400, null],
  ['an invalid e-mail address', withFields('"contact":"mario"'), 400, 'contact'],
  ['a body above 100 kB (Q-130)', `{"title":"Buongiorno","stars":5,"note":"${'a'.repeat(102_400)}"}`, 413, null],
  ['more than 2,000 tokens (Q-130)', withFields(`"tags":[${'"a",'.repeat(1_000)}"a"]`), 413, null],
]

describe('a POST with', () => {
  let api: Api
  let cookie: { cookie: string }
  beforeAll(async () => {
    api = await startTestServer()
    cookie = await api.signedIn('mario')
  })
  afterAll(() => api.app.close())

  const post = (payload: string | Buffer, type: string | null = json) =>
    api.app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: { ...cookie, ...(type === null ? {} : { 'content-type': type }) },
      payload,
    })

  it.each(invalidBodies)('%s is rejected in Italian, and nothing changes', async (_, body, status, field) => {
    const response = await post(body)
    expect(response.statusCode).toBe(status)
    const { message, fields, code } = problem.parse(response.json())
    expect(message).toMatch(/^(Dati non validi: |La richiesta )/)
    expect(code).toMatch(/^(Invalid|Malformed|TooLarge)$/)
    const reportedFields = field === null ? [] : [field]
    expect(Object.keys(fields ?? {})).toEqual(reportedFields)
    expect(api.state.notes).toEqual([])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'ciao',
    null,
  ])('content type %s is rejected with 415', async (type) => {
    const response = await post(JSON.stringify(validNote), type)
    expect(response.statusCode).toBe(415)
    expect(problem.parse(response.json())).toMatchObject({
      code: 'WrongContentType',
      message: expect.stringContaining('JSON'),
    })
    expect(api.state.notes).toEqual([])
  })

  it('several mistakes gets a message for every field', async () => {
    const response = await post('{"title":"ab","stars":9,"contact":"x"}')
    expect(response.json()).toEqual({
      code: 'Invalid',
      message: 'Dati non validi: Deve avere almeno 3 caratteri',
      fields: {
        title: 'Deve avere almeno 3 caratteri',
        stars: 'Seleziona una valutazione da 1 a 5 stelle.',
        contact: "Inserisci un'email valida",
      },
    })
  })

  it('prototype keys does not change the object prototype', () => {
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })
})

describe('a valid POST', () => {
  it('is accepted and trimmed, with any charset parameter, emoji and quotes', async () => {
    const { app, state, signedIn } = await startTestServer()
    const response = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: { ...(await signedIn('mario')), 'content-type': 'application/json; charset=utf-8' },
      payload: JSON.stringify({ title: '  "Ciao" \\ 🙂, {a}: [b]  ', stars: 1, note: null }),
    })
    expect(response.statusCode).toBe(201)
    expect(state.notes).toEqual(['"Ciao" \\ 🙂, {a}: [b]'])
  })
})

describe('an address with', () => {
  it.each([
    ['an id with a NUL character', '/api/notes/a%00b', 400, 'Invalid'],
    ['a malformed percent encoding', '/api/notes/%E0%A4%A', 400, 'Malformed'],
    ['an id that is too long', `/api/notes/${'a'.repeat(400)}`, 414, 'AddressTooLong'],
    ['a limit of zero', '/api/notes/mario?limit=0', 400, 'Invalid'],
    ['a limit that is not a number', '/api/notes/mario?limit=dieci', 400, 'Invalid'],
    ['a limit given twice', '/api/notes/mario?limit=1&limit=2', 400, 'Invalid'],
  ])('%s is rejected in Italian', async (_, url, status, code) => {
    const { app } = await startTestServer()
    const response = await app.inject(url)
    expect(response.statusCode).toBe(status)
    expect(problem.parse(response.json()).code).toBe(code)
  })
})
