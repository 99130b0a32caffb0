import { TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { download } from '../route.ts'
import { csvOfRows } from './csv.ts'
import { sectionsOf, type Section } from './export-sections.ts'
import { zipped, type Entry } from './zip.ts'

/** what belongs to the asker alone; whose it is comes from the session, never from the address. */
export const exportRoute = (hall: Hall) =>
  download(calls.exportData, ({ query: { format }, person }) => {
    const name = `garbo-dati-${romeDay(hall.clock())}`
    const head = { exportDate: hall.clock(), userId: person.accountId }
    const sections = sectionsOf(hall, person)
    return TE.right(
      format === 'csv'
        ? { name: `${name}.zip`, type: 'application/zip', content: zipped(files(head, sections)) }
        : { name: `${name}.json`, type: 'application/json; charset=utf-8', content: json(head, sections) },
    )
  })

interface Head {
  readonly exportDate: string
  readonly userId: string
}
type Sections = readonly (readonly [string, Section])[]

/** There is one of these, not a list. */
const single: ReadonlySet<string> = new Set(['userProfile', 'avaWallet'])

async function* json(head: Head, sections: Sections): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const [name, section] of sections) {
    yield `,\n  "${name}": ${single.has(name) ? '' : '['}`
    let separator = ''
    for await (const row of section) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n    '
    }
    if (!single.has(name)) yield ']'
  }
  yield '\n}\n'
}

async function* files(head: Head, sections: Sections): AsyncGenerator<Entry> {
  yield { name: 'export.csv', content: Buffer.from(csvOfRows([{ ...head }])) }
  for (const [name, section] of sections) {
    const rows: Readonly<Record<string, unknown>>[] = []
    for await (const row of section) rows.push(row)
    yield { name: `${name}.csv`, content: Buffer.from(csvOfRows(rows)) }
  }
}
