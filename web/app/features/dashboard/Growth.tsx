import { useQuery } from '@tanstack/react-query'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { Badge } from '../../components/Badge.tsx'
import { growth } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { statistics } from './dashboard.queries.ts'

const { ratings: words } = texts

/** How ratings grew; without a period to compare with, two sample figures that say so. */
export function Growth() {
  const figures = useQuery(statistics).data?.growth
  if (figures === undefined) return null
  const { monthlyPercent, quarterlyPercent, demo } = figures
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-sm">
      <Trend percent={monthlyPercent} text={words.growthMonthly(growth(monthlyPercent))} />
      <Trend percent={quarterlyPercent} text={words.growthQuarterly(growth(quarterlyPercent))} />
      {demo && <span className="text-muted">{words.growthDemo}</span>}
    </p>
  )
}

function Trend({ percent, text }: { readonly percent: number; readonly text: string }) {
  const Icon = percent < 0 ? TrendingDown : TrendingUp
  return (
    <Badge tone={percent < 0 ? 'bad' : 'good'}>
      <Icon aria-hidden="true" className="size-3.5" />
      {text}
    </Badge>
  )
}
