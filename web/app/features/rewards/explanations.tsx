import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RewardWhy, StandingFigures, StandingWhy } from '../../../contract/rewards/rewards.ts'
import { ruleFigures } from '../../../contract/rule-figures.ts'
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

const twoDecimals = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** 4.5 → 4,50: a hundredth is what one rating moves. */
export const formatAverage = (average: number) => twoDecimals.format(average)

/** What would be otherwise, in one sentence. */
export const changesText = (
  now: StandingFigures,
  would: StandingFigures | StandingWhy['ratings'][number]['without'],
): string => {
  const said = [
    now.average === would.average
      ? ''
      : explanationTexts.standing.changes.average(formatAverage(now.average), formatAverage(would.average)),
    would.fiveStarProviders === null || now.fiveStarProviders === would.fiveStarProviders
      ? ''
      : explanationTexts.standing.changes.venues(now.fiveStarProviders, would.fiveStarProviders),
    now.tier === would.tier ? '' : explanationTexts.standing.changes.tier[would.tier],
    !now.cross && would.cross ? explanationTexts.standing.changes.crossOn : '',
    now.elite !== 'earned' && would.elite === 'earned' ? explanationTexts.standing.changes.eliteOn : '',
    now.elite === 'earned' && would.elite !== null && would.elite !== 'earned'
      ? explanationTexts.standing.changes.eliteOff
      : '',
  ].filter(Boolean)
  return `${said.length === 0 ? explanationTexts.standing.changes.nothing : said.join(', ')}.`
}

interface Milestone {
  readonly name: string
  readonly rule: string
  readonly reached: boolean
  /** When it was decided, or what is missing. */
  readonly progress: string
}

export const milestonesOf = (mine: StandingWhy): readonly Milestone[] => {
  const { now } = mine
  const venues = (need: number) => explanationTexts.standing.missingVenues(Math.max(need - now.fiveStarProviders, 1))
  return [
    milestoneOf(mine, 'cross', explanationTexts.standing.cross, now.cross, venues(ruleFigures.crossVenues)),
    milestoneOf(
      mine,
      'elite',
      explanationTexts.standing.elite,
      now.elite === 'earned',
      venues(ruleFigures.eliteVenues),
    ),
    milestoneOf(
      mine,
      'trusted',
      explanationTexts.standing.trusted,
      now.tier !== 'new',
      missingForTier(now, ruleFigures.trustedRatings, ruleFigures.trustedAverage),
    ),
    milestoneOf(
      mine,
      'top',
      explanationTexts.standing.top,
      now.tier === 'top',
      missingForTier(now, ruleFigures.topRatings, ruleFigures.topAverage),
    ),
  ]
}

const missingForTier = (now: StandingFigures, ratings: number, average: number) =>
  now.total < ratings
    ? explanationTexts.standing.missingRatings(ratings - now.total)
    : explanationTexts.standing.missingAverage(formatAverage(average))

const milestoneOf = (
  { milestones }: StandingWhy,
  name: StandingWhy['milestones'][number]['to'],
  rule: string,
  reached: boolean,
  missing: string,
): Milestone => {
  const decided = milestones.findLast(({ to }) => to === name)
  const since =
    decided === undefined
      ? ''
      : explanationTexts.standing.reachedOn(longDate(decided.day), decided.ratings, decided.ruleVersion)
  return { name, rule, reached, progress: reached ? since : missing }
}

/** A client's own standing, unfolded: what it is made of, what is missing, what would change if. */
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
      {(mine) => (
        <div className="grid gap-6">
          <StandingSummary {...mine} />
          <MilestoneList {...mine} />
          <section>
            <h3 className="font-semibold">{explanationTexts.standing.ifMore}</h3>
            <p className="mt-1">{changesText(mine.now, mine.withFiveMore)}</p>
          </section>
          <RatingEffects {...mine} />
          <p className="text-sm text-muted">
            {explanationTexts.human} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>
          </p>
        </div>
      )}
    </QueryView>
  )
}

function StandingSummary({ now, asOf }: StandingWhy) {
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold">{explanationTexts.standing.made(formatAverage(now.average), now.total)}</p>
      <p>{explanationTexts.standing.fives(now.fiveStars, now.fiveStarProviders)}</p>
      <p>{explanationTexts.standing.venues(now.providers)}</p>
      <p className="text-sm text-muted">{explanationTexts.asOf(longDate(asOf))}</p>
    </div>
  )
}

function MilestoneList(mine: StandingWhy) {
  return (
    <section>
      <h3 className="font-semibold">{explanationTexts.standing.rules}</h3>
      <ul className="mt-2 grid gap-3">
        {milestonesOf(mine).map(({ name, rule, reached, progress }) => (
          <li key={name} className="grid gap-1 rounded-control bg-sunken p-3">
            <p>
              {rule} {reached && <Badge tone="good">{explanationTexts.standing.reached}</Badge>}
            </p>
            <p className="text-sm text-muted">{progress}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RatingEffects({ now, ratings, others }: StandingWhy) {
  return (
    <section>
      <h3 className="font-semibold">{explanationTexts.standing.each}</h3>
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

/** Why one of the client's own codes was given. */
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
      {({ rule, ruleVersion, issuedOn, expiresOn, status, revokedOn, evidence }) => (
        <div className="grid gap-4">
          <div className="grid gap-1">
            <p className="font-medium">{explanationTexts.reward.rules[rule]}</p>
            <p>{explanationTexts.reward.issued(longDate(issuedOn), ruleVersion)}</p>
            {status === 'active' && <p>{explanationTexts.reward.expires(longDate(expiresOn))}</p>}
            {revokedOn !== null && <p>{explanationTexts.reward.revoked(longDate(revokedOn))}</p>}
          </div>
          <section>
            <h3 className="font-semibold">{explanationTexts.reward.evidence}</h3>
            <ul className="mt-2 grid gap-2">
              {evidence.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span>{evidenceText(one)}</span>
                  {!one.stands && <Badge>{explanationTexts.reward.gone}</Badge>}
                  {one.needed && <span className="text-sm text-muted">{explanationTexts.reward.needed}</span>}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </QueryView>
  )
}

const evidenceText = ({ kind, day, precision }: RewardWhy['evidence'][number]) => {
  if (kind === 'review') return explanationTexts.reward.review(day === null ? '' : longDate(day))
  if (day === null) return explanationTexts.reward.ratingUnseen
  return precision === 'day'
    ? explanationTexts.reward.rating(longDate(day))
    : explanationTexts.reward.ratingIn(monthAndYear(day))
}
