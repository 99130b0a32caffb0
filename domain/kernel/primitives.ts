import * as t from 'io-ts'

const refined = <A extends B, B>(name: string, base: t.Type<B>, refines: (value: B) => value is A): t.Type<A> => {
  const is = (u: unknown): u is A => base.is(u) && refines(u)
  return new t.Type<A>(
    name,
    is,
    (u, context) => (is(u) ? t.success(u) : t.failure(u, context, `not ${name}`)),
    t.identity,
  )
}

const integerBetween = (name: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  refined(name, t.number, (n): n is number => Number.isSafeInteger(n) && n >= min && n <= max)

/** Opaque id without personal data: letters, digits, `_` and `-`, at most 120 characters. */
export const Id = refined('Id', t.string, (s): s is string => s.length <= 120 && /^[\w-]+$/.test(s))

/** Blockchain address or hash. */
export const Hex = refined('Hex', t.string, (s): s is string => /^0x[0-9a-f]+$/i.test(s))

/** Integer of at least zero. */
export const Whole = integerBetween('Whole', 0)
/** Integer of either sign. */
export const Integer = integerBetween('Integer', Number.MIN_SAFE_INTEGER)
/** Money in integer euro cents, at least zero. */
export const Cents = integerBetween('Cents', 0)
/** AVA tokens, an integer of at least zero. */
export const Ava = integerBetween('Ava', 0)
/** @rule C-18 stars from 1 to 5; zero is no rating (V-34) */
export const Stars = integerBetween('Stars', 1, 5)
/** @rule C-18 detail score from 0 to 10 */
export const ScoreOutOfTen = integerBetween('Score', 0, 10)
/** @rule V-52 discount in percent from 1 to 50 (C-21) */
export const DiscountPercent = integerBetween('Percent', 1, 50)

interface InstantBrand {
  readonly Instant: unique symbol
}
/** ISO 8601 instant in UTC with milliseconds, kept as text so that events decode unchanged. */
export type Instant = string & InstantBrand
export const Instant = refined('Instant', t.string, (s): s is Instant =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(s),
)

interface DayBrand {
  readonly Day: unique symbol
}
/** Existing calendar day, `yyyy-mm-dd`. */
export type Day = string & DayBrand
export const Day = refined(
  'Day',
  t.string,
  (s): s is Day =>
    /^\d{4}-\d\d-\d\d$/.test(s) && !Number.isNaN(Date.parse(s)) && new Date(s).toISOString().startsWith(s),
)

/** One of a list of strings. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W): t.Type<W[number]> =>
  refined(words.join('|'), t.string, (s): s is W[number] => words.includes(s))

export const nullable = <A>(codec: t.Type<A>): t.Type<A | null> => t.union([codec, t.null])
