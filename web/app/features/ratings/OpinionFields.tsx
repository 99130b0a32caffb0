import type { ReactNode } from 'react'
import { ScoreSlider } from '../../components/ScoreSlider.tsx'
import { Stars } from '../../components/Stars.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { texts } from '../../texts.ts'
import { criteria } from './RatingScores.tsx'

const { ratings: words } = texts

export interface Opinion {
  readonly overallRating: number
  readonly punctualityScore: number | null
  readonly kindnessScore: number | null
  readonly paymentScore: number | null
  readonly roomConditionScore: number | null
  readonly comment: string
}

interface OpinionFieldsProps {
  readonly values: Opinion
  readonly errorOf: (field: string) => string | undefined
  readonly onScore: (field: Exclude<keyof Opinion, 'comment'>, score: number) => void
  readonly onComment: (comment: string) => void
  /** What is asked between the scores and the comment. */
  readonly children?: ReactNode
}

/** Stars, the four criteria and the comment with its counter. */
export function OpinionFields({ values, errorOf, onScore, onComment, children }: OpinionFieldsProps) {
  return (
    <>
      <Stars
        legend={words.overall}
        value={values.overallRating}
        error={errorOf('overallRating')}
        onChange={(stars) => onScore('overallRating', stars)}
      />
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {criteria.map(({ field, label }) => (
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
        label={words.comment}
        maxLength={500}
        optional
        name="comment"
        value={values.comment}
        error={errorOf('comment')}
        onChange={({ target }) => onComment(target.value)}
      />
    </>
  )
}
