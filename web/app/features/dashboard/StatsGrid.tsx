import { useQuery } from '@tanstack/react-query'
import { Crown, PenLine, Star, Users } from 'lucide-react'
import { Loaded } from '../../components/Loaded.tsx'
import { StatCard } from '../../components/StatCard.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { statistics } from './dashboard.queries.ts'

const { dashboard: words } = texts

/** the plain statistics of a business; how many ratings were made comes with the account. */
export function StatsGrid() {
  const { totalRatingsGiven } = useUser()
  const figures = useQuery(statistics)
  return (
    <section aria-label={words.statistics}>
      <Loaded query={figures} rows={1}>
        {({ totalRatedClients, averageRating, topRatedClients }) => (
          <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            <StatCard icon={PenLine} label={words.ratingsMade} value={totalRatingsGiven} />
            <StatCard icon={Users} label={words.ratedClients} value={totalRatedClients} />
            <StatCard icon={Star} label={words.averageRating} value={words.outOf5(averageRating)} />
            <StatCard icon={Crown} label={words.topClients} value={topRatedClients} />
          </dl>
        )}
      </Loaded>
    </section>
  )
}
