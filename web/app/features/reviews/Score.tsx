import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Scores } from '../../../contract/reviews/scores.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { Checkbox } from '../../components/form-controls.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { lazyComponent } from '../../lazy.ts'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { ExcludedPeriods } from './ExcludedPeriods.tsx'
import { businessProfileQuery, ownExclusionsQuery } from './queries.ts'
import { OwnScoreHistory } from './ScoreHistory.tsx'
import { reviewTexts } from './texts.ts'
import { scoreTexts } from './scores.texts.ts'

const ScoreExplanation = lazyComponent(() => import('./ScoreExplanation.tsx').then((m) => m.ScoreExplanation))

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
      {open && (
        <Suspense fallback={null}>
          <ScoreExplanation businessId={businessId} own={own} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
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
            <OwnScoreHistory />
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
