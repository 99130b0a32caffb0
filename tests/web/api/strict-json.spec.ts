import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonTooLarge, parseStrictJson } from '../../../web/api/plugins/body-parsers.ts'

describe('strict JSON', () => {
  it('accepts valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__') && text.length < 100_000)
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    '{"note":"\\",\\"note\\":\\"","stars":5}',
    '{"a":"\\\\","b":"\\\\\\""}',
    '{"a":{"b":1},"c":{"b":2}}',
    '[{"a":1},{"a":2}]',
    '{"a":["a","a"],"b":"a"}',
    ' { "a" : "__proto__" } ',
    `${'['.repeat(20)}${']'.repeat(20)}`,
  ])('accepts %s', (text) => expect(parseStrictJson(text)).toEqual(JSON.parse(text)))

  it.each([
    '{"a":1,"a":2}',
    '{"a":[{"b":1}],"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1,"c":[],"b":2}}',
    '{"__proto__":{}}',
    '{"a":{"\\u005f_proto__":1}}',
    `${'['.repeat(21)}${']'.repeat(21)}`,
    `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`,
    '{"a":"b',
    '{"a\\',
    '{a:1}',
    ']',
    '{"a":1}}',
    '{"a":1,}',
  ])('rejects %s', (text) => expect(() => parseStrictJson(text)).toThrow(SyntaxError))

  const kilobyte = 'a'.repeat(1_024)
  it.each([
    ['text', `{"note":"${kilobyte.repeat(100)}"}`],
    ['a picture in another field', `{"note":"${kilobyte.repeat(101)}","photo":"data:"}`],
    ['a picture inside another object', `{"note":{"photo":"${kilobyte.repeat(101)}"}}`],
    ['blanks', `{${' '.repeat(102_400)}"a":1}`],
    ['a number', `[${'1'.repeat(102_401)}]`],
    ['a name', `{"${kilobyte.repeat(101)}":1}`],
    ['escaped quotes', `{"photo":"${'\\"'.repeat(60_000)}"}`],
    ['backslashes', `{"photo":"${'\\\\'.repeat(60_000)}"}`],
    ['members', `{${Array.from({ length: 1_001 }, (_, n) => `"${n}":1`).join()}}`],
    ['elements', `[${'0,'.repeat(2_000)}0]`],
    ['brackets', `[${'[],'.repeat(1_000)}[]]`],
  ])('Q-130: refuses more than 100 kB or 2,000 tokens: %s', (_, text) =>
    expect(() => parseStrictJson(text, { imageFields: ['photo'] })).toThrow(JsonTooLarge),
  )

  it('Q-130: accepts a picture of any length where one belongs', () => {
    const body = { note: kilobyte, photo: kilobyte.repeat(2_000) }
    expect(parseStrictJson(JSON.stringify(body), { imageFields: ['photo'] })).toEqual(body)
  })

  it('accepts an empty body as missing', () => expect(parseStrictJson('')).toBeUndefined())
})
