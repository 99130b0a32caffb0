import { useInfiniteQuery } from '@tanstack/react-query'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import type { OwnReview } from '../../../contract/reviews.ts'
import { texts } from '../../texts.ts'
import { EditReview } from './EditReview.tsx'
import { Hearing } from './Hearing.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { writtenReviews } from './reviews.queries.ts'

const { reviews: words, hearings, replay } = texts

/** What one has written, and may still change. */
export function WrittenReviews() {
  const reviews = useInfiniteQuery(writtenReviews)
  return (
    <Card title={words.written}>
      <Loaded query={reviews} empty={<EmptyState text={words.writtenEmpty} />}>
        {(list) => (
          <>
            <ul className="grid gap-4">
              {list.map((review) => (
                <ReviewCard key={review.id} review={review} heading={<About review={review} />}>
                  {isEditable(review) && <EditReview review={review} />}
                  {review.disputeStatus !== 'NONE' && <Hearing disputeId={review.id} label={hearings.show} />}
                  <Story review={review} />
                </ReviewCard>
              ))}
            </ul>
            <Pager
              hasMore={reviews.hasNextPage}
              pending={reviews.isFetchingNextPage}
              onMore={() => void reviews.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** There is something to live through again once somebody has doubted it. */
function Story({ review: { id, moderationStatus, disputeStatus } }: { readonly review: OwnReview }) {
  if (moderationStatus === 'ACTIVE' && disputeStatus === 'NONE') return null
  return (
    <p className="text-sm">
      <TextLink to={`/cases/review-${id}`}>{replay.title}</TextLink>
    </p>
  )
}

function About({ review: { targetType, targetId, targetName } }: { readonly review: OwnReview }) {
  if (targetName === null) return <p className="text-muted">{words.aboutUnknown}</p>
  if (targetType !== 'BUSINESS') return <p className="font-medium">{words.about(targetName)}</p>
  return (
    <p>
      <TextLink to={`/business/${targetId}`}>{words.about(targetName)}</TextLink>
    </p>
  )
}

const isEditable = ({ moderationStatus, disputeStatus }: OwnReview) =>
  moderationStatus === 'ACTIVE' && disputeStatus !== 'OPEN' && disputeStatus !== 'UNDER_REVIEW'
