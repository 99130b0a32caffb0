import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Select } from '../../components/Select.tsx'
import { texts } from '../../texts.ts'
import { reviewsWith } from './moderation.queries.ts'
import { ModeratedReviewCard } from './ModeratedReviewCard.tsx'

const { moderation: words } = texts
const statuses = ['all', 'PENDING_REVIEW', 'ACTIVE', 'HIDDEN', 'REMOVED'] as const
const choices = statuses.map((status) => ({ value: status, label: words.filters[status] }))

/** Every review, by its state. */
export function ReviewsConsole() {
  const [status, setStatus] = useState<(typeof statuses)[number]>('all')
  const reviews = useInfiniteQuery(reviewsWith(status))
  return (
    <div className="grid gap-4">
      <div className="max-w-xs">
        <Select
          label={words.filter}
          choices={choices}
          value={status}
          onChange={({ target }) => setStatus(statuses.find((one) => one === target.value) ?? status)}
        />
      </div>
      <Loaded query={reviews} empty={<EmptyState text={words.reviewsEmpty} />}>
        {(list) => (
          <>
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((review) => (
                <ModeratedReviewCard key={review.id} review={review} />
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
    </div>
  )
}
