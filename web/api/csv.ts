/** A table as spreadsheets open it: RFC 4180, and nothing in it that they would take for a formula. */
export const toCsv = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows].map((cells) => `${cells.map(escapeCell).join(',')}\r\n`).join('')

const escapeCell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

type Row = Readonly<Record<string, unknown>>

/** A table of rows that need not be alike: it has the columns of all of them together. */
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
