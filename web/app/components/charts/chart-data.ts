import { chartTexts } from './texts.ts'

/** How the days of a chart are written. */
export interface DayLabels {
  /** In the table and next to a value. */
  readonly long: (day: string) => string
  /** Below the axis. */
  readonly short: (day: string) => string
}

export interface LinePoint {
  readonly day: string
  /** One value for each series. */
  readonly values: readonly (number | null)[]
}

/** Something that happened on a day, or from a day to another. */
export interface ChartMark {
  readonly from: string
  readonly to?: string
  readonly text: string
}

/** A point or bar as Recharts takes it: its place, and its values by the number of their series. */
export type DataRow = Readonly<Record<string, number | string | null>>

/** What a line chart shows, however it is framed. */
export interface LineData {
  readonly points: readonly LinePoint[]
  readonly series: readonly string[]
  readonly format: (value: number) => string
  readonly days: DayLabels
  /** Values hold until the next point. */
  readonly stepped?: boolean | undefined
  /** The axis includes zero. */
  readonly fromZero?: boolean | undefined
  /** In the order of their days. */
  readonly marks?: readonly ChartMark[] | undefined
}

export interface BarGroup {
  readonly label: string
  /** Page with what the bar counts; linked in the table. */
  readonly to?: string
  /** One value, or two to compare. */
  readonly values: readonly (number | null)[]
}

/** What a bar chart shows, however it is framed. */
export interface BarData {
  readonly bars: readonly BarGroup[]
  /** Name of the values, or of the two values to compare; the second has hatched bars. */
  readonly series: readonly [string] | readonly [string, string]
  readonly format: (value: number) => string
  /** Bars that stand on the axis, for days; others lie and have long labels. */
  readonly upright?: boolean | undefined
}

export const shownValue = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? chartTexts.missing : format(value)

/** First and last value of each series; of a single one also their days and its range. */
export const summaryOfLines = ({ points, series, format, days }: LineData): string => {
  const texts = series.flatMap((name, index) => {
    const known = points.flatMap(({ day, values }) => {
      const value = values[index] ?? null
      return value === null ? [] : [{ day: days.long(day), value }]
    })
    const [first, last] = [known[0], known.at(-1)]
    if (first === undefined || last === undefined) return []
    if (first === last) return [{ name, text: chartTexts.only(format(first.value), first.day) }]
    if (series.length > 1) return [{ name, text: chartTexts.change(format(first.value), format(last.value)) }]
    const values = known.map(({ value }) => value)
    const change = chartTexts.datedChange(format(first.value), format(last.value), first.day, last.day)
    return [{ name, text: `${change}, ${chartTexts.range(format(Math.min(...values)), format(Math.max(...values)))}` }]
  })
  return texts.length === 0 ? '' : `${texts.map(({ name, text }) => chartTexts.ofSeries(name, text)).join('; ')}.`
}

/** The highest and the lowest bar of the first series. */
export const summaryOfBars = (bars: readonly BarGroup[], format: (value: number) => string): string => {
  const known = bars.flatMap(({ label, values: [value = null] }) => (value === null ? [] : [{ label, value }]))
  const [highest, ...rest] = known.sort((one, other) => other.value - one.value)
  if (highest === undefined) return ''
  const lowest = rest.at(-1)
  const start = chartTexts.highest(highest.label, format(highest.value))
  return `${lowest === undefined ? start : `${start}, ${chartTexts.lowest(lowest.label, format(lowest.value))}`}.`
}

export const rowsOfPoints = (points: readonly LinePoint[]): readonly DataRow[] =>
  points.map(({ day, values }) => ({ at: Date.parse(day), ...valuesBySeries(values) }))

export const rowsOfBars = (bars: readonly BarGroup[]): readonly DataRow[] =>
  bars.map(({ label, values }) => ({ label, ...valuesBySeries(values) }))

const valuesBySeries = (values: readonly (number | null)[]): DataRow => Object.fromEntries(values.entries())

const valueLines = (series: readonly string[], values: readonly (number | null)[], format: (value: number) => string) =>
  series.map((name, index) => chartTexts.ofSeries(name, shownValue(values[index], format)))

/** Day, values and marks of a point. */
export const linesOfPoint = (
  { points, series, format, days, marks = [] }: LineData,
  index: number,
): readonly string[] => {
  const point = points[index]
  if (point === undefined) return []
  const happened = marks.filter(({ from, to = from }) => from <= point.day && point.day <= to).map(({ text }) => text)
  return [days.long(point.day), ...valueLines(series, point.values, format), ...happened]
}

/** Label and values of a bar or pair of bars. */
export const linesOfBar = ({ bars, series, format }: BarData, index: number): readonly string[] => {
  const bar = bars[index]
  return bar === undefined ? [] : [bar.label, ...valueLines(series, bar.values, format)]
}
