import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RewardExplanation, StandingMetrics, StandingExplanation } from '../../../contract/rewards/rewards.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { MailLink } from '../../components/links.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { settings } from '../../settings.ts'
import { longDate, monthAndYear } from '../../shared/format.ts'
import { rewardExplanationQuery, standingExplanationQuery } from './queries.ts'
import { explanationTexts } from './explanations.texts.ts'
import { rewardTexts } from './texts.ts'

const twoDecimals = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** 4.5 → 4,50: two decimals, because a single rating changes hundredths. */
const formatAverage = (average: number) => twoDecimals.format(average)

/** Differences between the current and a previewed standing, in one sentence. */
const changesText = (
  now: StandingMetrics,
  preview: StandingMetrics | StandingExplanation['ratings'][number]['without'],
): string => {
  const changes = [
    now.average === preview.average
      ? ''
      : explanationTexts.standing.changes.average(formatAverage(now.average), formatAverage(preview.average)),
    preview.fiveStarProviders === null || now.fiveStarProviders === preview.fiveStarProviders
      ? ''
      : explanationTexts.standing.changes.venues(now.fiveStarProviders, preview.fiveStarProviders),
    now.tier === preview.tier ? '' : explanationTexts.standing.changes.tier[preview.tier],
    !now.cross && preview.cross ? explanationTexts.standing.changes.crossOn : '',
    now.elite !== 'earned' && preview.elite === 'earned' ? explanationTexts.standing.changes.eliteOn : '',
    now.elite === 'earned' && preview.elite !== null && preview.elite !== 'earned'
      ? explanationTexts.standing.changes.eliteOff
      : '',
  ].filter(Boolean)
  return `${changes.length === 0 ? explanationTexts.standing.changes.nothing : changes.join(', ')}.`
}

/** When a goal was reached and by which rule version, what is missing, or what the elite bonus waits for. */
const goalProgress = (
  { to, missing, withheld }: StandingExplanation['goals'][number],
  { milestones }: StandingExplanation,
): string => {
  if (missing !== null) return explanationTexts.standing.missing[missing.of](missing.amount)
  if (withheld) return rewardTexts.standing.eliteWithheld
  const decision = milestones.findLast((milestone) => milestone.to === to)
  if (decision === undefined) return ''
  return explanationTexts.standing.reachedOn(longDate(decision.day), decision.ratings, decision.ruleVersion)
}

/** Button and dialog that explain a client's own standing. */
export function StandingExplanationDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {explanationTexts.open}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={explanationTexts.title}
        description={explanationTexts.standing.intro}
      >
        <StandingExplanation />
      </Dialog>
    </>
  )
}

function StandingExplanation() {
  const query = useQuery(standingExplanationQuery)
  return (
    <QueryView query={query} skeletonRows={3}>
      {(explanation) => (
        <div className="grid gap-6">
          <StandingSummary {...explanation} />
          <GoalList explanation={explanation} />
          <section>
            <h3 className="font-semibold">{explanationTexts.standing.ifMore}</h3>
            <p className="mt-1">{changesText(explanation.now, explanation.withFiveMore)}</p>
          </section>
          <RatingEffects {...explanation} />
          <p className="text-sm text-muted">
            {explanationTexts.humanReview} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>
          </p>
        </div>
      )}
    </QueryView>
  )
}

function StandingSummary({ now, asOf }: StandingExplanation) {
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold">
        {explanationTexts.standing.summary(formatAverage(now.average), now.total)}
      </p>
      <p>{explanationTexts.standing.fiveStars(now.fiveStars, now.fiveStarProviders)}</p>
      <p>{explanationTexts.standing.venues(now.providers)}</p>
      <p className="text-sm text-muted">{explanationTexts.asOf(longDate(asOf))}</p>
    </div>
  )
}

function GoalList({ explanation }: { readonly explanation: StandingExplanation }) {
  return (
    <section>
      <h3 className="font-semibold">{explanationTexts.standing.rules}</h3>
      <ul className="mt-2 grid gap-3">
        {explanation.goals.map((goal) => (
          <li key={goal.to} className="grid gap-1 rounded-control bg-sunken p-3">
            <p>
              {explanationTexts.standing.goals[goal.to](goal)}{' '}
              {goal.reached && <Badge tone="good">{explanationTexts.standing.reached}</Badge>}
            </p>
            <p className="text-sm text-muted">{goalProgress(goal, explanation)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RatingEffects({ now, ratings, others }: StandingExplanation) {
  return (
    <section>
      <h3 className="font-semibold">{explanationTexts.standing.byRating}</h3>
      {now.total === 0 && <p className="mt-1 text-muted">{explanationTexts.standing.none}</p>}
      <ul className="mt-2 grid gap-3">
        {ratings.map(({ id, stars, day, precision, firstOfVenue, without }) => (
          <li key={id} className="grid gap-1 border-t border-line pt-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StarRating value={stars} />
              <span>
                {precision === 'day'
                  ? explanationTexts.standing.stayOf(longDate(day))
                  : explanationTexts.standing.stayIn(monthAndYear(day))}
              </span>
              {firstOfVenue === true && <Badge tone="gold">{explanationTexts.standing.counted}</Badge>}
            </p>
            <p className="text-sm text-muted">
              {explanationTexts.standing.without} {changesText(now, without)}
            </p>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-3 text-sm text-muted">{explanationTexts.standing.others(others)}</p>}
    </section>
  )
}

/** Button and dialog that explain one of the client's own codes. */
export function RewardExplanationDialog({ code }: { readonly code: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {explanationTexts.reward.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={explanationTexts.reward.title(code)}>
        <RewardExplanation code={code} />
      </Dialog>
    </>
  )
}

function RewardExplanation({ code }: { readonly code: string }) {
  const query = useQuery(rewardExplanationQuery(code))
  return (
    <QueryView query={query} skeletonRows={2}>
      {({ rule, percent, required, ruleVersion, issuedOn, expiresOn, status, revokedOn, evidence }) => (
        <div className="grid gap-4">
          <div className="grid gap-1">
            <p className="font-medium">{explanationTexts.reward.rules[rule]({ percent, required })}</p>
            <p>{explanationTexts.reward.issued(longDate(issuedOn), ruleVersion)}</p>
            {status === 'active' && <p>{explanationTexts.reward.expires(longDate(expiresOn))}</p>}
            {revokedOn !== null && <p>{explanationTexts.reward.revoked(longDate(revokedOn))}</p>}
          </div>
          <section>
            <h3 className="font-semibold">{explanationTexts.reward.evidence}</h3>
            <ul className="mt-2 grid gap-2">
              {evidence.map((item) => (
                <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span>{evidenceText(item)}</span>
                  {!item.stands && <Badge>{explanationTexts.reward.noLongerCounts}</Badge>}
                  {item.needed && <span className="text-sm text-muted">{explanationTexts.reward.needed}</span>}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </QueryView>
  )
}

const evidenceText = ({ kind, day, precision }: RewardExplanation['evidence'][number]) => {
  if (kind === 'review') return explanationTexts.reward.review(day === null ? '' : longDate(day))
  if (day === null) return explanationTexts.reward.ratingUnseen
  return precision === 'day'
    ? explanationTexts.reward.rating(longDate(day))
    : explanationTexts.reward.ratingIn(monthAndYear(day))
}
