import { type KeyboardEvent, useEffect } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  XAxis,
  YAxis,
} from 'recharts'
import { type BarData, type ChartMark, type DataRow, type LineData, linesOfBar, linesOfPoint } from './chart-data.ts'
import { markerPath, styleOf } from './series.tsx'
import { chartTexts } from './texts.ts'

interface DrawingProps {
  /** Rows for Recharts; it forgets the chosen value when they are another array. */
  readonly data: readonly DataRow[]
  readonly title: string
  readonly height: number
  /** Reads a value to users of screen readers. */
  readonly announce: (text: string) => void
}

const tick = { fontSize: 12, fill: 'var(--muted)' }
const axis = { tick, tickLine: false, axisLine: { stroke: 'var(--edge)' } }
const grid = <CartesianGrid stroke="var(--line)" vertical={false} />
const cursor = { stroke: 'var(--edge)', strokeWidth: 1 }
const barCursor = { fill: 'var(--sunken)' }
const margin = { top: 22, right: 28, bottom: 4, left: 0 }
const millisecondsPerDay = 86_400_000
/** With more points, only some have a marker. */
const maxMarkers = 32

const accessibleNameOf = (title: string) => ({ 'aria-label': title, 'aria-description': chartTexts.keys })

/** Right and down go on, left and up go back; Recharts knows only two arrows, and swaps them for lying bars. */
const arrowsFor = (next: string, previous: string) => (event: KeyboardEvent) => {
  const key = { ArrowRight: next, ArrowDown: next, ArrowLeft: previous, ArrowUp: previous }[event.key]
  if (key === undefined || key === event.key || !event.isTrusted) return
  event.preventDefault()
  event.stopPropagation()
  event.target.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
const forwardWithRight = arrowsFor('ArrowRight', 'ArrowLeft')
const forwardWithLeft = arrowsFor('ArrowLeft', 'ArrowRight')

/** @see LineChart */
function LineDrawing({ data, title, height, announce, ...chart }: LineData & DrawingProps) {
  const { points, series, format, days, stepped, fromZero, marks = [] } = chart
  const known = points.flatMap(({ values }) => values.filter((value) => value !== null))
  const levels =
    fromZero === true
      ? levelsBetween(Math.min(0, ...known), Math.max(0, ...known), 1)
      : levelsBetween(Math.min(...known), Math.max(...known), 0.1)
  return (
    <div onKeyDownCapture={forwardWithRight}>
      <LineChart responsive data={data} margin={margin} style={{ width: '100%', height }} {...accessibleNameOf(title)}>
        {grid}
        <XAxis
          {...axis}
          dataKey="at"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          ticks={ticksOf(points.map(({ day }) => day))}
          tickFormatter={(at: number) => days.short(new Date(at).toISOString().slice(0, 10))}
          interval="preserveStartEnd"
          minTickGap={20}
        />
        <YAxis
          {...axis}
          domain={[levels[0] ?? 0, levels.at(-1) ?? 1]}
          ticks={levels}
          tickFormatter={format}
          width="auto"
        />
        <Marks marks={marks} />
        {series.map((name, index) => {
          const { stroke, dash } = styleOf(index)
          const step = Math.ceil(points.length / maxMarkers)
          return (
            <Line
              key={name}
              dataKey={String(index)}
              name={name}
              type={stepped === true ? 'stepAfter' : 'linear'}
              stroke={stroke}
              strokeWidth={2}
              strokeDasharray={dash}
              isAnimationActive={false}
              connectNulls
              dot={<Marker series={index} every={step} last={points.length - 1} />}
              activeDot={<Marker series={index} radius={6} />}
            />
          )
        })}
        <Tooltip
          cursor={cursor}
          isAnimationActive={false}
          content={<Reading announce={announce} linesOf={(index) => linesOfPoint(chart, index)} />}
        />
      </LineChart>
    </div>
  )
}

interface MarkerProps {
  readonly series: number
  readonly radius?: number
  /** Not all points have a marker, but the last one has. */
  readonly every?: number
  readonly last?: number
  /** From Recharts. */
  readonly cx?: number
  readonly cy?: number
  readonly index?: number
}

function Marker({ series, radius = 4, every = 1, last, cx, cy, index = 0 }: MarkerProps) {
  if (cx === undefined || cy === undefined || (index % every !== 0 && index !== last)) return null
  return <path d={markerPath(series, cx, cy, radius)} fill={styleOf(series).stroke} stroke="var(--surface)" />
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]

/** At most six round values that enclose the others, from a whole number to a whole number. */
const levelsBetween = (lowest: number, highest: number, smallestStep: number): readonly number[] => {
  const bottom = Math.floor(lowest)
  const span = Math.max(1, Math.ceil(highest) - bottom)
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(span)) - 1)
  const step = Math.max(smallestStep, (steps.find((size) => size * magnitude >= span / 5) ?? 50) * magnitude)
  return Array.from({ length: Math.ceil(span / step) + 1 }, (_, level) => bottom + level * step)
}

