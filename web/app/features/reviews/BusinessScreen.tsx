import { useQuery } from '@tanstack/react-query'
import { Flag, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { businessTypes, type PublicProfile } from '../../../contract/businesses.ts'
import type { Review } from '../../../contract/reviews.ts'
import { Badge } from '../../components/Badge.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { NotFound } from '../../components/NotFound.tsx'
import { Picture } from '../../components/Picture.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { addressIn } from '../../shared/format.ts'
import { useSession } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { FlagReview } from './FlagReview.tsx'
import { NewReview } from './NewReview.tsx'
import { isContestable, ReviewList } from './ReviewList.tsx'
import { profileOf } from './reviews.queries.ts'
import { ScoreShown } from './ScoreNote.tsx'
import type { Target } from './TargetPicker.tsx'
import { VenueRecord } from './VenueRecord.tsx'
import { WhyScore } from './WhyScore.tsx'

const { reviews: words } = texts

interface BusinessScreenProps {
  /** Where a client keeps it at hand. */
  readonly renderSaving: (business: Target) => ReactNode
}

/** What anyone may read of a business, and where a client writes about it. */
export function BusinessScreen({ renderSaving }: BusinessScreenProps) {
  const { id = '' } = useParams()
  const profile = useQuery(profileOf(id))
  if (profile.isPending) return <Skeleton />
  if (profile.error?.status === 404 || profile.error?.status === 400) return <NotFound />
  if (profile.isError) return <ErrorState text={profile.error.message} onRetry={() => void profile.refetch()} />
  const { id: target, businessName: name } = profile.data
  return <BusinessPage profile={profile.data} saving={renderSaving({ id: target, name })} />
}

interface BusinessPageProps {
  readonly profile: PublicProfile
  readonly saving: ReactNode
}

function BusinessPage({ profile, saving }: BusinessPageProps) {
  const { id, businessName } = profile
  return (
    <Screen
      title={businessName}
      action={
        <div className="flex flex-wrap items-center gap-3">
          {saving}
          <Write target={{ id, name: businessName }} />
        </div>
      }
    >
      <Facts profile={profile} />
      <section aria-labelledby="reviews" className="grid gap-4">
        <h2 id="reviews" className="text-lg font-semibold">
          {words.title}
        </h2>
        <ReviewList
          businessId={id}
          empty={words.business.empty}
          renderActions={(review) =>
            isContestable(review) && (
              <div className="-ml-3">
                <Report review={review} />
              </div>
            )
          }
        />
      </section>
    </Screen>
  )
}

function Write({ target }: { readonly target: Target }) {
  const { data: user } = useSession()
  if (user === null || user === undefined) return <LinkButton to="/login">{words.business.loginToWrite}</LinkButton>
  return user.id === target.id ? null : <NewReview label={words.business.write} target={target} />
}

function Report({ review }: { readonly review: Review }) {
  const { data: user } = useSession()
  if (user !== null && user !== undefined) return <FlagReview review={review} />
  return (
    <LinkButton to="/login" look="quiet" small>
      <Flag aria-hidden="true" className="size-4" />
      {words.flag}
    </LinkButton>
  )
}

function Facts({ profile }: { readonly profile: PublicProfile }) {
  const { businessPhoto, businessType, location, province, theForkRating, scores, totalReviews, id } = profile
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:p-6">
      {businessPhoto !== null && (
        <div className="overflow-hidden rounded-card">
          <Picture src={businessPhoto} width="w-full sm:w-72" />
        </div>
      )}
      <div className="grid content-start gap-3">
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="good">{businessTypes[businessType]}</Badge>
          {theForkRating !== null && <Badge>{words.business.fork(theForkRating)}</Badge>}
        </p>
        <p className="flex items-start gap-2 text-muted">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {addressIn(location, province)}
        </p>
        {totalReviews === 0 ? <p>{words.business.noScore}</p> : <ScoreShown scores={scores} total={totalReviews} />}
        <div className="-ml-3">
          <WhyScore businessId={id} />
        </div>
        <VenueRecord record={profile.disputes} />
      </div>
    </div>
  )
}
