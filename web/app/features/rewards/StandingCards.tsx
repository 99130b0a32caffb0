import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Building2, Star, Users } from 'lucide-react'
import { Badge } from '../../components/Badge.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { StatCard } from '../../components/StatCard.tsx'
import { texts } from '../../texts.ts'
import { ownStanding } from './rewards.queries.ts'
import { statusOf } from './standing-words.ts'
import { WhyStanding } from './WhyStanding.tsx'

const { dashboard: words } = texts

/** the four figures of a client. */
export function StandingCards() {
  const standing = useQuery(ownStanding)
  return (
    <section aria-label={words.statistics}>
      <Loaded query={standing} rows={1}>
        {(mine) => {
          const status = statusOf(mine)
          return (
            <div className="grid gap-2">
              <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
                <StatCard icon={Star} label={words.client.average} value={words.outOf5(mine.average)} />
                <StatCard icon={Users} label={words.client.total} value={mine.total} />
                <StatCard icon={Building2} label={words.client.providers} value={mine.uniqueProviders} />
                <StatCard
                  icon={BadgeCheck}
                  label={words.client.status}
                  value={<Badge tone={status.tone}>{status.text}</Badge>}
                />
              </dl>
              <div>
                <WhyStanding />
              </div>
            </div>
          )
        }}
      </Loaded>
    </section>
  )
}
