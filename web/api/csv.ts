/**
 * CSV (RFC 4180) in which no cell is interpreted as a formula.
 * @rule Q-82 safe CSV
 */
export const toCsv = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows].map((cells) => `${cells.map(escapeCell).join(',')}\r\n`).join('')

const escapeCell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

type Row = Readonly<Record<string, unknown>>

/** CSV of rows with differing fields: its columns are the union of all fields. */
export const rowsToCsv = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return toCsv(
    columns,
    rows.map((row) => columns.map((column) => cellValueOf(row[column]))),
  )
}

const cellValueOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
