import { writeXlsxStream } from 'hucre/xlsx'
import { criterionNames, reasonNames, rewardRuleTitles } from '../../../application/analytics/labels.it.ts'
import { criteria } from '../../../domain/ratings/vocabulary.ts'
import type { AnalyticsRow } from '../../contract/analytics/analytics.ts'

type Kind = AnalyticsRow['of']
type RowOf<K extends Kind> = Extract<AnalyticsRow, { readonly of: K }>
type Cell = string | number | boolean | Date | null

interface Column<Row> {
  readonly header: string
  readonly width: number
  readonly numFmt?: string
  readonly cell: (row: Row) => Cell
}

interface Sheet<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
}

const dayFormat = 'dd/mm/yyyy'
const dateCell = (day: string | null) => (day === null ? null : new Date(`${day}T00:00:00Z`))
const dayColumn = <Row extends { readonly day: string }>(header: string): Column<Row> => ({
  header,
  width: 12,
  numFmt: dayFormat,
  cell: ({ day }) => dateCell(day),
})
const yesOrNo = (yes: boolean) => (yes ? 'sì' : 'no')

/** Sheet of each kind of row; numbers and dates are cells of their type. */
const sheets: { readonly [K in Kind]: Sheet<RowOf<K>> } = {
  reviews: {
    name: 'Recensioni',
    columns: [
      dayColumn('Giorno'),
      { header: 'Stelle', width: 8, numFmt: '0', cell: ({ stars }) => stars },
      { header: 'Motivo', width: 14, cell: ({ reasonCode }) => reasonNames[reasonCode] },
      { header: 'Commento', width: 60, cell: ({ comment }) => comment },
      { header: 'Nel punteggio', width: 14, cell: ({ counted }) => yesOrNo(counted) },
      { header: 'Risposta del', width: 14, numFmt: dayFormat, cell: ({ repliedOn }) => dateCell(repliedOn) },
    ],
  },
  ratings: {
    name: 'Valutazioni',
    columns: [
      dayColumn('Giorno'),
      { header: 'Ospite', width: 24, cell: ({ clientName }) => clientName },
      { header: 'Soggiorno', width: 12, numFmt: dayFormat, cell: ({ stayDate }) => dateCell(stayDate) },
      { header: 'Stelle', width: 8, numFmt: '0', cell: ({ stars }) => stars },
      ...criteria.map((criterion) => ({
        header: criterionNames[criterion],
        width: 12,
        numFmt: '0',
        cell: (row: RowOf<'ratings'>) => row[criterion],
      })),
      { header: 'Ospite di ritorno', width: 16, cell: ({ returning }) => yesOrNo(returning) },
    ],
  },
  rewards: {
    name: 'Ricompense',
    columns: [
      dayColumn('Usata il'),
      { header: 'Regola', width: 20, cell: ({ rule }) => rewardRuleTitles[rule] },
      { header: 'Sconto', width: 10, numFmt: '0%', cell: ({ discountPercent }) => discountPercent / 100 },
      { header: 'Costo', width: 12, numFmt: '#,##0.00 "€"', cell: ({ discountEuro }) => discountEuro },
    ],
  },
  issued: {
    name: 'Ricompense emesse',
    columns: [
      dayColumn('Settimana dal'),
      { header: 'Al', width: 12, numFmt: dayFormat, cell: ({ until }) => dateCell(until) },
      { header: 'Emesse', width: 10, numFmt: '0', cell: ({ count }) => count },
    ],
  },
  ava: {
    name: 'AVA',
    columns: [
      dayColumn('Giorno'),
      { header: 'Descrizione', width: 48, cell: ({ description }) => description },
      { header: 'AVA', width: 10, numFmt: '0', cell: ({ amount }) => amount },
    ],
  },
}

/** A workbook of one sheet, written while its rows are read: memory does not grow with their number. */
export const workbookOf = <K extends Kind>(kind: K, rows: AsyncIterable<RowOf<K>>): AsyncIterable<Uint8Array> => {
  const sheet: Sheet<RowOf<K>> = sheets[kind]
  const columns = sheet.columns.map(({ cell: _, ...column }) => column)
  return writeXlsxStream(cellsOf(sheet, rows), { name: sheet.name, columns, freezePane: { rows: 1 } })
}

async function* cellsOf<Row>({ columns }: Sheet<Row>, rows: AsyncIterable<Row>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(({ cell }) => allowedIn(cell(row)))
}

/** Without the characters that XML forbids, which would make the whole file unreadable. */
const allowedIn = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replaceAll(forbiddenInXml, '') : cell)

/** All but the characters of XML 1.0, §2.2. */
const forbiddenInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
