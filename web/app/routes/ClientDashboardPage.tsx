import type { ReactNode } from 'react'
import { Badge } from '../components/Badge.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { LinkButton } from '../components/LinkButton.tsx'
import { Portrait } from '../components/Portrait.tsx'
import { Screen } from '../components/Screen.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { AdvertisementBanner, SponsoredCard } from '../features/advertisements/Advertisements.tsx'
import { AvaCard } from '../features/ava/AvaCard.tsx'
import { WalletSection } from '../features/ava/WalletAddress.tsx'
import { TestSync } from '../features/dashboard/TestSync.tsx'
import { Unconfirmed } from '../features/dashboard/Unconfirmed.tsx'
import { ClientProfileDialog } from '../features/profile/EditDialog.tsx'
import { useNewRatings } from '../features/ratings/new-ratings.ts'
import { RatingsReceived } from '../features/ratings/RatingsReceived.tsx'
import { SyncPanel } from '../features/ratings/SyncPanel.tsx'
import { RewardGuide } from '../features/rewards/RewardGuide.tsx'
import { StandingCard } from '../features/rewards/StandingCard.tsx'
import { StandingCards } from '../features/rewards/StandingCards.tsx'
import { TopProgress } from '../features/rewards/TopProgress.tsx'
import { BookingHistory } from '../features/travel/BookingHistory.tsx'
import { BookingSection } from '../features/travel/BookingSection.tsx'
import { useLeave, useSession, useUser } from '../shared/session.ts'
import { texts } from '../texts.ts'

const { client: words } = texts.dashboard

/** No guard stands before it: without a session it says so and shows nothing else. */
export function ClientDashboardPage() {
  const { data: user, isPending } = useSession()
  if (isPending) return <Skeleton />
  if (user === null)
    return (
      <Refusal title={words.expiredTitle} text={words.expired}>
        <LinkButton to="/client-auth">{words.toLogin}</LinkButton>
      </Refusal>
    )
  if (user?.role !== 'CLIENTE')
    return (
      <Refusal title={words.failedTitle} text={words.failed}>
        <LinkButton to="/">{texts.shell.toHome}</LinkButton>
      </Refusal>
    )
  return <ClientDashboard name={user.displayName} />
}

interface RefusalProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Refusal({ title, text, children }: RefusalProps) {
  return (
    <Screen title={title} narrow>
      <ErrorState title={text} action={children} />
    </Screen>
  )
}

/** standing, ratings, discounts and AVA of a client (B-03, B-09). */
function ClientDashboard({ name }: { readonly name: string }) {
  return (
    <Screen title={words.title(name)} action={<Actions />}>
      <Unconfirmed />
      <StandingCards />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <RatingsReceived most={5} />
          <SyncPanel />
          <BookingHistory most={5} />
        </div>
        <div className="grid min-w-0 gap-6">
          <StandingCard />
          <TopProgress />
          <RewardGuide />
          <AvaCard />
          <SponsoredCard />
        </div>
      </div>
      <AdvertisementBanner />
      <BookingSection />
    </Screen>
  )
}

/** */
function Actions() {
  const { displayName, profilePhoto } = useUser()
  const leave = useLeave()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Portrait name={displayName} photo={profilePhoto} />
      <NewRatings />
      <TestSync />
      <ClientProfileDialog wallet={<WalletSection />} />
      <Button look="quiet" small onClick={() => void leave()}>
        {texts.shell.logout}
      </Button>
    </div>
  )
}

/** S-24: pressing it hides it. */
function NewRatings() {
  const { fresh, seen } = useNewRatings()
  if (fresh === 0) return null
  return (
    <button type="button" onClick={seen} className="min-h-11 rounded-full">
      <Badge tone="gold">{words.newRatings(fresh)}</Badge>
    </button>
  )
}
