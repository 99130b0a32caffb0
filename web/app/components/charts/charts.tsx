import { lazyComponent } from '../../lazy.ts'
import { ChartFigure, type ChartFrame } from './chart-figure.tsx'
import {
  type BarData,
  type BarGroup,
  type ChartMark,
  type DayLabels,
  type LineData,
  type LinePoint,
  rowsOfBars,
  rowsOfPoints,
  shownValue,
  summaryOfBars,
  summaryOfLines,
} from './chart-data.ts'
import { Legend } from './series.tsx'
import { chartTexts } from './texts.ts'

const LineDrawing = lazyComponent(() => import('./drawings.tsx').then((m) => m.LineDrawing))
const BarDrawing = lazyComponent(() => import('./drawings.tsx').then((m) => m.BarDrawing))

interface LineChartProps extends ChartFrame, Omit<LineData, 'points'> {
  /** Undefined while loading. */
  readonly points: readonly LinePoint[] | undefined
}

const lineHeight = 256

/** Values over time, with numbered marks whose texts are listed below. */
export function LineChart({ title, heading, empty, links, points, ...chart }: LineChartProps) {
  const { series, format, days } = chart
  const marks = [...(chart.marks ?? [])].sort((one, other) => one.from.localeCompare(other.from))
  const drawn = points?.filter(({ values }) => values.some((value) => value !== null))
  const data = rowsOfPoints(drawn ?? [])
  const table = drawn && {
    headers: [chartTexts.day, ...series],
    rows: drawn.map(({ day, values }) => ({
      label: days.long(day),
      cells: series.map((_, index) => shownValue(values[index], format)),
    })),
  }
  return (
    <ChartFigure
      {...{ title, heading, empty, links, table }}
      height={lineHeight}
      summary={summaryOfLines({ ...chart, points: drawn ?? [] })}
      above={<Legend of="lines" series={series} />}
      below={marks.length > 0 && <MarkList marks={marks} days={days} />}
    >
      {(announce) => (
        <LineDrawing
          {...chart}
          data={data}
          points={drawn ?? []}
          marks={marks}
          title={title}
          height={lineHeight}
          announce={announce}
        />
      )}
    </ChartFigure>
  )
}

function MarkList({ marks, days }: { readonly marks: readonly ChartMark[]; readonly days: DayLabels }) {
  return (
    <ol aria-label={chartTexts.marks} className="mt-2 grid list-decimal gap-x-10 gap-y-1 pl-5 text-sm sm:grid-cols-2">
      {marks.map(({ from, to, text }) => (
        <li key={`${from} ${text}`}>
          {to === undefined || to === from ? days.long(from) : chartTexts.fromTo(days.long(from), days.long(to))}
          {`: ${text}`}
        </li>
      ))}
    </ol>
  )
}

interface BarChartProps extends ChartFrame, Omit<BarData, 'bars'> {
  /** Undefined while loading. */
  readonly bars: readonly BarGroup[] | undefined
  /** Header of the groups in the table. */
  readonly group?: string
}

const barHeight = { single: 36, pair: 56 }
const loadingBars = 5

/** Values by group, with their numbers next to the bars. */
export function BarChart({ title, heading, empty, links, bars, group, ...chart }: BarChartProps) {
  const { series, format, upright } = chart
  const data = rowsOfBars(bars ?? [])
  const table = bars && {
    headers: [group ?? chartTexts.group, ...series],
    rows: bars.map(({ label, to, values }) => ({
      label,
      to,
      cells: series.map((_, index) => shownValue(values[index], format)),
    })),
  }
  const lying = (bars?.length ?? loadingBars) * (series.length === 1 ? barHeight.single : barHeight.pair) + 8
  const height = upright === true ? lineHeight : lying
  return (
    <ChartFigure
      {...{ title, heading, empty, links, table, height }}
      summary={summaryOfBars(bars ?? [], format)}
      above={<Legend of="bars" series={series} />}
    >
      {(announce) => (
        <BarDrawing {...chart} data={data} bars={bars ?? []} title={title} height={height} announce={announce} />
      )}
    </ChartFigure>
  )
}
