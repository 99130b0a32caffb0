import { BadgeCheck, PenLine } from 'lucide-react'
import { LinkButton } from '../components/buttons.tsx'
import { StatCard } from '../components/data-display.tsx'
import { PageLayout } from '../components/page-layout.tsx'
import { IncompleteProfileNotice, ProfileCard } from '../features/accounts/profile/ProfileCards.tsx'
import { AvaCard } from '../features/ava/AvaCard.tsx'
import { PayoutHistory } from '../features/ava/PayoutHistory.tsx'
import { BusinessWalletCard } from '../features/ava/PayoutAddress.tsx'
import { AdvertisementBlock } from '../features/promotion/Advertisements.tsx'
import { RecentRatings } from '../features/ratings/RecentRatings.tsx'
import { TopClients } from '../features/ratings/TopClients.tsx'
import { QuickReviewCard } from '../features/reviews/NewReviewDialog.tsx'
import { OwnScoreCard } from '../features/reviews/Score.tsx'
import { BookingHistory } from '../features/travel/BookingHistory.tsx'
import { PartnerHotelSearch } from '../features/travel/PartnerHotelSearch.tsx'
import { useUser } from '../shared/session.ts'
import { UnconfirmedEmailNotice } from './UnconfirmedEmailNotice.tsx'
import { RatingsGrowth, StatisticsGrid, StatisticsHero } from './BusinessStatistics.tsx'
import { dashboardTexts } from './dashboard.texts.ts'

/** @rule R-43 B-04 B-08 P-11 business dashboard */
function BusinessDashboard() {
  const { displayName } = useUser()
  return (
    <PageLayout title={dashboardTexts.title} intro={dashboardTexts.welcome(displayName)}>
      <UnconfirmedEmailNotice />
      <IncompleteProfileNotice />
      <StatisticsHero />
      <StatisticsGrid />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <RecentRatings growth={<RatingsGrowth />} />
          <QuickReviewCard />
          <BookingHistory limit={5} />
          <PartnerHotelSearch from="dashboard" />
          <PayoutHistory limit={5} />
        </div>
        <div className="grid min-w-0 gap-6">
          <OwnScoreCard />
          <AvaCard />
          <BusinessWalletCard />
          <TopClients />
          <ProfileCard />
          <AdvertisementBlock />
        </div>
      </div>
    </PageLayout>
  )
}

/** @rule Q-33 simple client dashboard with a link to the full one */
function ClientOverview() {
  const { displayName } = useUser()
  return (
    <PageLayout
      title={dashboardTexts.welcome(displayName)}
      intro={dashboardTexts.clientIntro}
      action={<LinkButton to="/client-dashboard">{dashboardTexts.fullArea}</LinkButton>}
    >
      <UnconfirmedEmailNotice />
      <ClientSummary />
      <AvaCard />
    </PageLayout>
  )
}

/** @rule R-42 simple client dashboard */
function ClientSummary() {
  const { totalRatingsGiven } = useUser()
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4">
      <StatCard icon={PenLine} label={dashboardTexts.reviewsWritten} value={totalRatingsGiven} />
      <StatCard icon={BadgeCheck} label={dashboardTexts.accountStatus} value={dashboardTexts.active} />
    </dl>
  )
}

/** @rule R-41 B-16 dashboard by role */
export function DashboardPage() {
  return useUser().role === 'CLIENTE' ? <ClientOverview /> : <BusinessDashboard />
}
