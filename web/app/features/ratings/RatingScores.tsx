import type { RatingReceived } from '../../../contract/ratings.ts'
import { texts } from '../../texts.ts'

const { ratings: words } = texts
export const criteria = [
  { field: 'punctualityScore', label: words.punctuality },
  { field: 'kindnessScore', label: words.kindness },
  { field: 'paymentScore', label: words.payment },
  { field: 'roomConditionScore', label: words.roomCondition },
] as const

type Scores = Pick<RatingReceived, (typeof criteria)[number]['field']>

/** The four scores out of ten. */
export function RatingScores({ rating }: { readonly rating: Scores }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-sm sm:grid-cols-4">
      {criteria.map(({ field, label }) => (
        <div key={field} className="flex justify-between gap-2 sm:block">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{rating[field]}/10</dd>
        </div>
      ))}
    </dl>
  )
}
