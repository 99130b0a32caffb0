import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Hourglass, Link2, MousePointerClick, Percent, UserPlus, Wallet } from 'lucide-react'
import { Loaded } from '../../components/Loaded.tsx'
import { StatCard } from '../../components/StatCard.tsx'
import { money, percent } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { stats } from './affiliate.queries.ts'

const words = texts.affiliate.analytics

/** */
export function Analytics() {
  const own = useQuery(stats)
  return (
    <Loaded query={own} failed={words.loadFailed}>
      {(told) => (
        <dl className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          <StatCard icon={MousePointerClick} label={words.clicks} value={told.totalClicks} />
          <StatCard icon={UserPlus} label={words.conversions} value={told.totalConversions} />
          <StatCard icon={Percent} label={words.rate} value={`${percent(told.conversionRate)} %`} />
          <StatCard icon={Link2} label={words.active} value={told.activeReferrals} />
          <StatCard icon={Wallet} label={words.earned} value={money(told.totalCommissionEarned)} />
          <StatCard icon={Hourglass} label={words.pending} value={money(told.pendingCommission)} />
          <StatCard icon={CalendarDays} label={words.month} value={money(told.monthlyEarnings)} />
        </dl>
      )}
    </Loaded>
  )
}
