import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ScoreExplanation as Explanation } from '../../../contract/reviews/scores.ts'
import { Dialog } from '../../components/dialogs.tsx'
import { LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { scoreExplanationQuery, scoreReviewsQuery } from './queries.ts'
import { ExcludedPeriods } from './ExcludedPeriods.tsx'
import { scoreTexts } from './scores.texts.ts'

interface ScoreExplanationProps {
  readonly businessId: string
  readonly own: boolean
  readonly onClose: () => void
}

/** The dialog of `ScoreExplanationDialog`, loaded when it opens. */
export function ScoreExplanation({ businessId, own, onClose }: ScoreExplanationProps) {
  return (
    <Dialog open onClose={onClose} title={scoreTexts.title}>
      <div className="grid gap-6">
        <ScoreBreakdown businessId={businessId} />
        {own && <ReviewByReview businessId={businessId} />}
      </div>
    </Dialog>
  )
}

function ScoreBreakdown({ businessId }: { readonly businessId: string }) {
  const query = useQuery(scoreExplanationQuery(businessId))
  return (
    <QueryView query={query} skeletonRows={3}>
      {(score) => (
        <div className="grid gap-6">
          <ScoreStatistics {...score} />
          <ExplanationSection title={scoreTexts.rules}>
            <ul className="grid list-disc gap-1 pl-5">
              {[scoreTexts.latest, scoreTexts.out, scoreTexts.periods].map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            <p className="mt-1 text-sm text-muted">
              {score.rules
                .map(({ rule, version }) => `${scoreTexts.ruleNames[rule] ?? rule}, ${scoreTexts.version(version)}`)
                .join(' · ')}
            </p>
          </ExplanationSection>
          <ExplanationSection title={scoreTexts.stars}>
            <ul className="grid gap-1 tabular-nums">
              {[5, 4, 3, 2, 1].map((stars) => (
                <li key={stars}>
                  {scoreTexts.starsRow(
                    stars,
                    score.distribution.inForce[stars - 1] ?? 0,
                    score.distribution.all[stars - 1] ?? 0,
                  )}
                </li>
              ))}
            </ul>
          </ExplanationSection>
          <ExplanationSection title={scoreTexts.oneMore}>
            <ul className="flex flex-wrap gap-x-4 tabular-nums">
              {score.oneMore.map(({ stars, average }) => (
                <li key={stars} className="whitespace-nowrap">
                  {scoreTexts.oneMoreRow(stars, oneDecimal(average))}
                </li>
              ))}
            </ul>
          </ExplanationSection>
        </div>
      )}
    </QueryView>
  )
}

function ScoreStatistics({ scores: { asOf, inForce, all, exclusions } }: Explanation) {
  const describe = ({ average, opinions }: typeof inForce) =>
    opinions === 0 ? scoreTexts.none : scoreTexts.average(oneDecimal(average), opinions)
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1">
        <dt className="text-sm text-muted">{scoreTexts.score}</dt>
        <dd className="text-lg font-semibold">{describe(inForce)}</dd>
        {exclusions.length > 0 && (
          <>
            <dt className="text-sm text-muted">{scoreTexts.fullScore}</dt>
            <dd>{describe(all)}</dd>
          </>
        )}
      </dl>
      <p className="text-sm text-muted">{scoreTexts.asOf(longDate(asOf))}</p>
      {exclusions.length > 0 && <ExcludedPeriods exclusions={exclusions} />}
    </div>
  )
}

function ReviewByReview({ businessId }: { readonly businessId: string }) {
  const query = useInfiniteQuery(scoreReviewsQuery(businessId))
  return (
    <ExplanationSection title={scoreTexts.own}>
      <p className="mb-2 text-sm text-muted">{scoreTexts.ownIntro}</p>
      <QueryView query={query} skeletonRows={2} empty={<p className="text-muted">{scoreTexts.ownEmpty}</p>}>
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map(({ id, stars, day, why: contribution, averageWithout }) => (
                <li key={id} className="grid gap-1 border-t border-line pt-3">
                  <p className="flex flex-wrap items-center gap-x-3">
                    <StarRating value={stars} />
                    {scoreTexts.row(longDate(day))}
                  </p>
                  <p className="text-sm text-muted">
                    {scoreTexts.why[contribution]}
                    {averageWithout !== null && ` · ${scoreTexts.without(oneDecimal(averageWithout))}`}
                  </p>
                </li>
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </QueryView>
    </ExplanationSection>
  )
}

function ExplanationSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
