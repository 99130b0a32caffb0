import type { Places } from '../../../application/travel/ports.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { anomalyRules } from '../../../domain/reviews/anomaly-detection.ts'
import { mayFileStatement } from '../../../domain/reviews/dispute.ts'
import { exclusionRules } from '../../../domain/reviews/excluded-periods.ts'
import type { openAnomalies } from '../../../projections/reviews/anomalies.ts'
import type { scoredReviews } from '../../../projections/reviews/counted-reviews.ts'
import type {
  disputesOfBusiness,
  disputeWithParties,
  statementsOfDispute,
} from '../../../projections/reviews/disputes.ts'
import type { activeExclusions } from '../../../projections/reviews/excluded-periods.ts'
import type { AnonymousReview, WrittenReview } from '../../../projections/reviews/reviews.ts'
import type { starDistributionOfVenue } from '../../../projections/reviews/venue-scores.ts'
import type {
  Dispute,
  DisputeReason,
  DisputeThread,
  Party,
  Statement,
} from '../../contract/reviews/flags-and-disputes.ts'
import type { OwnReview, ReasonCode, Reply, Review } from '../../contract/reviews/reviews.ts'
import type {
  Anomaly,
  Exclusion,
  PublicExclusion,
  ReviewContribution,
  Scores,
  ScoreWhy,
} from '../../contract/reviews/scores.ts'
import { reasonsResponse } from '../moderation/responses.ts'
import { roundedAverage, startOfDay } from '../rounding.ts'

type ReplyColumns = Pick<AnonymousReview, 'replyText' | 'replyEdited' | 'replyOvertaken' | 'repliedAt'>

export const replyResponse = ({
  replyText: text,
  replyEdited,
  replyOvertaken,
  repliedAt,
}: ReplyColumns): Reply | null =>
  text === null || repliedAt === null
    ? null
    : { text, edited: replyEdited === true, overtaken: replyOvertaken === true, repliedAt: startOfDay(repliedAt) }

const reviewFields = (review: AnonymousReview) => {
  const { mine: _, flagged: __, replyText, replyEdited, replyOvertaken, repliedAt, ...words } = review
  return {
    ...words,
    reasonCode: words.reasonCode as ReasonCode,
    reply: replyResponse({ replyText, replyEdited, replyOvertaken, repliedAt }),
  }
}

export const reviewResponse = (review: AnonymousReview): Review => ({
  ...reviewFields(review),
  createdAt: startOfDay(review.createdAt),
  mine: review.mine,
  flagged: review.flagged,
})

/** With the name of what it is about: a place's is known to the places service alone. */
export const ownReviewResponse =
  ({ places }: { readonly places: Pick<Places, 'nameOf'> }) =>
  ({ whyFacts, whyGround, ...review }: WrittenReview): OwnReview => ({
    ...reviewFields(review),
    why: reasonsResponse({ whyFacts, whyGround }),
    lastActionAt: review.lastActionAt,
    targetName: review.targetType === 'PLACE' ? places.nameOf(review.targetId) : review.targetName,
  })

type ScoreRowOf<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]

type PeriodRow = ScoreRowOf<typeof activeExclusions>

type ContributionRow = Awaited<ReturnType<typeof scoredReviews>>['items'][number]

type AnomalyRow = Awaited<ReturnType<typeof openAnomalies>>['items'][number]

export interface ScoreSums {
  readonly ratingSum: number
  readonly raters: number
  readonly fullSum: number
  readonly fullRaters: number
}

export const scoresResponse = (sums: ScoreSums, standing: readonly PeriodRow[], now: Instant): Scores => ({
  asOf: romeDay(now),
  inForce: { average: roundedAverage(sums.ratingSum, sums.raters), opinions: sums.raters },
  all: { average: roundedAverage(sums.fullSum, sums.fullRaters), opinions: sums.fullRaters },
  exclusions: standing.map(publicExclusionResponse),
})

const publicExclusionResponse = ({ from, to, reason, excludedAt }: PeriodRow): PublicExclusion => ({
  from,
  to,
  reason,
  decidedOn: romeDay(excludedAt as Instant),
})

export const exclusionResponse = ({ id, facts, excludedAt, liftedAt, liftFacts, ...period }: PeriodRow): Exclusion => ({
  id,
  ...publicExclusionResponse({ id, facts, excludedAt, liftedAt, liftFacts, ...period }),
  facts,
  excludedAt,
  liftedAt,
  liftFacts,
})

/** Q-50 and the excluded periods in words belong to the screen; here is what they make of the numbers. */
export const scoreWhyResponse = (
  sums: ScoreSums,
  stars: Awaited<ReturnType<typeof starDistributionOfVenue>>,
  standing: readonly PeriodRow[],
  now: Instant,
): ScoreWhy => ({
  scores: scoresResponse(sums, standing, now),
  distribution: {
    inForce: starColumns.map((n) => stars.full[n] - stars.out[n]),
    all: starColumns.map((n) => stars.full[n]),
  },
  rules: [
    { rule: 'Q-50', version: 1 },
    { rule: 'exclusion', version: exclusionRules.version },
    { rule: 'anomaly', version: anomalyRules.version },
  ],
  oneMore: [1, 2, 3, 4, 5].map((more) => ({
    stars: more,
    average: roundedAverage(sums.ratingSum + more, sums.raters + 1),
  })),
})

const starColumns = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

const whyNotCounted = { PENDING_REVIEW: 'held', HIDDEN: 'hidden', REMOVED: 'removed' } as const

export const reviewContributionResponse =
  (sums: ScoreSums) =>
  ({ id, stars, createdAt, status, carries, excluded }: ContributionRow): ReviewContribution => {
    const why =
      status === 'ACTIVE' ? (carries ? (excluded ? 'excluded' : 'latest') : 'superseded') : whyNotCounted[status]
    const counts = why === 'latest'
    const averageWithout = counts ? roundedAverage(sums.ratingSum - stars, sums.raters - 1) : null
    return { id, stars, day: romeDay(createdAt as Instant), counts, why, averageWithout }
  }

export const anomalyResponse = ({ stars, usualTenths, scoreTenths, key: _, ...alert }: AnomalyRow): Anomaly => ({
  ...alert,
  average: roundedAverage(stars, alert.opinions),
  usual: usualTenths / 10,
  score: scoreTenths / 10,
})

type DisputeWithParties = NonNullable<Awaited<ReturnType<typeof disputeWithParties>>>

type StatementRows = Awaited<ReturnType<typeof statementsOfDispute>>

/** What a side may read: the author sees what is objected to, not the business's papers. */
export const disputeThreadResponse = (
  side: Party,
  { authorId: _, ...dispute }: DisputeWithParties,
  statements: StatementRows,
): DisputeThread => ({
  ...disputeResponse(dispute),
  ...(side === 'author' ? { evidenceUrls: [] } : {}),
  side,
  statements: statementResponses(statements),
  maySpeak: mayFileStatement({ status: dispute.status, statements }, side),
})

/** The day and never the hour: who was on duty is nobody's business. */
export const statementResponses = (statements: StatementRows): Statement[] =>
  statements.map((one) => ({ ...one, filedAt: startOfDay(one.filedAt) }))

type DisputeRow = Awaited<ReturnType<typeof disputesOfBusiness>>[number]

export const disputeResponse = ({ businessId: _, reason, ...dispute }: DisputeRow): Dispute => ({
  ...dispute,
  reason: reason as DisputeReason,
})
