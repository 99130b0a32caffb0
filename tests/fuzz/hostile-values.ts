import * as fc from 'fast-check'

const dates =
  '0000-01-01 0001-01-01 1899-12-31 1900-01-01 1970-01-01 2026-02-29 2026-02-30 2026-13-01 2199-12-31 2200-01-01 9999-12-31 -000001-01-01 +275760-09-13 2026-06-30T23:59:60Z 2026-05-04T24:00:00Z 2199-12-31T23:59:59.999Z 1900-01-01T00:00:00Z 2026-05-04T10:00:00+14:00'.split(
    ' ',
  )

const chosenTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfffb',
    '\u202egnp.exe',
    '\u2066\u200b\ufeff\u2028',
    'e\u0301'.repeat(60),
    'Z\u0351\u036b\u0343'.repeat(30),
    '👩‍👩‍👧‍👦'.repeat(20),
    '\ufffe\uffff',
    'İ ı ß ﷺ ǅ',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '../../etc/passwd',
    "' or 1=1 --",
    '${7*7} {{7*7}} $1 %s %n',
    '<script>alert(1)</script>',
    '=cmd|/c calc',
    'a\r\nBcc: altri@posta.example',
    '\u001b[31m',
    '0x0',
    '1e3',
    '%00',
    'data:image/png;base64,AAAA',
    'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
    'https://[::1]/',
    'https://xn--/',
    `https://a.example/${'a'.repeat(1_900)}`,
    'a@b.c',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
    '"a b"@example.it',
    '+39',
    '(((((((((((333',
  ),
  fc.constantFrom(...dates),
  fc
    .tuple(fc.constantFrom('a', '👍', ' ', '\u0301', '"', '\\', 'ﷺ', '\n'), fc.constantFrom(50, 120, 255, 1_000, 2_000))
    .map(([character, length]) => character.repeat(length)),
  fc.constantFrom('a', '"', '1', 'ß').map((character) => character.repeat(30_000)),
  fc.uuid(),
)

/** Texts, most of which some field accepts. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(chosenTexts, fc.string({ unit: 'binary', maxLength: 300 }))

const prototypeKeys = [
  '"__proto__"',
  String.raw`"\u005f_proto__"`,
  '"constructor"',
  '"prototype"',
  '"toString"',
  '"then"',
  '"toJSON"',
]

/** Values as JSON texts, since some, such as `1e999` and `-0`, would not survive `JSON.stringify`. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('-0', '-1', '0', '0.1', '1.5', '5e-324', '1e21', '1e308', '-1e308', '1e999', '-1e999'),
  },
  { weight: 1, arbitrary: fc.constantFrom('2147483648', '-2147483649', '9007199254740993', '99999999999999999999') },
  { weight: 1, arbitrary: fc.constantFrom('null', 'true', 'false', '{}', '[]', '[null]', '[[]]', '""', '[""]') },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_100 }).map((length) => `[${Array(length).fill('1').join()}]`) },
  { weight: 1, arbitrary: fc.constantFrom(...prototypeKeys.map((key) => `{${key}:{"role":"ADMIN"}}`)) },
  { weight: 1, arbitrary: fc.jsonValue({ depthSize: 'medium' }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.double().map((number) => (Number.isFinite(number) ? String(number) : '1e400')) },
)
