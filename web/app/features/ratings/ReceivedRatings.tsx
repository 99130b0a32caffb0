import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { RatingReceived } from '../../../contract/ratings/ratings.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { lazyComponent } from '../../lazy.ts'
import { showToast } from '../../toasts.ts'
import { dateTime, longDate, monthAndYear } from '../../shared/format.ts'
import { receivedRatingsQuery } from './queries.ts'
import { RatingScores } from '../../components/rating-scores.tsx'
import { ratingTexts } from './texts.ts'
import { dashboardTexts } from '../../pages/dashboard.texts.ts'

const ReceivedRatingContest = lazyComponent(() => import('./RatingContest.tsx').then((m) => m.ReceivedRatingContest))

/** Number of ratings received since the screen was opened; `markSeen` resets it. @rule S-24 */
export const useNewRatings = () => {
  const count = useQuery(receivedRatingsQuery).data?.length
  const last = useRef(count)
  const [newCount, setNewCount] = useState(0)
  useEffect(() => {
    if (count === undefined) return
    const added = count - (last.current ?? count)
    last.current = count
    if (added <= 0) return
    setNewCount((current) => current + added)
    showToast({ title: dashboardTexts.client.newRatingsTitle, text: dashboardTexts.client.newRatings(added) })
  }, [count])
  return { newCount, markSeen: () => setNewCount(0) }
}

/** Ratings received, without the business. `limit` is the maximum shown. @rule Q-46 */
export function ReceivedRatings({ limit }: { readonly limit?: number }) {
  const received = useQuery(receivedRatingsQuery)
  return (
    <Card title={ratingTexts.received}>
      <p className="mb-4 text-sm text-muted">{ratingTexts.receivedPrivate}</p>
      <QueryView query={received} empty={<EmptyState text={ratingTexts.receivedEmpty} />}>
        {(ratings) => (
          <ul className="grid gap-5 divide-y divide-line">
            {ratings.slice(0, limit).map((rating) => (
              <ReceivedRatingRow key={rating.id} rating={rating} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

/** Batched ratings show only the month. */
const stayText = ({ stayDate, stayDatePrecision }: RatingReceived) =>
  stayDatePrecision === 'month' ? ratingTexts.stayIn(monthAndYear(stayDate)) : ratingTexts.stayOn(longDate(stayDate))

function ReceivedRatingRow({ rating }: { readonly rating: RatingReceived }) {
  return (
    <li className="grid gap-3 pb-5 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRating value={rating.overallRating} />
        <span className="font-medium">{stayText(rating)}</span>
        <Badge>{ratingTexts.stay[rating.stayType]}</Badge>
        {!rating.counted && <Badge>{ratingTexts.notCounted}</Badge>}
      </p>
      {!rating.counted && <p className="text-sm text-muted">{ratingTexts.notCountedWhy}</p>}
      <RatingScores rating={rating} />
      {rating.comment !== null && <p className="break-words">{rating.comment}</p>}
      <Suspense fallback={<div className="min-h-11" />}>
        <ReceivedRatingContest rating={rating} stay={stayText(rating)} />
      </Suspense>
    </li>
  )
}

/** Time of the last update, and a button to refresh. @rule R-64 */
export function SyncStatusCard() {
  const { data, dataUpdatedAt, isFetching, isError, refetch } = useQuery(receivedRatingsQuery)
  return (
    <Card
      title={dashboardTexts.client.sync.title}
      action={
        <Button
          variant="secondary"
          small
          pending={isFetching}
          pendingText={dashboardTexts.client.sync.reading}
          onClick={() => void refetch()}
        >
          <RefreshCw aria-hidden="true" className="size-4" />
          {dashboardTexts.client.sync.again}
        </Button>
      }
    >
      <p className="text-sm text-muted">{dashboardTexts.client.sync.text}</p>
      <p aria-live="polite" className="mt-2 text-sm font-medium">
        {isError
          ? dashboardTexts.client.sync.failed
          : data !== undefined &&
            dashboardTexts.client.sync.readAt(data.length, dateTime(new Date(dataUpdatedAt).toISOString()))}
      </p>
    </Card>
  )
}
