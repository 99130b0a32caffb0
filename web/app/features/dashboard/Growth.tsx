import { useQuery } from '@tanstack/react-query'
import { MoveRight, TrendingDown, TrendingUp, type LucideIcon } from 'lucide-react'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { growth } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { statistics } from './dashboard.queries.ts'

const { ratings: words } = texts

/** How ratings grew; without a period to compare with, a sample figure that says so (B-38, Q-59). */
export function Growth() {
  const figures = useQuery(statistics).data?.growth
  if (figures === undefined) return null
  const { monthlyPercent, quarterlyPercent, monthlyDemo, quarterlyDemo } = figures
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-sm">
      <Trend percent={monthlyPercent} text={words.growthMonthly(growth(monthlyPercent))} demo={monthlyDemo} />
      <Trend percent={quarterlyPercent} text={words.growthQuarterly(growth(quarterlyPercent))} demo={quarterlyDemo} />
    </p>
  )
}

interface TrendProps {
  readonly percent: number
  readonly text: string
  readonly demo: boolean
}

const stays = [MoveRight, 'plain'] as const
const looks: Readonly<Record<number, readonly [LucideIcon, BadgeTone]>> = {
  [-1]: [TrendingDown, 'bad'],
  1: [TrendingUp, 'good'],
}

/** Never a sample figure that looks like one's own. */
function Trend({ percent, text, demo }: TrendProps) {
  const [Icon, tone] = looks[Math.sign(percent)] ?? stays
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={demo ? 'plain' : tone}>
        <Icon aria-hidden="true" className="size-3.5" />
        {text}
      </Badge>
      {demo && <span className="text-muted">{words.growthDemo}</span>}
    </span>
  )
}
