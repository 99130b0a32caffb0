import type { ReactNode } from 'react'
import { chartTexts } from './texts.ts'

/** Colour, dash pattern and marker of each series, in this order; never colour alone. */
const styles = [
  { stroke: 'var(--brand)', dash: '', shape: 'circle' },
  { stroke: 'var(--lake)', dash: '7 4', shape: 'square' },
  { stroke: 'var(--olive)', dash: '2 4', shape: 'triangle' },
  { stroke: 'var(--honey-ink)', dash: '10 4 2 4', shape: 'diamond' },
] as const
type Shape = (typeof styles)[number]['shape']

const [firstStyle] = styles
export const styleOf = (series: number) => styles[series % styles.length] ?? firstStyle

const paths: Readonly<Record<Shape, (x: number, y: number, r: number) => string>> = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  square: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  triangle: (x, y, r) => `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.2 * r}h${-2.4 * r}Z`,
  diamond: (x, y, r) =>
    `M${x} ${y - 1.35 * r}l${1.35 * r} ${1.35 * r}l${-1.35 * r} ${1.35 * r}l${-1.35 * r} ${-1.35 * r}Z`,
}

/** Outline of a marker, as an SVG path. */
export const markerPath = (series: number, x: number, y: number, radius = 4) =>
  paths[styleOf(series).shape](x, y, radius)

const lineSample = (series: number) => {
  const { stroke, dash } = styleOf(series)
  return (
    <svg aria-hidden="true" width="36" height="14" className="shrink-0">
      <path d="M1 7h34" fill="none" stroke={stroke} strokeWidth="2" strokeDasharray={dash} />
      <path d={markerPath(series, 18, 7)} fill={stroke} />
    </svg>
  )
}

const barSample = (series: number) => {
  const { stroke } = styleOf(series)
  return (
    <svg aria-hidden="true" width="22" height="14" className="shrink-0">
      <rect x="1" y="1" width="20" height="12" fill={series === 0 ? stroke : 'none'} stroke={stroke} />
      {series > 0 && <path d="M1 7l6-6M1 13L13 1M7 13L19 1M13 13l8-8M19 13l2-2" stroke={stroke} strokeWidth="2" />}
    </svg>
  )
}

interface LegendProps {
  readonly of: 'lines' | 'bars'
  readonly series: readonly string[]
}

/** Names of several series with their line or filling; nothing for a single one. */
export function Legend({ of, series }: LegendProps): ReactNode {
  if (series.length < 2) return null
  return (
    <ul aria-label={chartTexts.legend} className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {series.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          {of === 'lines' ? lineSample(index) : barSample(index)}
          {name}
        </li>
      ))}
    </ul>
  )
}
