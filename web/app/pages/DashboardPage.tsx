import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, PenLine } from 'lucide-react'
import { Suspense } from 'react'
import { LinkButton } from '../components/buttons.tsx'
import { StatCard } from '../components/data-display.tsx'
import { Notice, Skeleton } from '../components/feedback.tsx'
import { PageLayout } from '../components/page-layout.tsx'
import { PremiumBadge } from '../components/premium-badge.tsx'
import { ownProfileQuery } from '../features/accounts/profile/queries.ts'
import { profileTexts } from '../features/accounts/profile/texts.ts'
import { AvaCard } from '../features/ava/AvaCard.tsx'
import { contestedRatingsQuery } from '../features/ratings/queries.ts'
import { RecentRatings } from '../features/ratings/RecentRatings.tsx'
import { sectionOnDemand } from '../components/section-on-demand.tsx'
import { lazyComponent } from '../lazy.ts'
import { useUser } from '../shared/session.ts'
import { UnconfirmedEmailNotice } from './UnconfirmedEmailNotice.tsx'
import { RatingsGrowth, StatisticsGrid, StatisticsHero } from './BusinessStatistics.tsx'
import { dashboardTexts } from './dashboard.texts.ts'

const ContestedRatings = lazyComponent(() =>
  import('../features/ratings/RatingContest.tsx').then((m) => m.ContestedRatings),
)
const PayoutHistory = sectionOnDemand('payout-history', () =>
  import('../features/ava/PayoutHistory.tsx').then((m) => m.PayoutHistory),
)
const BusinessWalletCard = sectionOnDemand('business-wallet', () =>
  import('../features/ava/PayoutAddress.tsx').then((m) => m.BusinessWalletCard),
)
const AdvertisementBlock = sectionOnDemand('advertisement-block', () =>
  import('../features/promotion/Advertisements.tsx').then((m) => m.AdvertisementBlock),
)
const TopClients = sectionOnDemand('top-clients', () =>
  import('../features/ratings/TopClients.tsx').then((m) => m.TopClients),
)
const QuickReviewCard = sectionOnDemand('quick-review', () =>
  import('../features/reviews/NewReviewDialog.tsx').then((m) => m.QuickReviewCard),
)
const OwnScoreCard = sectionOnDemand('own-score', () =>
  import('../features/reviews/Score.tsx').then((m) => m.OwnScoreCard),
)
const ProfileCard = sectionOnDemand('profile', () =>
  import('../features/accounts/profile/ProfileCards.tsx').then((m) => m.ProfileCard),
)
const BookingHistory = sectionOnDemand('booking-history', () =>
  import('../features/travel/BookingHistory.tsx').then((m) => m.BookingHistory),
)
const PartnerHotelSearch = sectionOnDemand('partner-hotel-search', () =>
  import('../features/travel/PartnerHotelSearch.tsx').then((m) => m.PartnerHotelSearch),
)

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
          <ContestedRatingsIfAny />
          <RecentRatings growth={<RatingsGrowth />} />
          <BookingHistory limit={5} />
          <PayoutHistory limit={5} />
          <QuickReviewCard />
          <PartnerHotelSearch from="dashboard" />
        </div>
        <div className="grid min-w-0 gap-6">
          <OwnScoreCard />
          <AvaCard />
          <TopClients />
          <BusinessWalletCard />
          <ProfileCard />
          <AdvertisementBlock />
        </div>
      </div>
    </PageLayout>
  )
}

/** @rule Q-136 the business answers contests */
function ContestedRatingsIfAny() {
  const { data = [] } = useQuery(contestedRatingsQuery)
  if (data.length === 0) return null
  return (
    <Suspense fallback={<Skeleton />}>
      <ContestedRatings />
    </Suspense>
  )
}

/** @rule Q-41 an incomplete profile shows a notice, without redirecting to the setup */
function IncompleteProfileNotice() {
  const { data } = useQuery(ownProfileQuery)
  if (data?.complete !== false) return null
  return (
    <Notice>
      <p>{profileTexts.setup.banner}</p>
      <p>
        <LinkButton to="/profile/setup">{profileTexts.setup.toSetup}</LinkButton>
      </p>
    </Notice>
  )
}

/** @rule Q-33 simple client dashboard with a link to the full one */
function ClientOverview() {
  const { displayName, isPremium } = useUser()
  return (
    <PageLayout
      title={dashboardTexts.welcome(displayName)}
      badge={<PremiumBadge shown={isPremium} />}
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
