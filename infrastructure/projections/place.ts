import type { Kept } from './columns.ts'

export interface Field extends Kept {
  /** Its name in the row. */
  readonly field: string
}

/** Where a projection's rows go down. */
export interface Writable {
  readonly fields: readonly Field[]
  /**
   * Two parts of a `with`: from parameter `first` on stand the keys that go, the keys that stay and one array a column.
   */
  readonly write: (first: number, condition: string) => string
}

/** And where they come up again. */
export interface Place extends Writable {
  /** Keys and columns of the rows named in $1, as text. */
  readonly load: string
  /** The same of the rows in which a field named here says that they are somebody's of $1. */
  readonly loadOf: (owners: readonly string[]) => string
  /** To be run once before the first row is loaded. */
  readonly prepare: string
}

export const columnOf = (field: string) => `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
/** Keys and columns, as text. */
export const selected = (fields: readonly Field[]) =>
  ['key', ...fields.map(({ field, select }) => select(columnOf(field)))].join(', ')
export const isOf = (owners: readonly string[]) => owners.map((owner) => `${columnOf(owner)} = any($1)`).join(' or ')
/** The rows of one array a column, the keys' the first of them; unrolled where they are selected, they are not gathered first. */
export const given = (fields: readonly Field[], first: number) =>
  `(select ${['text', ...fields.map(({ sql }) => sql)].map((sql, n) => `unnest($${first + n}::${sql}[])`).join(', ')}) as given`
