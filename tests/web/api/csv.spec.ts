import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCsv } from '../../../web/api/csv.ts'

describe('Q-82: a CSV file', () => {
  it('conforms to RFC 4180', () =>
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x, "y"', 2],
          ['riga\nnuova', 'è'],
        ],
      ),
    ).toBe('a,b\r\n"x, ""y""",2\r\n"riga\nnuova",è\r\n'))

  it.each(['=1+1', '+39', '-2', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://a.example")'])(
    'contains %j as text, not as a formula',
    (text) => {
      const [, line = ''] = toCsv(['a'], [[text]]).split('a\r\n')
      expect(line.startsWith("'") || line.startsWith(`"'`)).toBe(true)
    },
  )

  it('has one cell per value, whatever the value contains', () => {
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(cells, (row) => {
        const read = cellsIn(toCsv([], [row]).slice(2))
        expect(read.map((cell) => cell.replace(/^'/, ''))).toEqual(row.map((cell) => cell.replace(/^'/, '')))
      }),
    )
  })
})

/** Parses a line according to RFC 4180. */
const cellsIn = (line: string): readonly string[] =>
  [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
