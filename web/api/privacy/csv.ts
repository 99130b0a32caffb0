import { csvOf } from '../csv.ts'

type Row = Readonly<Record<string, unknown>>

/** A table of rows that need not be alike: it has the columns of all of them together. */
export const csvOfRows = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csvOf(
    columns,
    rows.map((row) => columns.map((column) => cellOf(row[column]))),
  )
}

const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
