import * as t from 'io-ts'
import type { EventCodec, AnyEvent } from '../../domain/kernel/event.ts'
import { sampleOf } from './event-samples.ts'

/**
 * Text that does not compress, as indexes store compressible text in fewer bytes. Each of its syllables decomposes into
 * three letters of three bytes.
 */
const syllables = (length: number) => {
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  return String.fromCharCode(...Array.from({ length }, () => 0xac00 + (next() % 11_000)))
}

const storableTexts: readonly string[] = [
  '',
  '\u0001\u001b[31m \u202ertl\u2066\u200b\ufeff \ufffe\uffff\u2028 🏳️‍🌈 e\u0301\u0301 İ ﷺ',
  `=1+1 "\\{},'$1 %s \${x} <script> undefined 1e999\r\nBcc: altri@posta.example\n.\n`,
  '__proto__',
  'A'.repeat(120),
  ...[120, 200, 20_000].map(syllables),
]
const unstorableTexts: readonly string[] = [
  '\0',
  'a\0b',
  'https://foto.example/\0.jpg',
  '\ud800',
  '\udc00 a',
  'a\udfff\ud800b',
  syllables(20_001),
  'a'.repeat(1_000_000),
]

const numbers: readonly number[] = [
  -0,
  -1,
  1.5,
  5e-324,
  1_000_000,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

const days: readonly string[] = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-00',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
]
const instants: readonly string[] = [
  ...days.flatMap((day) => (day === '1900-01-01' ? [] : [`${day}T23:59:59.999Z`])),
  '1900-01-01T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '2026-05-04T24:00:00.000Z',
  '2026-06-30T23:59:60.000Z',
  '2026-05-04T99:99:99.999Z',
  '2026-05-04T10:00:00.000+02:00',
  '2026-05-04T10:00:00Z',
]

const others: readonly unknown[] = [null, undefined, true, {}, [], new Date(), Array(2), ['\0'], { '\0': '\0' }]

const hostileTexts: readonly unknown[] = [...storableTexts, ...unstorableTexts, ...numbers, ...others]
const hostileValues: readonly unknown[] = [...hostileTexts, ...days, ...instants]

/** All data objects that differ from a sample of the event in one value, at any depth. */
export const hostileData = ({ type, fields }: EventCodec<AnyEvent>): readonly Readonly<Record<string, unknown>>[] => {
  const sample = sampleOf(type) ?? {}
  return Object.entries(fields).flatMap(([name, { codec }]) =>
    hostileVariants(codec, sample[name]).map((value) => ({ ...sample, [name]: value })),
  )
}

/** In a text, a day is like any other text. */
const hostileVariants = (codec: t.Mixed, sample: unknown): readonly unknown[] => [
  ...(/\bText\(/.test(codec.name) && !codec.name.includes('{') ? hostileTexts : hostileValues),
  ...hostileParts(codec, sample),
]

const hostileParts = (codec: t.Mixed, sample: unknown): readonly unknown[] => {
  if (codec instanceof t.UnionType)
    return (codec.types as readonly t.Mixed[]).flatMap((member) => hostileParts(member, sample))
  if (codec instanceof t.ExactType || codec instanceof t.ReadonlyType)
    return hostileParts(codec.type as t.Mixed, sample)
  if (codec instanceof t.InterfaceType) {
    const whole = (sample ?? {}) as Readonly<Record<string, unknown>>
    return Object.entries(codec.props as t.Props).flatMap(([name, part]) =>
      hostileVariants(part, whole[name]).map((value) => ({ ...whole, [name]: value })),
    )
  }
  if (codec instanceof t.ReadonlyArrayType) {
    const [first] = Array.isArray(sample) ? (sample as readonly unknown[]) : []
    const elements = hostileVariants(codec.type as t.Mixed, first)
    return [...elements.map((element) => [element]), Array.from({ length: 2_000 }, () => first)]
  }
  return []
}

/** Data with `suffix` added to every id, so that it is about other entities. */
export const withSuffixedIds = (
  { fields }: EventCodec<AnyEvent>,
  data: Readonly<Record<string, unknown>>,
  suffix: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const codec = fields[name]?.codec
      return [name, codec === undefined ? value : suffixIds(codec, value, suffix)]
    }),
  )

const suffixIds = (codec: t.Mixed, value: unknown, suffix: string): unknown => {
  if (value === null) return null
  if (codec.name === 'Id') return typeof value === 'string' && value.length < 100 ? value + suffix : value
  if (codec instanceof t.UnionType) return suffixIds((codec.types as readonly t.Mixed[])[0] as t.Mixed, value, suffix)
  if (codec instanceof t.ExactType || codec instanceof t.ReadonlyType)
    return suffixIds(codec.type as t.Mixed, value, suffix)
  if (codec instanceof t.ReadonlyArrayType)
    return (value as readonly unknown[]).map((element) => suffixIds(codec.type as t.Mixed, element, suffix))
  if (codec instanceof t.InterfaceType)
    return Object.fromEntries(
      Object.entries(value as object).map(([name, part]) => {
        const partCodec = (codec.props as t.Props)[name]
        return [name, partCodec === undefined ? part : suffixIds(partCodec, part, suffix)]
      }),
    )
  return value
}
