import { useQuery } from '@tanstack/react-query'
import { Flag, MapPin } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import type { DisputeRecord, PublicProfile } from '../../contract/accounts/businesses.ts'
import { businessTypes } from '../../contract/accounts/venues.ts'
import type { Review } from '../../contract/reviews/reviews.ts'
import { LinkButton } from '../components/buttons.tsx'
import { Badge, CoverImage } from '../components/data-display.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorState, Skeleton } from '../components/feedback.tsx'
import { NotFoundPage, PageLayout } from '../components/page-layout.tsx'
import { PremiumBadge } from '../components/premium-badge.tsx'
import { ClientFavouriteButton } from '../features/accounts/favourites/FavouriteButton.tsx'
import type { ReviewTarget } from '../features/reviews/NewReviewDialog.tsx'
import { ReviewList } from '../features/reviews/ReviewCard.tsx'
import { businessProfileQuery } from '../features/reviews/queries.ts'
import { Score, ScoreExplanationDialog } from '../features/reviews/Score.tsx'
import { ScoreHistory } from '../features/reviews/ScoreHistory.tsx'
import { scoreTexts } from '../features/reviews/scores.texts.ts'
import { lazyComponent } from '../lazy.ts'
import { addressWithProvince, wholePercent } from '../shared/format.ts'
import { useSession } from '../shared/session.ts'
import { disputeTexts, reviewTexts } from '../features/reviews/texts.ts'

const FlagReviewDialog = lazyComponent(() =>
  import('../features/reviews/FlagReviewDialog.tsx').then((m) => m.FlagReviewDialog),
)
const NewReviewDialog = lazyComponent(() =>
  import('../features/reviews/NewReviewDialog.tsx').then((m) => m.NewReviewDialog),
)

/** Number and outcomes of a venue's disputes, public so that disputes are not opened lightly. */
function DisputeRecordNote({ record: { reviews, opened, won, lost, waiting } }: { readonly record: DisputeRecord }) {
  if (reviews === 0) return null
  const outcome = disputeTexts.recordOutcome(won, lost, waiting)
  return (
    <p className="text-sm text-muted">
      {opened === 0
        ? disputeTexts.recordNone
        : `${disputeTexts.record(reviews, opened, wholePercent(opened / reviews))}${outcome === '' ? '' : `: ${outcome}`}.`}
    </p>
  )
}

interface BusinessViewProps {
  /** Renders the favourite button of a client. */
  readonly renderFavourite: (business: ReviewTarget) => ReactNode
}

/**
 * Public business page.
 * @rule Q-32 clients can review it here
 * @rule R-105 business page
 */
function BusinessView({ renderFavourite }: BusinessViewProps) {
  const { id = '' } = useParams()
  const profile = useQuery(businessProfileQuery(id))
  if (profile.isPending) return <Skeleton />
  if (profile.error?.status === 404 || profile.error?.status === 400) return <NotFoundPage />
  if (profile.isError) return <ErrorState text={profile.error.message} onRetry={() => void profile.refetch()} />
  const { id: target, businessName: name } = profile.data
  return <BusinessDetails profile={profile.data} favouriteButton={renderFavourite({ id: target, name })} />
}

interface BusinessDetailsProps {
  readonly profile: PublicProfile
  readonly favouriteButton: ReactNode
}

function BusinessDetails({ profile, favouriteButton }: BusinessDetailsProps) {
  const { id, businessName, isPremium } = profile
  return (
    <PageLayout
      title={businessName}
      badge={<PremiumBadge shown={isPremium} />}
      action={
        <div className="flex flex-wrap items-center gap-3">
          {favouriteButton}
          <WriteReviewAction target={{ id, name: businessName }} />
        </div>
      }
    >
      <BusinessSummary profile={profile} />
      {profile.totalReviews > 0 && (
        <Disclosure title={scoreTexts.history.title}>
          <ScoreHistory businessId={id} />
        </Disclosure>
      )}
      <section aria-labelledby="reviews" className="grid gap-4">
        <h2 id="reviews" className="text-lg font-semibold">
          {reviewTexts.title}
        </h2>
        <ReviewList
          businessId={id}
          empty={reviewTexts.business.empty}
          renderActions={(review) => <FlagReviewAction review={review} />}
        />
      </section>
    </PageLayout>
  )
}

function WriteReviewAction({ target }: { readonly target: ReviewTarget }) {
  const { data: user } = useSession()
  if (user === undefined) return null
  if (user === null) return <LinkButton to="/login">{reviewTexts.business.loginToWrite}</LinkButton>
  if (user.id === target.id) return null
  return (
    <Suspense fallback={null}>
      <NewReviewDialog label={reviewTexts.business.write} target={target} />
    </Suspense>
  )
}

/** Visitors are sent to the login. */
function FlagReviewAction({ review }: { readonly review: Review }) {
  return (
    <div className="-ml-3 empty:hidden">
      {review.actions.flag.code === 'NotSignedIn' ? (
        <LinkButton to="/login" variant="quiet" small>
          <Flag aria-hidden="true" className="size-4" />
          {reviewTexts.flag}
        </LinkButton>
      ) : (
        <Suspense fallback={null}>
          <FlagReviewDialog review={review} />
        </Suspense>
      )}
    </div>
  )
}

function BusinessSummary({ profile }: { readonly profile: PublicProfile }) {
  const { businessPhoto, businessType, location, province, theForkRating, scores, totalReviews, id } = profile
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:p-6">
      {businessPhoto !== null && (
        <div className="overflow-hidden rounded-card">
          <CoverImage src={businessPhoto} width="w-full sm:w-72" />
        </div>
      )}
      <div className="grid content-start gap-3">
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="good">{businessTypes[businessType]}</Badge>
          {theForkRating !== null && <Badge>{reviewTexts.business.theForkScore(theForkRating)}</Badge>}
        </p>
        <p className="flex items-start gap-2 text-muted">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {addressWithProvince(location, province)}
        </p>
        {totalReviews === 0 ? <p>{reviewTexts.business.noScore}</p> : <Score scores={scores} total={totalReviews} />}
        <div className="-ml-3">
          <ScoreExplanationDialog businessId={id} />
        </div>
        <DisputeRecordNote record={profile.disputes} />
      </div>
    </div>
  )
}

/** @rule R-105 Q-31 business page with a client's favourite button */
export function BusinessPage() {
  return <BusinessView renderFavourite={(business) => <ClientFavouriteButton business={business} />} />
}
