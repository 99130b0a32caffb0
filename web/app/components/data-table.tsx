import type { ReactNode } from 'react'
import { classNames } from './styles.ts'
import './charts/charts.css'

export interface DataColumn {
  readonly title: string
  /** Aligned to the right. */
  readonly numeric?: boolean
}

export interface DataRow {
  readonly key: string
  /** One for each column; the first is the row header. */
  readonly cells: readonly ReactNode[]
}

interface DataTableProps {
  readonly label: string
  readonly columns: readonly DataColumn[]
  readonly rows: readonly DataRow[]
  /** Scrolls beyond a certain height, except in print. */
  readonly short?: boolean
}

/** Table that scrolls sideways on narrow screens, also with the keyboard. */
export function DataTable({ label, columns, rows, short = false }: DataTableProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the table
      tabIndex={0}
      className={classNames('relative overflow-x-auto rounded-control border border-line', short && 'short-table')}
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line bg-sunken">
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={classNames('px-3 py-2', numeric === true && 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [header, ...cells] }) => (
            <tr key={key} className="border-b border-line align-top last:border-0">
              <th scope="row" className="px-3 py-2 font-normal">
                {header}
              </th>
              {columns.slice(1).map(({ title, numeric }, index) => (
                <td key={title} className={classNames('px-3 py-2', numeric === true && 'text-right tabular-nums')}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
