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

const integerBetween = (name: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  refined(name, t.number, (n): n is number => Number.isSafeInteger(n) && n >= least && n <= most)

/** An opaque name of something of ours: letters, digits, `_` and `-`, at most 120 of them; never personal data. */
export const Id = refined('Id', t.string, (s): s is string => s.length <= 120 && /^[\w-]+$/.test(s))

/** What a chain calls things by: an address, a hash. */
export const Hex = refined('Hex', t.string, (s): s is string => /^0x[0-9a-f]+$/i.test(s))

/** A whole number from zero up. */
export const Whole = integerBetween('Whole', 0)
/** A whole number, also below zero. */
export const Integer = integerBetween('Integer', Number.MIN_SAFE_INTEGER)
/** Money: integer euro cents, never negative. */
export const Cents = integerBetween('Cents', 0)
/** AVA tokens: whole, never negative. */
export const Ava = integerBetween('Ava', 0)
/** 1 to 5; zero is none (V-34, C-18). */
export const Stars = integerBetween('Stars', 1, 5)
/** A detail score out of 10 (C-18). */
export const Score = integerBetween('Score', 0, 10)
/** A discount in percent, 1 to 50 (V-52, C-21). */
export const Percent = integerBetween('Percent', 1, 50)

interface InstantBrand {
  readonly Instant: unique symbol
}
/** An ISO-8601 UTC instant with milliseconds, kept as text so that an event reads back as it was written. */
export type Instant = string & InstantBrand
export const Instant = refined('Instant', t.string, (s): s is Instant =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(s),
)

interface DayBrand {
  readonly Day: unique symbol
}
/** A calendar day, `yyyy-mm-dd`, that exists. */
export type Day = string & DayBrand
export const Day = refined(
  'Day',
  t.string,
  (s): s is Day =>
    /^\d{4}-\d\d-\d\d$/.test(s) && !Number.isNaN(Date.parse(s)) && new Date(s).toISOString().startsWith(s),
)

/** One of a few words. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W): t.Type<W[number]> =>
  refined(words.join('|'), t.string, (s): s is W[number] => words.includes(s))

export const nullable = <A>(codec: t.Type<A>): t.Type<A | null> => t.union([codec, t.null])
