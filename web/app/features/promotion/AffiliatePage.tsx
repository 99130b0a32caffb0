import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Hourglass, Link2, MousePointerClick, Percent, UserPlus, Wallet } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { StatCard } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { money, upToTwoDecimals } from '../../shared/format.ts'
import { AffiliateCommissions } from './AffiliateCommissions.tsx'
import { AffiliateProgrammes } from './AffiliateProgrammes.tsx'
import { AffiliateReferrals } from './AffiliateReferrals.tsx'
import { affiliateStatsQuery } from './queries.ts'
import { affiliateTexts } from './texts.ts'

/** @rule R-106 affiliate page */
export function AffiliatePage() {
  const [searchParams, setSearchParams] = useSearchParams()
  const show = (tab: string) => setSearchParams({ tab }, { replace: true })
  const tabs = [
    { value: 'programs', label: affiliateTexts.tabs.programs, content: <AffiliateProgrammes /> },
    {
      value: 'referrals',
      label: affiliateTexts.tabs.referrals,
      content: <AffiliateReferrals onCreate={() => show('programs')} />,
    },
    { value: 'commissions', label: affiliateTexts.tabs.commissions, content: <AffiliateCommissions /> },
    { value: 'analytics', label: affiliateTexts.tabs.analytics, content: <AffiliateAnalytics /> },
  ]
  const current = tabs.find(({ value }) => value === searchParams.get('tab'))?.value ?? 'programs'
  return (
    <PageLayout title={affiliateTexts.title} intro={affiliateTexts.intro}>
      <Tabs label={affiliateTexts.tabsLabel} tabs={tabs} value={current} onChange={show} />
    </PageLayout>
  )
}

/** @rule R-110 affiliate statistics */
function AffiliateAnalytics() {
  const own = useQuery(affiliateStatsQuery)
  return (
    <QueryView query={own} errorTitle={affiliateTexts.analytics.loadFailed}>
      {(statistics) => (
        <dl className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          <StatCard icon={MousePointerClick} label={affiliateTexts.analytics.clicks} value={statistics.totalClicks} />
          <StatCard icon={UserPlus} label={affiliateTexts.analytics.conversions} value={statistics.totalConversions} />
          <StatCard
            icon={Percent}
            label={affiliateTexts.analytics.rate}
            value={`${upToTwoDecimals(statistics.conversionRate)} %`}
          />
          <StatCard icon={Link2} label={affiliateTexts.analytics.active} value={statistics.activeReferrals} />
          <StatCard
            icon={Wallet}
            label={affiliateTexts.analytics.earned}
            value={money(statistics.totalCommissionEarned)}
          />
          <StatCard
            icon={Hourglass}
            label={affiliateTexts.analytics.pending}
            value={money(statistics.pendingCommission)}
          />
          <StatCard
            icon={CalendarDays}
            label={affiliateTexts.analytics.month}
            value={money(statistics.monthlyEarnings)}
          />
        </dl>
      )}
    </QueryView>
  )
}
