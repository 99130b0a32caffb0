/** A table as spreadsheets open it: RFC 4180, and nothing in it that they would take for a formula. */
export const csvOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

const cellOf = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
