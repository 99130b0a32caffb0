import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { statistics } from './dashboard.queries.ts'

const { dashboard: words } = texts

/** the hero of a business, with the figures one looks for first. */
export function QuickStats() {
  const { totalRatingsGiven } = useUser()
  const figures = useQuery(statistics).data
  return (
    <section aria-label={words.glance} className="rounded-card bg-olive-soft p-5 text-olive sm:p-7">
      <h2 className="font-display text-2xl font-medium">{words.heroTitle}</h2>
      <p className="mt-1 max-w-prose">{words.heroText}</p>
      {figures !== undefined && (
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 font-semibold tabular-nums">
          <span>{words.quick.ratings(totalRatingsGiven)}</span>
          <span>{words.quick.clients(figures.totalRatedClients)}</span>
          <span>{words.quick.average(figures.averageRating)}</span>
        </p>
      )}
    </section>
  )
}
