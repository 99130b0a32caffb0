import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { Button } from '../../components/buttons.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { classNames } from '../../components/styles.ts'
import { dateTime } from '../../shared/format.ts'
import { nextFocus, type PlacedEvent, placedEvents } from './causation-layout.ts'
import { correlationTexts as texts } from './correlation.texts.ts'
import { correlationQuery } from './queries.ts'

/** What a request led to, on a page. @rule D-49 */
export function CorrelationPage() {
  const { correlationId = '' } = useParams()
  return (
    <PageLayout title={texts.title} intro={texts.intro(correlationId)}>
      <CausationGraph correlationId={correlationId} />
    </PageLayout>
  )
}

interface CausationGraphProps {
  readonly correlationId: string
  /** The event whose page this is. */
  readonly current?: string | undefined
}

/** Events below their causes, as a drawing and as a table. @rule D-49 */
export function CausationGraph({ correlationId, current }: CausationGraphProps) {
  const correlation = useQuery(correlationQuery(correlationId))
  return (
    <QueryView query={correlation} errorTitle={texts.failed}>
      {({ roots }) => {
        const events = placedEvents(roots)
        return events.length === 0 ? (
          <EmptyState text={texts.empty} />
        ) : (
          <LoadedGraph key={correlationId} events={events} current={current} />
        )
      }}
    </QueryView>
  )
}

/** Events that are drawn at first, and more at a time. */
const pageSize = 200

interface LoadedGraphProps {
  readonly events: readonly PlacedEvent[]
  readonly current: string | undefined
}

function LoadedGraph({ events, current }: LoadedGraphProps) {
  const [limit, setLimit] = useState(pageSize)
  const shown = events.slice(0, limit)
  const hidden = Math.min(events.length - shown.length, pageSize)
  return (
    <div className="grid gap-4">
      <Drawing events={shown} total={events.length} current={current} />
      {hidden > 0 && (
        <div className="text-center">
          <Button variant="secondary" onClick={() => setLimit(limit + pageSize)}>
            {texts.more(hidden)}
          </Button>
        </div>
      )}
      <Disclosure title={texts.table}>
        <DataTable
          label={texts.title}
          columns={[texts.columns.event, texts.columns.stream, texts.columns.at, texts.columns.cause].map((title) => ({
            title,
          }))}
          rows={shown.map(({ id, type, stream, at, cause }) => ({
            key: id,
            cells: [
              <TextLink key="event" to={eventPath(id)}>
                {type}
              </TextLink>,
              stream,
              dateTime(at),
              cause === null ? texts.noCause : `${events[cause]?.type}, ${events[cause]?.stream}`,
            ],
          }))}
        />
      </Disclosure>
    </div>
  )
}

const eventPath = (id: string) => `/admin/audit/events/${encodeURIComponent(id)}`

const [rowHeight, indent, margin] = [44, 28, 16]
const letterWidth = 7.5

interface DrawingProps extends LoadedGraphProps {
  readonly total: number
}

/** One row an event, indented below its cause. One of them is reached with Tab, the others with the arrow keys. */
function Drawing({ events, total, current }: DrawingProps) {
  const links = useRef(new Map<number, Element>())
  const [focused, setFocused] = useState(() =>
    Math.max(
      0,
      events.findIndex(({ id }) => id === current),
    ),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextFocus(events, focused, event.key)
    if (next === null) return
    event.preventDefault()
    setFocused(next)
    const link = links.current.get(next)
    if (link instanceof SVGElement || link instanceof HTMLElement) link.focus()
  }
  const width = Math.max(
    ...events.map(({ level, type, stream }) => widthOf(level, Math.max(type.length, stream.length))),
  )
  return (
    <div className="relative overflow-x-auto rounded-control border border-line bg-surface">
      <svg
        role="tree"
        aria-label={texts.tree(total)}
        width={width}
        height={events.length * rowHeight + margin}
        className="block max-w-none"
      >
        {events.map((event, row) => (
          <Edge key={event.id} event={event} row={row} />
        ))}
        {events.map((event, row) => (
          <Node
            key={event.id}
            {...{ event, row, width }}
            isCurrent={event.id === current}
            isFocused={row === focused}
            onFocus={() => setFocused(row)}
            onKeyDown={onKeyDown}
            onLink={(link) => {
              if (link === null) links.current.delete(row)
              else links.current.set(row, link)
            }}
          />
        ))}
      </svg>
    </div>
  )
}

const xOf = (level: number) => margin + (level - 1) * indent
const yOf = (row: number) => margin / 2 + row * rowHeight + rowHeight / 2
const widthOf = (level: number, letters: number) => xOf(level) + 2 * margin + letters * letterWidth

function Edge({ event: { cause, level }, row }: { readonly event: PlacedEvent; readonly row: number }) {
  if (cause === null) return null
  const x = xOf(level - 1)
  return (
    <path d={`M${x} ${yOf(cause)}V${yOf(row)}H${xOf(level)}`} fill="none" strokeWidth="1.75" className="stroke-edge" />
  )
}

interface NodeProps {
  readonly event: PlacedEvent
  readonly row: number
  readonly width: number
  readonly isCurrent: boolean
  readonly isFocused: boolean
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onLink: (link: Element | null) => void
}

function Node({
  event: { id, type, stream, level },
  row,
  width,
  isCurrent,
  isFocused,
  onFocus,
  onKeyDown,
  onLink,
}: NodeProps) {
  const x = xOf(level) + margin
  return (
    <Link
      ref={onLink}
      to={eventPath(id)}
      role="treeitem"
      aria-level={level}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isFocused ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className="group outline-none"
    >
      <rect
        x="2"
        y={yOf(row) - rowHeight / 2 + 2}
        width={width - 4}
        height={rowHeight - 4}
        rx="6"
        strokeWidth="3"
        className="fill-transparent stroke-transparent group-hover:fill-sunken group-focus-visible:stroke-olive"
      />
      <circle
        cx={xOf(level)}
        cy={yOf(row)}
        r="6"
        strokeWidth="2"
        className={classNames('stroke-brand', isCurrent ? 'fill-brand' : 'fill-brand-soft')}
      />
      <text>
        <tspan x={x} y={yOf(row) - 3} className={classNames('fill-ink text-[13px]', isCurrent && 'font-bold')}>
          {type}
        </tspan>{' '}
        <tspan x={x} y={yOf(row) + 13} className="fill-muted text-[12px]">
          {stream}
        </tspan>
      </text>
    </Link>
  )
}
