import { useQuery } from '@tanstack/react-query'
import type { RatingReceived } from '../../../contract/ratings.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { longDate, monthOf } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { receivedRatings } from './ratings.queries.ts'
import { RatingScores } from './RatingScores.tsx'

const { ratings: words } = texts

/** What only the client may read: ratings without a name. `most` cuts the list short. */
export function RatingsReceived({ most }: { readonly most?: number }) {
  const received = useQuery(receivedRatings)
  return (
    <Card title={words.received}>
      <p className="mb-4 text-sm text-muted">{words.receivedPrivate}</p>
      <Loaded query={received} empty={<EmptyState text={words.receivedEmpty} />}>
        {(ratings) => (
          <ul className="grid gap-5 divide-y divide-line">
            {ratings.slice(0, most).map((rating) => (
              <ReceivedRow key={rating.id} rating={rating} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

/** Ratings released in batches tell no more than the month. */
const stayOf = ({ stayDate, stayDatePrecision }: RatingReceived) =>
  stayDatePrecision === 'month' ? words.stayIn(monthOf(stayDate)) : words.stayOn(longDate(stayDate))

function ReceivedRow({ rating }: { readonly rating: RatingReceived }) {
  return (
    <li className="grid gap-3 pb-5 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarsShown value={rating.overallRating} />
        <span className="font-medium">{stayOf(rating)}</span>
        <Badge>{words.stay[rating.stayType]}</Badge>
      </p>
      <RatingScores rating={rating} />
      {rating.comment !== null && <p className="break-words">{rating.comment}</p>}
    </li>
  )
}
