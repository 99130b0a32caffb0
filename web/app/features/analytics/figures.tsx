import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { TextLink } from '../../components/links.tsx'
import { analyticsTexts } from './texts.ts'

export interface FigureProps {
  readonly label: string
  readonly value: number | null
  /** Undefined without comparison. */
  readonly before?: number | null | undefined
  readonly format: (value: number) => string
  /** Of a difference, if not as the value. */
  readonly formatDifference?: (value: number) => string
  /** Page with the rows behind it. */
  readonly rows?: { readonly to: string; readonly text: string }
  readonly note?: string | undefined
}

/** Figures of a section with their change against the previous period and the way to their rows. */
export function Figures({ figures }: { readonly figures: readonly FigureProps[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {figures.map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </dl>
  )
}

function Figure({ label, value, before, format, formatDifference = format, rows, note }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{value === null ? analyticsTexts.missing : format(value)}</dd>
      {value !== null && typeof before === 'number' && (
        <dd className="text-sm">
          <Change now={value} before={before} format={format} formatDifference={formatDifference} />
        </dd>
      )}
      {note !== undefined && <dd className="text-sm text-muted">{note}</dd>}
      {rows !== undefined && (
        <dd className="text-sm screen-only">
          <TextLink to={rows.to}>{rows.text}</TextLink>
        </dd>
      )}
    </div>
  )
}

interface ChangeProps {
  readonly now: number
  readonly before: number
  readonly format: (value: number) => string
  readonly formatDifference: (value: number) => string
}

/** Sign, size and direction of a change, in words. */
function Change({ now, before, format, formatDifference }: ChangeProps) {
  const { change } = analyticsTexts
  const isSame = format(now) === format(before)
  const Icon = isSame ? Minus : now > before ? TrendingUp : TrendingDown
  const by = formatDifference(Math.abs(now - before))
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {isSame ? change.same(format(before)) : change[now > before ? 'up' : 'down'](by, format(before))}
    </span>
  )
}