/** First days of months; for shorter periods every seventh day, for a few points the points. */
const ticksOf = (days: readonly string[]): readonly number[] => {
  const [first = 0, last = 0] = [days[0], days.at(-1)].map((day) => Date.parse(day ?? ''))
  if (days.length <= 8) return days.map((day) => Date.parse(day))
  const weeks = (last - first) / millisecondsPerDay / 7
  if (weeks < 14)
    return Array.from({ length: Math.floor(weeks) + 1 }, (_, week) => first + week * 7 * millisecondsPerDay)
  const start = new Date(first)
  const months = Array.from({ length: Math.ceil(weeks / 4) + 1 }, (_, month) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1),
  )
  return months.filter((at) => at >= first && at <= last)
}

const badgeWidth = 18

/** Numbered lines on days and hatched areas; numbers that would overlap share a badge. */
function Marks({ marks }: { readonly marks: readonly ChartMark[] }) {
  const scale = useXAxisScale()
  const plot = usePlotArea()
  if (scale === undefined || plot === undefined || marks.length === 0) return null
  const { x: left, y: top, width, height } = plot
  const xOf = (day: string) => Math.min(Math.max(scale(Date.parse(day)) ?? left, left), left + width)
  const placed = marks.map(({ from, to }, index) => ({ number: index + 1, x: xOf(from), end: xOf(to ?? from) }))
  return (
    <g aria-hidden="true">
      {placed.map(({ number, x, end }) => (
        <g key={number}>
          {end > x && <path d={hatchingPath(x, end, top, height)} stroke="var(--edge)" opacity="0.6" />}
          <path d={`M${x} ${top}v${height}`} stroke="var(--edge)" strokeDasharray="4 3" />
        </g>
      ))}
      {badgesOf(placed).map(({ first, last, x }) => (
        <text key={first} x={x} y={top - 7} textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--ink)">
          {chartTexts.markNumbers(first, last)}
        </text>
      ))}
    </g>
  )
}

interface Badge {
  readonly first: number
  readonly last: number
  readonly x: number
}

const badgesOf = (placed: readonly { readonly number: number; readonly x: number }[]): readonly Badge[] =>
  placed.reduce<readonly Badge[]>((badges, { number, x }) => {
    const previous = badges.at(-1)
    if (previous === undefined || x - previous.x > badgeWidth) return [...badges, { first: number, last: number, x }]
    return [...badges.slice(0, -1), { ...previous, last: number }]
  }, [])

/** Diagonal strokes that fill a rectangle. */
const hatchingPath = (left: number, right: number, top: number, height: number) => {
  const step = 8
  const count = Math.ceil((right - left + height) / step)
  return Array.from({ length: count }, (_, index) => {
    const start = left + index * step
    const [x1, y1] = start > right ? [right, top + start - right] : [start, top]
    const reach = Math.min(x1 - left, top + height - y1)
    return `M${x1} ${y1}l${-reach} ${reach}`
  }).join('')
}

