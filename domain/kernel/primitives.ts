import * as t from 'io-ts'
import { isStorableText, recordableYears } from './rules.ts'

/** A codec of one value. It reads everything that was ever accepted; new events may contain only what `isRecordable`. */
export class PrimitiveType<A> extends t.Type<A> {
  readonly isRecordable: (value: unknown) => boolean

  constructor(name: string, is: (value: unknown) => value is A, mayBeRecorded: (value: A) => boolean) {
    super(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context, `not ${name}`)), t.identity)
    this.isRecordable = (value) => is(value) && mayBeRecorded(value)
  }
}

const refined = <A extends B, B>(
  name: string,
  base: t.Type<B>,
  refines: (value: B) => value is A,
  mayBeRecorded: (value: A) => boolean = () => true,
): PrimitiveType<A> => new PrimitiveType(name, (u): u is A => base.is(u) && refines(u), mayBeRecorded)

/** Range of the columns that show numbers. */
const maxColumnInteger = 2 ** 31 - 1
/** Sums of thousands of these still fit their column. */
const maxAvaMovement = 1_000_000

/** Numbers outside the range of safe integers are never read; new ones stay within ±`recordable`. */
const integerBetween = (name: string, min: number, max = Number.MAX_SAFE_INTEGER, recordable = maxColumnInteger) =>
  refined(
    name,
    t.number,
    (n): n is number => Number.isSafeInteger(n) && n >= min && n <= max,
    (n) => Math.abs(n) <= recordable,
  )

/** Text of at most `max` UTF-16 code units. */
export const textUpTo = (max: number): PrimitiveType<string> =>
  new PrimitiveType(`Text(${max})`, t.string.is, (s) => s.length <= max && isStorableText(s))
/** Text that people or other services write; more than any form accepts. */
export const Text = textUpTo(20_000)

/** Opaque id without personal data: letters, digits, `_` and `-`, at most 120 characters. */
export const Id = refined('Id', t.string, (s): s is string => s.length <= 120 && /^[\w-]+$/.test(s))

/** Blockchain address or hash. */
export const Hex = refined(
  'Hex',
  t.string,
  (s): s is string => /^0x[0-9a-f]+$/i.test(s),
  (s) => s.length <= 100,
)

/** Integer of at least zero. */
export const Whole = integerBetween('Whole', 0)
/** Integer of at least zero that no column of 32 bits shows. */
export const LargeWhole = integerBetween('LargeWhole', 0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
/** Integer of either sign. */
export const Integer = integerBetween('Integer', Number.MIN_SAFE_INTEGER)
/** Money in integer euro cents, at least zero. */
export const Cents = integerBetween('Cents', 0)
/** AVA tokens of one account, an integer of at least zero. */
export const Ava = integerBetween('Ava', 0, Number.MAX_SAFE_INTEGER, maxAvaMovement)
/** AVA tokens of all accounts together. */
export const AvaTotal = integerBetween('AvaTotal', 0)
/** @rule C-18 stars from 1 to 5; zero is no rating (V-34) */
export const Stars = integerBetween('Stars', 1, 5)
/** @rule C-18 detail score from 0 to 10 */
export const ScoreOutOfTen = integerBetween('Score', 0, 10)
/** @rule V-52 discount in percent from 1 to 50 (C-21) */
export const DiscountPercent = integerBetween('Percent', 1, 50)

const isRecordableYear = (date: string) => {
  const year = Number(date.slice(0, 4))
  return year >= recordableYears.first && year <= recordableYears.last
}
const isInAnyMonth = (instant: string) =>
  /-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(instant)
const existsInCalendar = (instant: string) => {
  const ms = Date.parse(instant)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === instant
}

interface InstantBrand {
  readonly Instant: unique symbol
}
/** ISO 8601 instant in UTC with milliseconds, kept as text so that events decode unchanged. */
export type Instant = string & InstantBrand
export const Instant = refined(
  'Instant',
  t.string,
  (s): s is Instant => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(s),
  (s) => isRecordableYear(s) && (isInAnyMonth(s) || existsInCalendar(s)),
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
  isRecordableYear,
)

/** One of a list of strings. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W): t.Type<W[number]> =>
  refined(words.join('|'), t.string, (s): s is W[number] => words.includes(s))

export const nullable = <A>(codec: t.Type<A>): t.Type<A | null> => t.union([codec, t.null])
