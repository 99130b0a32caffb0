import type { Pool, PoolClient } from 'pg'
import { E } from '../../domain/kernel/fp.ts'
import type { Row } from './any-projection.ts'
import type { Rows } from './fold.ts'
import type { Place, Writable } from './place.ts'
import { statementName } from './table.ts'

export type Database = Pick<Pool | PoolClient, 'query'>

/** Rows on their way to a table: the keys, then one array a column; and the keys of rows that go. */
export interface Writes {
  readonly columns: readonly (readonly (string | null)[])[]
  readonly gone: readonly string[]
}

/** What of `after` differs from `before` (null: nobody knows), as the place will hold it, or why it cannot. */
export const encodeRows = ({ fields }: Writable, after: Rows, before: Rows | null): E.Either<string, Writes> => {
  const gone: string[] = []
  const keys: string[] = []
  const rows: Row[] = []
  for (const [key, row] of after) {
    if (before && row === (before.get(key) ?? null)) continue
    if (row === null) {
      gone.push(key)
      continue
    }
    keys.push(key)
    rows.push(row)
  }
  const columns: (string | null)[][] = [keys]
  for (const { field, down, sql } of fields) {
    const texts: (string | null)[] = []
    for (const { [field]: value } of rows) {
      const text = value === null ? null : down(value)
      if (text === undefined) return E.left(`${field}: ${sql} cannot keep ${nameOf(value)}`)
      texts.push(text)
    }
    columns.push(texts)
  }
  return E.right({ columns, gone })
}

/** Those rows among `keys` that exist, exactly as they were encoded. */
export const loadRows = (db: Database, place: Place, keys: readonly string[]): Promise<Rows> =>
  selectRows(db, place, place.load, keys)

/** Those rows that are about any of these people. */
export const loadRowsOf = (
  db: Database,
  place: Place,
  owners: readonly string[],
  subjects: readonly string[],
): Promise<Rows> => selectRows(db, place, place.loadOf(owners), subjects)

const selectRows = async (db: Database, { fields }: Place, text: string, wanted: readonly string[]): Promise<Rows> => {
  const { rows } = await db.query<(string | null)[]>({
    ...asTexts,
    text,
    name: statementName(text),
    values: [wanted],
  })
  return new Map(
    rows.map(([key, ...texts]) => [
      key ?? '',
      Object.fromEntries(fields.map(({ field, up }, n) => [field, valueOf(texts[n], up)])),
    ]),
  )
}

/** Whatever parsers the pool has been given. */
const asTexts = { rowMode: 'array' as const, types: { getTypeParser: () => (text: string) => text } }

const valueOf = (text: string | null | undefined, up: (text: string) => unknown) =>
  typeof text === 'string' ? up(text) : null
const nameOf = (value: unknown) => (value === undefined ? 'a value that is missing' : `this ${typeof value}`)
