import { Screen } from '../components/Screen.tsx'
import { AdvertisementBlock } from '../features/advertisements/Advertisements.tsx'
import { AvaCard } from '../features/ava/AvaCard.tsx'
import { PayoutHistory } from '../features/ava/PayoutHistory.tsx'
import { WalletSetup } from '../features/ava/WalletSetup.tsx'
import { TopClients } from '../features/clients/TopClients.tsx'
import { Growth } from '../features/dashboard/Growth.tsx'
import { QuickStats } from '../features/dashboard/QuickStats.tsx'
import { StatsGrid } from '../features/dashboard/StatsGrid.tsx'
import { Unconfirmed } from '../features/dashboard/Unconfirmed.tsx'
import { Incomplete } from '../features/profile/Incomplete.tsx'
import { ProfileCard } from '../features/profile/ProfileCard.tsx'
import { RecentRatings } from '../features/ratings/RecentRatings.tsx'
import { QuickReview } from '../features/reviews/NewReview.tsx'
import { OwnScore } from '../features/reviews/OwnScore.tsx'
import { BookingHistory } from '../features/travel/BookingHistory.tsx'
import { PartnerSearch } from '../features/travel/PartnerSearch.tsx'
import { useUser } from '../shared/session.ts'
import { texts } from '../texts.ts'

/** what a business needs at a glance, and no client has (B-04, B-08, P-11). */
export function BusinessDashboard() {
  const { displayName } = useUser()
  return (
    <Screen title={texts.dashboard.title} intro={texts.dashboard.welcome(displayName)}>
      <Unconfirmed />
      <Incomplete />
      <QuickStats />
      <StatsGrid />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <RecentRatings growth={<Growth />} />
          <QuickReview />
          <BookingHistory most={5} />
          <PartnerSearch from="dashboard" />
          <PayoutHistory most={5} />
        </div>
        <div className="grid min-w-0 gap-6">
          <OwnScore />
          <AvaCard />
          <WalletSetup />
          <TopClients />
          <ProfileCard />
          <AdvertisementBlock />
        </div>
      </div>
    </Screen>
  )
}
