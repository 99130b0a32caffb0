import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Instant } from '../domain/kernel/primitives.ts'

/** Timestamptz as returned by slonik (milliseconds) → ISO text. */
export const instantColumn = z.number().transform((ms) => new Date(ms).toISOString())
/** The same as the domain's type, for use cases. */
export const domainInstantColumn = instantColumn.transform((text) => text as Instant)
/** Timestamptz as the same ISO text, for use within JSON. */
export const isoText = (column: FragmentSqlToken) =>
  sql.fragment`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** Count or sum as returned by slonik (bigint) → number; all stay far below 2^53. */
export const countColumn = z.union([z.bigint(), z.number()]).transform(Number)

export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** One page of a list and the cursor of the next; null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Page from rows queried with `limit + 1`. `cursorOf` returns a row's sort key. */
export const pageOf = <Item>(
  rows: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => readonly (string | number)[],
): Page<Item> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? encodeCursor(cursorOf(last)) : null }
}

export const encodeCursor = (sortKey: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(sortKey)).toString('base64url')

/** Postgres accepts neither the year 0 and long fractions in a timestamp nor NUL in a text. */
const instantKey = z.iso
  .datetime()
  .max('2026-01-01T00:00:00.000000000Z'.length)
  .refine((at) => !at.startsWith('0000'))
export const dayKey = z.iso.date().refine((day) => !day.startsWith('0000'))
const idKey = z.string().refine((id) => !id.includes('\0'))

/** Cursor of a list sorted by time, then by id. */
export const instantCursor = z.tuple([instantKey, idKey])
/** Cursor of a list sorted by calendar day, then by id. */
export const dayCursor = z.tuple([dayKey, idKey])
/** Cursor of a list sorted by a whole number, then by time and id. */
export const rankCursor = z.tuple([z.int32().gt(-(2 ** 31)), instantKey, idKey])

/** The cursor was not made by this list. */
export class InvalidCursor extends Error {}

/** Sort key in a cursor; null, which is the first page, without a cursor. Throws `InvalidCursor`. */
export const decodeCursor = <T extends z.ZodType>(schema: T, cursor: string | undefined): z.infer<T> | null => {
  if (cursor === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new InvalidCursor()
  }
}

/** Condition for the rows after a cursor, in a list sorted by an instant column, then by key, both descending. */
export const beforeCursor = (cursor: string | undefined, time: FragmentSqlToken, key: FragmentSqlToken) => {
  const last = decodeCursor(instantCursor, cursor)
  return last === null ? sql.fragment`true` : sql.fragment`(${time}, ${key}) < (${last[0]}::timestamptz, ${last[1]})`
}

/** Italian calendar day of an instant column. */
export const romeDayOf = (instant: FragmentSqlToken) => sql.fragment`(${instant} at time zone 'Europe/Rome')::date`

/**
 * Sorts rows by Italian calendar day, the newest first, and within a day by a hash of the key, which does not follow the
 * time. As an index: `dayOrderIndex`. @rule Q-60
 */
export const dayOrder = (instant: FragmentSqlToken, key: FragmentSqlToken) => {
  const [day, hash] = [romeDayOf(instant), sql.fragment`md5(${key})`]
  return {
    columns: sql.fragment`${day}::text as "sortDay", ${hash} as "sortHash"`,
    descending: sql.fragment`${day} desc, ${hash} desc`,
    before: (cursor: string | undefined) => {
      const last = decodeCursor(dayCursor, cursor)
      return last === null ? sql.fragment`true` : sql.fragment`(${day}, ${hash}) < (${last[0]}::date, ${last[1]})`
    },
  }
}

export const DayOrder = z.object({ sortDay: z.string(), sortHash: z.string() })

/** One page of a list in `dayOrder`, from rows queried with `limit + 1`, without their sort keys. */
export const pageByDay = <Row extends z.infer<typeof DayOrder>>(
  rows: readonly Row[],
  limit: number,
): Page<Omit<Row, keyof z.infer<typeof DayOrder>>> => {
  const { items, nextCursor } = pageOf(rows, limit, ({ sortDay, sortHash }) => [sortDay, sortHash])
  return { items: items.map(({ sortDay: _, sortHash: __, ...item }) => item), nextCursor }
}

export const dayOrderIndex = (instant: string) => `((${instant} at time zone 'Europe/Rome')::date) desc, md5(key) desc`

type ColumnType = 'bytea' | 'int4' | 'text' | 'timestamptz'

/**
 * A list of rows for `from`, given as columns. The planner does not see how many rows there are, so it keeps one plan for
 * all lists; otherwise it would plan short lists again at each execution, which costs more than executing them.
 */
export const rowsOf = (...columns: readonly (readonly [ColumnType, readonly (Buffer | number | string)[]])[]) =>
  sql.fragment`unnest(${sql.join(
    columns.map(([type, values]) => sql.fragment`(select ${sql.array([...values], type)})`),
    sql.fragment`, `,
  )})`
