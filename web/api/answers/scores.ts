import type { Instant } from '../../../domain/kernel/primitives.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { anomalyRules } from '../../../domain/reputation/exclusion/anomaly.ts'
import { exclusionRules } from '../../../domain/reputation/exclusion/periods.ts'
import type { openAnomalies } from '../../../projections/anomalies.ts'
import type { standingExclusions } from '../../../projections/exclusions.ts'
import type { weighedReviews } from '../../../projections/opinions.ts'
import type { starsOfVenue } from '../../../projections/venue-days.ts'
import type { Anomaly, Exclusion, LeftOut, Scores, ScoreWhy, WeighedReview } from '../../contract/scores.ts'
import { averageOf } from './user.ts'

type Rows<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]
type Period = Rows<typeof standingExclusions>
type Weighed = Awaited<ReturnType<typeof weighedReviews>>['items'][number]
type Alert = Awaited<ReturnType<typeof openAnomalies>>['items'][number]

export interface Sums {
  readonly ratingSum: number
  readonly raters: number
  readonly fullSum: number
  readonly fullRaters: number
}

export const scoresAnswer = (sums: Sums, standing: readonly Period[], now: Instant): Scores => ({
  asOf: romeDay(now),
  inForce: { average: averageOf(sums.ratingSum, sums.raters), opinions: sums.raters },
  all: { average: averageOf(sums.fullSum, sums.fullRaters), opinions: sums.fullRaters },
  exclusions: standing.map(leftOutAnswer),
})

const leftOutAnswer = ({ from, to, reason, excludedAt }: Period): LeftOut => ({
  from,
  to,
  reason,
  decidedOn: romeDay(excludedAt as Instant),
})

export const exclusionAnswer = ({ id, facts, excludedAt, liftedAt, liftFacts, ...period }: Period): Exclusion => ({
  id,
  ...leftOutAnswer({ id, facts, excludedAt, liftedAt, liftFacts, ...period }),
  facts,
  excludedAt,
  liftedAt,
  liftFacts,
})

/** Q-50 and the excluded periods in words belong to the screen; here is what they make of the numbers. */
export const scoreWhyAnswer = (
  sums: Sums,
  stars: Awaited<ReturnType<typeof starsOfVenue>>,
  standing: readonly Period[],
  now: Instant,
): ScoreWhy => ({
  scores: scoresAnswer(sums, standing, now),
  distribution: { inForce: counts.map((n) => stars.full[n] - stars.out[n]), all: counts.map((n) => stars.full[n]) },
  rules: [
    { rule: 'Q-50', version: 1 },
    { rule: 'exclusion', version: exclusionRules.version },
    { rule: 'anomaly', version: anomalyRules.version },
  ],
  oneMore: [1, 2, 3, 4, 5].map((more) => ({
    stars: more,
    average: averageOf(sums.ratingSum + more, sums.raters + 1),
  })),
})
const counts = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

const unseen = { PENDING_REVIEW: 'held', HIDDEN: 'hidden', REMOVED: 'removed' } as const

export const weighedReviewAnswer =
  (sums: Sums) =>
  ({ id, stars, createdAt, status, carries, excluded }: Weighed): WeighedReview => {
    const why = status === 'ACTIVE' ? (carries ? (excluded ? 'excluded' : 'latest') : 'superseded') : unseen[status]
    const counts = why === 'latest'
    const averageWithout = counts ? averageOf(sums.ratingSum - stars, sums.raters - 1) : null
    return { id, stars, day: romeDay(createdAt as Instant), counts, why, averageWithout }
  }

export const anomalyAnswer = ({ stars, usualTenths, scoreTenths, key: _, ...alert }: Alert): Anomaly => ({
  ...alert,
  average: averageOf(stars, alert.opinions),
  usual: usualTenths / 10,
  score: scoreTenths / 10,
})
