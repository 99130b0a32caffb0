import type { ColumnType } from '../../projections/projection.ts'

export interface Kept {
  readonly sql: string
  /** The value as Postgres reads it; undefined when the column cannot keep it and give it back the same. */
  readonly down: (value: unknown) => string | undefined
  /** The column as text that does not depend on a session's settings. */
  readonly select: (column: string) => string
  readonly up: (text: string) => unknown
  /** Its texts may hold anything, and are quoted in an array. */
  readonly quoted?: true
}

const anyMonth = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const isInstant = (text: string) => {
  if (anyMonth.test(text)) return true
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}
const same = (column: string) => column
const whole = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : undefined)
const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** How each type of column goes down and comes up again. `bigint` is a safe integer, `numeric` a plain decimal text. */
export const kept: Readonly<Record<ColumnType, Kept>> = {
  text: { sql: 'text', down: (v) => (typeof v === 'string' ? v : undefined), select: same, up: (v) => v, quoted: true },
  int: { sql: 'integer', down: whole, select: same, up: Number },
  bigint: { sql: 'bigint', down: whole, select: same, up: Number },
  numeric: { sql: 'numeric', down: matching(/^(-(?!0*\.?0*$))?(0|[1-9]\d*)(\.\d+)?$/), select: same, up: (v) => v },
  bool: {
    sql: 'boolean',
    down: (v) => (typeof v === 'boolean' ? String(v) : undefined),
    select: same,
    up: (v) => v === 't',
  },
  instant: {
    sql: 'timestamptz',
    down: (v) => (typeof v === 'string' && isInstant(v) ? v : undefined),
    select: (column) => `(extract(epoch from ${column}) * 1000)::bigint`,
    up: (v) => new Date(Number(v)).toISOString(),
  },
  day: {
    sql: 'date',
    down: matching(/^\d{4}-\d\d-\d\d$/),
    select: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
    up: (v) => v,
  },
  // json, not jsonb: it gives members back in the order they went down
  json: {
    sql: 'json',
    down: (v) => JSON.stringify(v),
    select: same,
    up: (v) => JSON.parse(v) as unknown,
    quoted: true,
  },
}
