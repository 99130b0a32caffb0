import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { DataTable } from '../data-table.tsx'
import { EmptyState } from '../feedback.tsx'
import { TextLink } from '../links.tsx'
import { useNearViewport } from '../near-viewport.ts'
import { classNames } from '../styles.ts'
import { componentTexts } from '../texts.ts'
import './charts.css'
import { chartTexts } from './texts.ts'

export interface TableRow {
  readonly label: string
  /** Page with what the row counts. */
  readonly to?: string | undefined
  readonly cells: readonly string[]
}

/** The values of a chart; the first column is the row header. */
export interface ChartTable {
  readonly headers: readonly string[]
  readonly rows: readonly TableRow[]
}

/** What every chart takes. */
export interface ChartFrame {
  readonly title: string
  /** Level of the title as a heading. */
  readonly heading?: 'h2' | 'h3' | undefined
  /** Shown instead of a chart without values. */
  readonly empty: string
  /** Links below the chart, such as to its rows. */
  readonly links?: ReactNode
}

interface ChartFigureProps extends ChartFrame {
  /** Undefined while the values are loading. */
  readonly table: ChartTable | undefined
  /** One sentence that says what the chart shows. */
  readonly summary: string
  /** Height of the drawing in pixels. */
  readonly height: number
  /** Between title and drawing, such as the legend. */
  readonly above?: ReactNode
  /** Below the drawing, such as the texts of its marks. */
  readonly below?: ReactNode
  /** The drawing; `announce` reads a value to users of screen readers. */
  readonly children: (announce: (text: string) => void) => ReactNode
}

const views = ['chart', 'table'] as const
type View = (typeof views)[number]

/**
 * Chart with title, summary and table. The drawing is loaded shortly before it becomes visible. Print shows drawing and
 * table, a browser without scripts the table.
 */
export function ChartFigure({
  title,
  heading: Heading = 'h3',
  table,
  summary,
  empty,
  links,
  ...chart
}: ChartFigureProps) {
  const id = useId()
  const [view, setView] = useState<View>('chart')
  const isEmpty = table?.rows.length === 0
  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-3">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Heading id={id} className="text-lg font-semibold">
          {title}
        </Heading>
        {!isEmpty && <ViewSwitch title={title} view={view} onChange={setView} />}
      </figcaption>
      {isEmpty ? (
        <EmptyState text={empty} />
      ) : (
        <>
          <p className="text-sm text-muted empty:hidden">{table !== undefined && summary}</p>
          <div className={classNames('min-w-0', view === 'chart' ? 'needs-script' : 'hidden')}>
            {chart.above}
            {table === undefined ? (
              <LoadingDrawing height={chart.height} />
            ) : (
              view === 'chart' && <Drawing height={chart.height}>{chart.children}</Drawing>
            )}
            {chart.below}
          </div>
          {table !== undefined && (
            <div className={view === 'table' ? '' : 'hidden instead-of-chart'}>
              <ValueTable title={title} table={table} />
            </div>
          )}
        </>
      )}
      {links !== undefined && <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm screen-only">{links}</div>}
    </figure>
  )
}

interface ViewSwitchProps {
  readonly title: string
  readonly view: View
  readonly onChange: (view: View) => void
}

function ViewSwitch({ title, view, onChange }: ViewSwitchProps) {
  return (
    <fieldset className="flex shrink-0 rounded-control border border-edge text-sm screen-only needs-script">
      <legend className="sr-only">{chartTexts.view(title)}</legend>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          onClick={() => onChange(name)}
          className="min-h-9 rounded-control px-2.5 text-muted hover:text-ink aria-pressed:bg-ink aria-pressed:font-medium aria-pressed:text-paper"
        >
          {chartTexts[name]}
        </button>
      ))}
    </fieldset>
  )
}

/** The SVG has its height without a `style` attribute, which the Content Security Policy blocks in rendered pages. */
function LoadingDrawing({ height }: { readonly height: number }) {
  return (
    <output className="block screen-only">
      <span className="sr-only">{componentTexts.loading}</span>
      <Placeholder height={height} />
    </output>
  )
}

function Placeholder({ height }: { readonly height: number }) {
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block animate-pulse rounded-card screen-only">
      <rect width="100%" height="100%" fill="var(--sunken)" />
    </svg>
  )
}

interface DrawingProps {
  readonly height: number
  readonly children: (announce: (text: string) => void) => ReactNode
}

function Drawing({ height, children }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(frame)
  const [value, announce] = useState('')
  const placeholder = <Placeholder height={height} />
  return (
    <div ref={frame}>
      {isNear ? <Suspense fallback={placeholder}>{children(announce)}</Suspense> : placeholder}
      <p aria-live="polite" className="sr-only">
        {value}
      </p>
    </div>
  )
}

function ValueTable({ title, table: { headers, rows } }: { readonly title: string; readonly table: ChartTable }) {
  return (
    <DataTable
      label={chartTexts.tableOf(title)}
      columns={headers.map((header, index) => ({ title: header, numeric: index > 0 }))}
      rows={rows.map(({ label, to, cells }) => ({
        key: label,
        cells: [to === undefined ? label : <TextLink to={to}>{label}</TextLink>, ...cells],
      }))}
      short
    />
  )
}
