import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RatingReceived } from '../../../contract/ratings/ratings.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { showToast } from '../../components/toast.tsx'
import { dateTime, longDate, monthAndYear } from '../../shared/format.ts'
import { pollEvery30Seconds } from '../../shared/queries.ts'
import { receivedRatingsQuery } from './queries.ts'
import { RatingScores } from './rating-form.tsx'
import { ratingTexts } from './texts.ts'
import { dashboardTexts } from '../../pages/dashboard.texts.ts'

/** How many ratings have come since the screen was opened, until the badge is pressed (S-24). */
export const useNewRatings = () => {
  const count = useQuery({ ...receivedRatingsQuery, ...pollEvery30Seconds }).data?.length
  const last = useRef(count)
  const [fresh, setFresh] = useState(0)
  useEffect(() => {
    if (count === undefined) return
    const more = count - (last.current ?? count)
    last.current = count
    if (more <= 0) return
    setFresh((now) => now + more)
    showToast({ title: dashboardTexts.client.newRatingsTitle, text: dashboardTexts.client.newRatings(more) })
  }, [count])
  return { fresh, seen: () => setFresh(0) }
}

/** What only the client may read: ratings without a name. `most` cuts the list short. */
export function ReceivedRatings({ most }: { readonly most?: number }) {
  const received = useQuery(receivedRatingsQuery)
  return (
    <Card title={ratingTexts.received}>
      <p className="mb-4 text-sm text-muted">{ratingTexts.receivedPrivate}</p>
      <QueryView query={received} empty={<EmptyState text={ratingTexts.receivedEmpty} />}>
        {(ratings) => (
          <ul className="grid gap-5 divide-y divide-line">
            {ratings.slice(0, most).map((rating) => (
              <ReceivedRatingRow key={rating.id} rating={rating} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

/** Ratings released in batches tell no more than the month. */
const stayText = ({ stayDate, stayDatePrecision }: RatingReceived) =>
  stayDatePrecision === 'month' ? ratingTexts.stayIn(monthAndYear(stayDate)) : ratingTexts.stayOn(longDate(stayDate))

function ReceivedRatingRow({ rating }: { readonly rating: RatingReceived }) {
  return (
    <li className="grid gap-3 pb-5 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRating value={rating.overallRating} />
        <span className="font-medium">{stayText(rating)}</span>
        <Badge>{ratingTexts.stay[rating.stayType]}</Badge>
      </p>
      <RatingScores rating={rating} />
      {rating.comment !== null && <p className="break-words">{rating.comment}</p>}
    </li>
  )
}

/** how fresh what is shown is, and the way to look again at once. */
export function SyncStatusCard() {
  const { data, dataUpdatedAt, isFetching, isError, refetch } = useQuery({
    ...receivedRatingsQuery,
    ...pollEvery30Seconds,
  })
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
