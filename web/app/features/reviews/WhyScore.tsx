import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { ScoreWhy } from '../../../contract/scores.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { longDate, oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { scoreReviewsOf, scoreWhyOf } from './reviews.queries.ts'
import { LeftOutList } from './ScoreNote.tsx'

const { score: words, ...why } = texts.why

interface WhyScoreProps {
  readonly businessId: string
  /** The reader is the business itself: review by review. */
  readonly own?: boolean
}

/** What a business's score is made of: for anyone in numbers and rules, for itself review by review. */
export function WhyScore({ businessId, own = false }: WhyScoreProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        <Info aria-hidden="true" className="size-4" />
        {why.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={why.title}>
        <div className="grid gap-6">
          <Made businessId={businessId} />
          {own && <ReviewByReview businessId={businessId} />}
        </div>
      </Dialog>
    </>
  )
}

function Made({ businessId }: { readonly businessId: string }) {
  const query = useQuery(scoreWhyOf(businessId))
  return (
    <Loaded query={query} rows={3}>
      {(score) => (
        <div className="grid gap-6">
          <Numbers {...score} />
          <Section title={words.rules}>
            <ul className="grid list-disc gap-1 pl-5">
              {[words.latest, words.out, words.periods].map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            <p className="mt-1 text-sm text-muted">
              {score.rules
                .map(({ rule, version }) => `${words.ruleNames[rule] ?? rule}, ${why.version(version)}`)
                .join(' · ')}
            </p>
          </Section>
          <Section title={words.stars}>
            <ul className="grid gap-1 tabular-nums">
              {[5, 4, 3, 2, 1].map((stars) => (
                <li key={stars}>
                  {words.starsRow(
                    stars,
                    score.distribution.inForce[stars - 1] ?? 0,
                    score.distribution.all[stars - 1] ?? 0,
                  )}
                </li>
              ))}
            </ul>
          </Section>
          <Section title={words.oneMore}>
            <ul className="flex flex-wrap gap-x-4 tabular-nums">
              {score.oneMore.map(({ stars, average }) => (
                <li key={stars} className="whitespace-nowrap">
                  {words.oneMoreRow(stars, oneDecimal(average))}
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </Loaded>
  )
}

function Numbers({ scores: { asOf, inForce, all, exclusions } }: ScoreWhy) {
  const said = ({ average, opinions }: typeof inForce) =>
    opinions === 0 ? words.none : words.average(oneDecimal(average), opinions)
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1">
        <dt className="text-sm text-muted">{words.inForce}</dt>
        <dd className="text-lg font-semibold">{said(inForce)}</dd>
        {exclusions.length > 0 && (
          <>
            <dt className="text-sm text-muted">{words.all}</dt>
            <dd>{said(all)}</dd>
          </>
        )}
      </dl>
      <p className="text-sm text-muted">{why.asOf(longDate(asOf))}</p>
      {exclusions.length > 0 && <LeftOutList exclusions={exclusions} />}
    </div>
  )
}

function ReviewByReview({ businessId }: { readonly businessId: string }) {
  const query = useInfiniteQuery(scoreReviewsOf(businessId))
  return (
    <Section title={words.own}>
      <p className="mb-2 text-sm text-muted">{words.ownIntro}</p>
      <Loaded query={query} rows={2} empty={<p className="text-muted">{words.ownEmpty}</p>}>
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map(({ id, stars, day, why: part, averageWithout }) => (
                <li key={id} className="grid gap-1 border-t border-line pt-3">
                  <p className="flex flex-wrap items-center gap-x-3">
                    <StarsShown value={stars} />
                    {words.row(longDate(day))}
                  </p>
                  <p className="text-sm text-muted">
                    {words.why[part]}
                    {averageWithout !== null && ` · ${words.without(oneDecimal(averageWithout))}`}
                  </p>
                </li>
              ))}
            </ul>
            <Pager
              hasMore={query.hasNextPage}
              pending={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
