import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Review } from '../../../contract/reviews.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { reviewsOf } from './reviews.queries.ts'

interface ReviewListProps {
  readonly businessId: string
  readonly empty: string
  readonly renderActions: (review: Review) => ReactNode
}

/** A business's reviews, page after page. */
export function ReviewList({ businessId, empty, renderActions }: ReviewListProps) {
  const reviews = useInfiniteQuery(reviewsOf(businessId))
  return (
    <Loaded query={reviews} empty={<EmptyState text={empty} />}>
      {(list) => (
        <>
          <ul className="grid gap-4">
            {list.map((review) => (
              <ReviewCard key={review.id} review={review}>
                {renderActions(review)}
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
  )
}

/** Neither one's own nor what moderators have already taken away (S-11). */
export const isContestable = ({ mine, moderationStatus }: Review) =>
  !mine && moderationStatus !== 'HIDDEN' && moderationStatus !== 'REMOVED'
