import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import { ratingTexts } from '../features/ratings/texts.ts'

export const ratingCriteria = [
  { field: 'punctualityScore', label: ratingTexts.punctuality },
  { field: 'kindnessScore', label: ratingTexts.kindness },
  { field: 'paymentScore', label: ratingTexts.payment },
  { field: 'roomConditionScore', label: ratingTexts.roomCondition },
] as const

type CriteriaScores = Pick<RatingReceived, (typeof ratingCriteria)[number]['field']>

/** The four criteria, each out of ten. @rule Q-45 */
export function RatingScores({ rating }: { readonly rating: CriteriaScores }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-sm sm:grid-cols-4">
      {ratingCriteria.map(({ field, label }) => (
        <div key={field} className="flex justify-between gap-2 sm:block">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{rating[field]}/10</dd>
        </div>
      ))}
    </dl>
  )
}