/** @see BarChart */
function BarDrawing({ data, title, height, announce, ...chart }: BarData & DrawingProps) {
  const { bars, series, format, upright } = chart
  const shownLabel = (value: unknown) => (typeof value === 'number' ? format(value) : '')
  const known = bars.flatMap(({ values }) => values.filter((value) => value !== null))
  const levels = levelsBetween(0, Math.max(0, ...known), 1)
  const showsValues = upright !== true || bars.length * series.length <= 12
  return (
    <div onKeyDownCapture={upright === true ? forwardWithRight : forwardWithLeft}>
      <BarChart
        responsive
        data={data}
        layout={upright === true ? 'horizontal' : 'vertical'}
        margin={upright === true ? margin : { top: 4, right: 56, bottom: 4, left: 0 }}
        style={{ width: '100%', height }}
        barCategoryGap="18%"
        barGap={2}
        {...accessibleNameOf(title)}
      >
        {upright === true && grid}
        {upright === true ? (
          <XAxis {...axis} dataKey="label" interval="preserveStartEnd" minTickGap={12} />
        ) : (
          <XAxis type="number" domain={[0, 'dataMax']} hide />
        )}
        {upright === true ? (
          <YAxis {...axis} domain={[0, levels.at(-1) ?? 1]} ticks={levels} tickFormatter={format} width="auto" />
        ) : (
          <YAxis {...axis} type="category" dataKey="label" width={labelWidth(bars)} interval={0} />
        )}
        {series.map((name, index) => (
          <Bar
            key={name}
            dataKey={String(index)}
            name={name}
            stroke={styleOf(index).stroke}
            fill={index === 0 ? styleOf(index).stroke : hatched}
            isAnimationActive={false}
            maxBarSize={28}
            minPointSize={zeroSize}
          >
            {showsValues && (
              <LabelList
                position={upright === true ? 'top' : 'right'}
                formatter={shownLabel}
                fill="var(--ink)"
                fontSize={12}
              />
            )}
          </Bar>
        ))}
        <Tooltip
          cursor={barCursor}
          isAnimationActive={false}
          content={<Reading announce={announce} linesOf={(index) => linesOfBar(chart, index)} />}
        />
      </BarChart>
    </div>
  )
}

/** On the axis, so that zero has its label; Recharts leaves out bars without a size. */
const zeroSize = 0.5

/** Long labels take two lines. */
const labelWidth = (bars: BarData['bars']) => Math.min(124, 16 + 7 * Math.max(...bars.map(({ label }) => label.length)))

function Hatching({ id, color }: { readonly id: string; readonly color: string | undefined }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--surface)" />
      <path d="M1.5 0v6" stroke={color} strokeWidth="3" />
    </pattern>
  )
}
const hatched = { color: styleOf(1).stroke, definition: Hatching }

interface ReadingProps {
  readonly announce: (text: string) => void
  readonly linesOf: (index: number) => readonly string[]
  /** From Recharts. */
  readonly active?: boolean
  readonly activeIndex?: string
}

/** The values under the pointer or chosen by keyboard; hidden from screen readers, to which they are announced. */
function Reading({ announce, linesOf, active, activeIndex }: ReadingProps) {
  const lines = active === true ? linesOf(Number(activeIndex)) : []
  const text = lines.join(', ')
  useEffect(() => announce(text), [announce, text])
  const [first, ...rest] = lines
  if (first === undefined) return null
  return (
    <div aria-hidden="true" className="chart-reading rounded-control bg-ink px-3 py-2 text-sm text-paper shadow-float">
      <p className="font-semibold">{first}</p>
      {rest.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** Shown only inside the charts, which load this file on demand. */
export { BarDrawing, LineDrawing }
