import { FlaskConical } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button, LinkButton } from '../components/buttons.tsx'
import { Avatar, Badge } from '../components/data-display.tsx'
import { ErrorState, Skeleton } from '../components/feedback.tsx'
import { PageLayout } from '../components/page-layout.tsx'
import { PremiumBadge } from '../components/premium-badge.tsx'
import { sectionOnDemand } from '../components/section-on-demand.tsx'
import { ClientProfileDialog } from '../features/accounts/profile/ProfileDialogs.tsx'
import { AvaCard } from '../features/ava/AvaCard.tsx'
import { ReceivedRatings, SyncStatusCard, useNewRatings } from '../features/ratings/ReceivedRatings.tsx'
import { RewardGuideCard } from '../features/rewards/RewardRules.tsx'
import { RewardProgressCard, StandingMetrics, TopClientProgress } from '../features/rewards/StandingCards.tsx'
import { lazyComponent } from '../lazy.ts'
import { useApiMutation } from '../shared/mutations.ts'
import { useSession, useSignOut, useUser } from '../shared/session.ts'
import { UnconfirmedEmailNotice } from './UnconfirmedEmailNotice.tsx'
import { dashboardTexts } from './dashboard.texts.ts'
import { shellTexts } from '../texts.ts'
import { showErrorToast } from '../toasts.ts'

const PayoutAddressSection = lazyComponent(() =>
  import('../features/ava/PayoutAddress.tsx').then((m) => m.PayoutAddressSection),
)
const StandingHistoryCard = sectionOnDemand('standing-history', () =>
  import('../features/rewards/StandingHistory.tsx').then((m) => m.StandingHistoryCard),
)
const AdvertisementBanner = sectionOnDemand('advertisement-banner', () =>
  import('../features/promotion/Advertisements.tsx').then((m) => m.AdvertisementBanner),
)
const SponsoredCard = sectionOnDemand('sponsored', () =>
  import('../features/promotion/Advertisements.tsx').then((m) => m.SponsoredCard),
)
const BookingHistory = sectionOnDemand('booking-history', () =>
  import('../features/travel/BookingHistory.tsx').then((m) => m.BookingHistory),
)
const BookingSection = sectionOnDemand('hotel-search', () =>
  import('../features/travel/HotelSearch.tsx').then((m) => m.BookingSection),
)

/** @rule Q-12 without a guard: visitors see a sign-in hint only */
export function ClientDashboardPage() {
  const { data: user, isPending } = useSession()
  if (isPending) return <Skeleton />
  if (user === null)
    return (
      <DashboardUnavailable title={dashboardTexts.client.expiredTitle} text={dashboardTexts.client.expired}>
        <LinkButton to="/client-auth">{dashboardTexts.client.toLogin}</LinkButton>
      </DashboardUnavailable>
    )
  if (user?.role !== 'CLIENTE')
    return (
      <DashboardUnavailable title={dashboardTexts.client.failedTitle} text={dashboardTexts.client.failed}>
        <LinkButton to="/">{shellTexts.toHome}</LinkButton>
      </DashboardUnavailable>
    )
  return <ClientDashboard name={user.displayName} isPremium={user.isPremium} />
}

interface DashboardUnavailableProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function DashboardUnavailable({ title, text, children }: DashboardUnavailableProps) {
  return (
    <PageLayout title={title} narrow>
      <ErrorState title={text} action={children} />
    </PageLayout>
  )
}

/** @rule R-61 B-03 B-09 standing, ratings, discounts and AVA of a client */
function ClientDashboard({ name, isPremium }: { readonly name: string; readonly isPremium: boolean }) {
  return (
    <PageLayout
      title={dashboardTexts.client.title(name)}
      badge={<PremiumBadge shown={isPremium} />}
      action={<DashboardActions />}
    >
      <UnconfirmedEmailNotice />
      <StandingMetrics />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <ReceivedRatings limit={5} />
          <SyncStatusCard />
          <BookingHistory limit={5} />
        </div>
        <div className="grid min-w-0 gap-6">
          <RewardProgressCard />
          <TopClientProgress />
          <StandingHistoryCard />
          <RewardGuideCard />
          <AvaCard />
          <SponsoredCard />
        </div>
      </div>
      <AdvertisementBanner />
      <BookingSection />
    </PageLayout>
  )
}

/** @rule R-62 dashboard actions */
function DashboardActions() {
  const { displayName, profilePhoto } = useUser()
  const signOut = useSignOut()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar name={displayName} photo={profilePhoto} />
      <NewRatingsBadge />
      <TestRatingButton />
      <ClientProfileDialog
        wallet={
          <Suspense fallback={<Skeleton />}>
            <PayoutAddressSection />
          </Suspense>
        }
      />
      <Button variant="quiet" small onClick={() => void signOut()}>
        {shellTexts.logout}
      </Button>
    </div>
  )
}

/** @rule S-24 pressing the badge hides it */
function NewRatingsBadge() {
  const { newCount, markSeen } = useNewRatings()
  if (newCount === 0) return null
  return (
    <button type="button" onClick={markSeen} className="min-h-11 rounded-full">
      <Badge tone="gold">{dashboardTexts.client.newRatings(newCount)}</Badge>
    </button>
  )
}

/** @rule P-18 Q-34 shown only with developer tools */
function TestRatingButton() {
  const { email, developer } = useUser()
  const adding = useApiMutation('addTestRating', {
    invalidates: ['ratings'],
    onError: ({ status }) =>
      showErrorToast(status === 404 ? dashboardTexts.client.testUnknown : dashboardTexts.client.testFailed),
  })
  if (developer !== true) return null
  return (
    <Button variant="secondary" small pending={adding.isPending} onClick={() => adding.mutate({ params: { email } })}>
      <FlaskConical aria-hidden="true" className="size-4" />
      {dashboardTexts.client.test}
    </Button>
  )
}
