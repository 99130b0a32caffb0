import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from '../../../web/api/plugins/body-parsers.ts'

describe('strict JSON', () => {
  it('accepts valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
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

  it('accepts an empty body as missing', () => expect(parseStrictJson('')).toBeUndefined())
})
