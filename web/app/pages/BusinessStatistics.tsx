import { useQuery } from '@tanstack/react-query'
import { Crown, type LucideIcon, MoveRight, PenLine, Star, TrendingDown, TrendingUp, Users } from 'lucide-react'
import { Badge, type BadgeTone, StatCard } from '../components/data-display.tsx'
import { QueryView } from '../components/feedback.tsx'
import { signedPercent } from '../shared/format.ts'
import { apiQuery } from '../shared/queries.ts'
import { useUser } from '../shared/session.ts'
import { ratingTexts } from '../features/ratings/texts.ts'
import { dashboardTexts } from './dashboard.texts.ts'

/** @rule R-43 R-44 main statistics of a business */
export function StatisticsHero() {
  const { totalRatingsGiven } = useUser()
  const statistics = useQuery(dashboardStatisticsQuery).data
  return (
    <section aria-label={dashboardTexts.summaryTitle} className="rounded-card bg-olive-soft p-5 text-olive sm:p-7">
      <h2 className="font-display text-2xl font-medium">{dashboardTexts.heroTitle}</h2>
      <p className="mt-1 max-w-prose">{dashboardTexts.heroText}</p>
      {statistics !== undefined && (
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 font-semibold tabular-nums">
          <span>{dashboardTexts.quick.ratings(totalRatingsGiven)}</span>
          <span>{dashboardTexts.quick.clients(statistics.totalRatedClients)}</span>
          <span>{dashboardTexts.quick.average(statistics.averageRating)}</span>
        </p>
      )}
    </section>
  )
}

/** @rule R-44 Q-112 statistics of a business; the number of ratings comes with the account */
export function StatisticsGrid() {
  const { totalRatingsGiven } = useUser()
  const statistics = useQuery(dashboardStatisticsQuery)
  return (
    <section aria-label={dashboardTexts.statistics}>
      <QueryView query={statistics} skeletonRows={1}>
        {({ totalRatedClients, averageRating, topRatedClients }) => (
          <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            <StatCard icon={PenLine} label={dashboardTexts.ratingsMade} value={totalRatingsGiven} />
            <StatCard icon={Users} label={dashboardTexts.ratedClients} value={totalRatedClients} />
            <StatCard icon={Star} label={dashboardTexts.averageRating} value={dashboardTexts.outOf5(averageRating)} />
            <StatCard icon={Crown} label={dashboardTexts.topClients} value={topRatedClients} />
          </dl>
        )}
      </QueryView>
    </section>
  )
}

/** @rule Q-59 B-38 growth of ratings, or a marked sample value without a previous period */
export function RatingsGrowth() {
  const growth = useQuery(dashboardStatisticsQuery).data?.growth
  if (growth === undefined) return null
  const { monthlyPercent, quarterlyPercent, monthlyDemo, quarterlyDemo } = growth
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-sm">
      <Trend
        percent={monthlyPercent}
        text={ratingTexts.growthMonthly(signedPercent(monthlyPercent))}
        demo={monthlyDemo}
      />
      <Trend
        percent={quarterlyPercent}
        text={ratingTexts.growthQuarterly(signedPercent(quarterlyPercent))}
        demo={quarterlyDemo}
      />
    </p>
  )
}

interface TrendProps {
  readonly percent: number
  readonly text: string
  readonly demo: boolean
}

const unchangedStyle = [MoveRight, 'plain'] as const
const trendStyles: Readonly<Record<number, readonly [LucideIcon, BadgeTone]>> = {
  [-1]: [TrendingDown, 'bad'],
  1: [TrendingUp, 'good'],
}

/** Sample statistics are marked as such. */
function Trend({ percent, text, demo }: TrendProps) {
  const [Icon, tone] = trendStyles[Math.sign(percent)] ?? unchangedStyle
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={demo ? 'plain' : tone}>
        <Icon aria-hidden="true" className="size-3.5" />
        {text}
      </Badge>
      {demo && <span className="text-muted">{ratingTexts.growthDemo}</span>}
    </span>
  )
}

const dashboardStatisticsQuery = apiQuery('statistics', 'dashboardStats', {})
