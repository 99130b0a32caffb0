import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RatingGiven } from '../../../contract/ratings.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Portrait } from '../../components/Portrait.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { OwnRating } from './OwnRating.tsx'
import { RateClient } from './RateClient.tsx'
import { recentRatings } from './ratings.queries.ts'
import { RatingScores } from './RatingScores.tsx'

const { ratings: words } = texts

/** R-46; `growth` is what the dashboard knows about how they grow. */
export function RecentRatings({ growth }: { readonly growth: ReactNode }) {
  const recent = useQuery(recentRatings)
  return (
    <Card
      title={words.recent}
      action={
        <RateClient small>
          <Plus aria-hidden="true" className="size-4" />
          {words.add}
        </RateClient>
      }
    >
      {growth}
      <Loaded query={recent} empty={<EmptyState text={words.recentEmpty} />}>
        {(list) => (
          <ul className="grid gap-5 divide-y divide-line">
            {list.map((rating) => (
              <RatingRow key={rating.id} rating={rating} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function RatingRow({ rating }: { readonly rating: RatingGiven }) {
  return (
    <li className="grid gap-3 pb-5 last:pb-0">
      <div className="flex flex-wrap items-start gap-3">
        <Portrait name={rating.clientName} photo={rating.clientPhoto} />
        <div className="min-w-0 grow basis-40">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium break-words">{rating.clientName}</span>
            {rating.isTopClient && <Badge tone="gold">{words.topFlag}</Badge>}
            <span className="text-sm text-muted">{words.average(rating.clientAverageRating)}</span>
          </p>
          <p className="text-sm text-muted">
            {words.stay[rating.stayType]} · {longDate(rating.stayDate)}
          </p>
        </div>
        <StarsShown value={rating.overallRating} />
      </div>
      <RatingScores rating={rating} />
      {rating.comment !== null && <p className="break-words">{rating.comment}</p>}
      <OwnRating rating={rating} />
    </li>
  )
}
