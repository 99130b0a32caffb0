import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { PublicExclusion, Scores, ScoreExplanation } from '../../../contract/reviews/scores.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Checkbox } from '../../components/form-controls.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { businessProfileQuery, ownExclusionsQuery, scoreExplanationQuery, scoreReviewsQuery } from './queries.ts'
import { reviewTexts } from './texts.ts'
import { scoreTexts } from './scores.texts.ts'

/** The current score. With excluded periods, also their reasons and a switch to the full score. */
export function Score({ scores, total }: { readonly scores: Scores; readonly total: number }) {
  const [showsAll, setShowsAll] = useState(false)
  const { average, opinions } = showsAll ? scores.all : scores.inForce
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3" aria-live="polite">
        {opinions === 0 ? (
          scoreTexts.none
        ) : (
          <>
            <span className="text-2xl font-semibold tabular-nums">{oneDecimal(average)}</span>
            <StarRating value={average} />
          </>
        )}
        <span className="text-muted">{reviewTexts.business.total(total)}</span>
      </p>
      {scores.exclusions.length > 0 && (
        <>
          <ExcludedPeriods exclusions={scores.exclusions} />
          <p className="text-sm text-muted">{scoreTexts.asOf(longDate(scores.asOf))}</p>
          <Checkbox
            label={scoreTexts.switch}
            checked={showsAll}
            onChange={({ target }) => setShowsAll(target.checked)}
          />
        </>
      )}
    </div>
  )
}

function ExcludedPeriods({ exclusions }: { readonly exclusions: readonly PublicExclusion[] }) {
  return (
    <ul className="grid gap-2">
      {exclusions.map(({ from, to, reason, decidedOn }) => (
        <li key={from} className="rounded-control bg-honey-soft px-3 py-2 text-sm text-honey-ink">
          <p className="font-semibold">{scoreTexts.leftOut(longDate(from), longDate(to))}</p>
          <p>{scoreTexts.decided(scoreTexts.reasons[reason], longDate(decidedOn))}</p>
        </li>
      ))}
    </ul>
  )
}

interface ScoreExplanationDialogProps {
  readonly businessId: string
  /** The viewer is the business itself; adds the contribution of each review. */
  readonly own?: boolean
}

/** Explains a business's score in numbers and rules, and to the business itself review by review. */
export function ScoreExplanationDialog({ businessId, own = false }: ScoreExplanationDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Info aria-hidden="true" className="size-4" />
        {scoreTexts.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={scoreTexts.title}>
        <div className="grid gap-6">
          <ScoreBreakdown businessId={businessId} />
          {own && <ReviewByReview businessId={businessId} />}
        </div>
      </Dialog>
    </>
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

function ScoreStatistics({ scores: { asOf, inForce, all, exclusions } }: ScoreExplanation) {
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
            <LoadMoreButton
              hasMore={query.hasNextPage}
              pending={query.isFetchingNextPage}
              onLoadMore={() => void query.fetchNextPage()}
            />
          </>
        )}
      </QueryView>
    </ExplanationSection>
  )
}

function ExplanationSection({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** A business's own score, with the reasons of its excluded periods. */
export function OwnScoreCard() {
  const { id } = useUser()
  const profile = useQuery(businessProfileQuery(id))
  return (
    <Card title={scoreTexts.ownTitle} action={<ScoreExplanationDialog businessId={id} own />}>
      <QueryView query={profile} skeletonRows={1}>
        {({ scores, totalReviews }) => (
          <div className="grid gap-4">
            <Score scores={scores} total={totalReviews} />
            {scores.exclusions.length > 0 && <ExclusionReasons businessId={id} />}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function ExclusionReasons({ businessId }: { readonly businessId: string }) {
  const query = useQuery(ownExclusionsQuery(businessId))
  return (
    <section>
      <h3 className="mb-1 font-semibold">{scoreTexts.given}</h3>
      <QueryView query={query} skeletonRows={1}>
        {(all) => (
          <ul className="grid gap-2 text-sm">
            {all.map(({ id, from, to, facts, liftedAt }) => (
              <li key={id} className="grid gap-0.5 border-t border-line pt-2">
                <p className="font-medium">
                  {(liftedAt === null ? scoreTexts.leftOut : scoreTexts.noLongerLeftOut)(longDate(from), longDate(to))}
                </p>
                <p className="break-words whitespace-pre-line">{facts}</p>
                {liftedAt !== null && <p className="text-muted">{scoreTexts.lifted(longDate(liftedAt))}</p>}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}
