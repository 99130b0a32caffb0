import type { ReactNode } from 'react'
import {
  amendRatingBody,
  rateClientBody,
  type RatingGiven,
  type RatingReceived,
} from '../../../contract/ratings/ratings.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { TextArea } from '../../components/form-controls.tsx'
import { ScoreSlider } from '../../components/slider.tsx'
import { StarRatingInput } from '../../components/star-rating.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { blankToUndefined } from '../../shared/form.ts'
import { ratingTexts } from './texts.ts'

const ratingCriteria = [
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

export interface RatingValues {
  readonly overallRating: number
  readonly punctualityScore: number | null
  readonly kindnessScore: number | null
  readonly paymentScore: number | null
  readonly roomConditionScore: number | null
  readonly comment: string
}

interface RatingFieldsProps {
  readonly values: RatingValues
  readonly errorOf: (field: string) => string | undefined
  readonly onScore: (field: Exclude<keyof RatingValues, 'comment'>, score: number) => void
  readonly onComment: (comment: string) => void
  /** Fields between the criteria and the comment. */
  readonly children?: ReactNode
}

/** Stars, four criteria and the comment. @rule Q-45 */
export function RatingFields({ values, errorOf, onScore, onComment, children }: RatingFieldsProps) {
  return (
    <>
      <StarRatingInput
        legend={ratingTexts.overall}
        value={values.overallRating}
        error={errorOf('overallRating')}
        onChange={(stars) => onScore('overallRating', stars)}
      />
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {ratingCriteria.map(({ field, label }) => (
          <ScoreSlider
            key={field}
            label={label}
            value={values[field]}
            error={errorOf(field)}
            onChange={(score) => onScore(field, score)}
          />
        ))}
      </div>
      {children}
      <TextArea
        label={ratingTexts.comment}
        maxLength={ruleParameters.ratingCommentMaxLength}
        optional
        name="comment"
        value={values.comment}
        error={errorOf('comment')}
        onChange={({ target }) => onComment(target.value)}
      />
    </>
  )
}

const emptyScores: Readonly<Record<(typeof ratingCriteria)[number]['field'], number | null>> = {
  punctualityScore: null,
  kindnessScore: null,
  paymentScore: null,
  roomConditionScore: null,
}
const blankRating = {
  clientEmail: '',
  overallRating: 0,
  ...emptyScores,
  stayType: 'leisure',
  stayDate: '',
  comment: '',
}

/** Form for a new rating, of the given client or of the one with the e-mail address entered. */
export const useRatingForm = (clientId: string | undefined, onSaved: () => void) => {
  return useFormMutation('rateClient', {
    initialValues: blankRating,
    schema: rateClientBody,
    toBody: ({ clientEmail, comment, ...scores }) => ({
      ...scores,
      ...(clientId === undefined ? { clientEmail } : { clientId }),
      comment: blankToUndefined(comment),
    }),
    toInput: (body) => ({ body }),
    invalidates: ['ratings', 'clients', 'statistics', 'ava', 'account'],
    incompleteToast: ({ overallRating }) =>
      overallRating === 0 ? { tone: 'bad', title: ratingTexts.missingTitle, text: ratingTexts.missing } : undefined,
    successToast: ({ avaEarned }) => ({
      title: ratingTexts.saved,
      text: avaEarned > 0 ? ratingTexts.savedWithAva(avaEarned) : undefined,
    }),
    onSuccess: onSaved,
    failureText: ratingTexts.failed,
  })
}

/** Form for amending a rating. */
export const useAmendRatingForm = (rating: RatingGiven, onSaved: () => void) => {
  const { id, overallRating, punctualityScore, kindnessScore, paymentScore, roomConditionScore } = rating
  const initial = {
    overallRating,
    punctualityScore,
    kindnessScore,
    paymentScore,
    roomConditionScore,
    comment: rating.comment ?? '',
  }
  return useFormMutation('amendRating', {
    initialValues: initial,
    schema: amendRatingBody,
    toBody: ({ comment, ...scores }) => ({ ...scores, comment: blankToUndefined(comment) }),
    toInput: (body) => ({ params: { ratingId: id }, body }),
    invalidates: ['ratings', 'clients', 'statistics'],
    successToast: { title: ratingTexts.amended },
    onSuccess: onSaved,
    failureText: ratingTexts.failed,
  })
}
