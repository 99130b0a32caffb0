type Row = Readonly<Record<string, unknown>>

/** RFC 4180, with the columns of all rows together. */
export const csvOf = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column])))]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** What a spreadsheet would take for a formula is shown as text. */
const cell = (value: unknown): string => {
  const text = textOf(value)
  const harmless = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
