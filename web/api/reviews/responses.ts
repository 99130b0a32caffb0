import { reviewReplayId } from '../../../application/moderation/cases.ts'
import type { RuleSettings } from '../../../application/rule-settings.ts'
import type { Person } from '../../../application/person.ts'
import { reviews } from '../../../application/reviews/module.ts'
import type { Gazetteer } from '../../../application/travel/ports.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import { anomalyRules } from '../../../domain/reviews/anomaly-detection.ts'
import { disputeOpeningRejection } from '../../../domain/reviews/dispute.ts'
import { exclusionRules } from '../../../domain/reviews/excluded-periods.ts'
import { replyRejection, replyWithdrawalRejection } from '../../../domain/reviews/reply.ts'
import { flaggingRejection } from '../../../domain/reviews/review-flags.ts'
import { editRejection } from '../../../domain/reviews/review.ts'
import { isUndecided, statementObstacle } from '../../../domain/reviews/dispute-rules.ts'
import { isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import type { openAnomalies } from '../../../projections/reviews/anomalies.ts'
import type { scoredReviews } from '../../../projections/reviews/counted-reviews.ts'
import type {
  disputesOfBusiness,
  disputeWithParties,
  statementsOfDispute,
} from '../../../projections/reviews/disputes.ts'
import type { activeExclusions } from '../../../projections/reviews/excluded-periods.ts'
import { starsLoweredFar } from '../../../domain/reviews/review-state.ts'
import type { AnonymousReview, WrittenReview } from '../../../projections/reviews/reviews.ts'
import type { MonthlyTotals, starDistributionOfVenue } from '../../../projections/reviews/venue-scores.ts'
import type { OwnDecision } from '../../contract/moderation/decisions.ts'
import type {
  Dispute,
  DisputeParty,
  DisputeThread,
  OwnDispute,
  Statement,
} from '../../contract/reviews/flags-and-disputes.ts'
import type { OwnReview, Reply, Review } from '../../contract/reviews/reviews.ts'
import type {
  Anomaly,
  Exclusion,
  MonthlyScore,
  PublicExclusion,
  ReviewContribution,
  Scores,
  ScoreExplanation,
} from '../../contract/reviews/scores.ts'
import { actionResponse } from '../actions.ts'
import { reasonsResponse } from '../moderation/responses.ts'
import { monthsBefore, roundedAverage, startOfDay } from '../rounding.ts'

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
  const { mine: _, ownFlagId: __, disputeId: ___, ...columns } = review
  const { replyText, replyEdited, replyOvertaken, repliedAt, ...fields } = columns
  return {
    ...fields,
    reply: replyResponse({ replyText, replyEdited, replyOvertaken, repliedAt }),
  }
}

export const reviewResponse = (review: AnonymousReview): Omit<Review, 'actions'> => ({
  ...reviewFields(review),
  createdAt: startOfDay(review.createdAt),
  mine: review.mine,
  flagged: review.ownFlagId !== null,
})

/** A review with what the viewer may do with it; null: a visitor. */
export const reviewWithActions =
  (viewer: Person | null) =>
  (review: AnonymousReview): Review => ({ ...reviewResponse(review), actions: reviewActions(review, viewer) })

const reviewActions = (review: AnonymousReview, viewer: Person | null): Review['actions'] => {
  const { mine: isAuthor, ownFlagId: earlierFlagId, moderationStatus: status, disputeId, targetType, targetId } = review
  const { flagReview, openDispute, publishReply, withdrawReply } = reviews.useCases
  const [reviewed, businessId] = [{ targetType, targetId, status }, viewer?.accountId ?? '']
  return {
    flag: actionResponse(flagReview, viewer, flaggingRejection({ isAuthor, earlierFlagId, status })),
    dispute: actionResponse(
      openDispute,
      viewer,
      disputeOpeningRejection({ review: reviewed, businessId }, disputeId !== null),
    ),
    reply: actionResponse(publishReply, viewer, replyRejection({ businessId, review: reviewed })),
    withdrawReply: actionResponse(withdrawReply, viewer, replyWithdrawalRejection({ businessId, review: reviewed })),
  }
}

interface ReviewContext {
  readonly gazetteer: Pick<Gazetteer, 'nameOf'>
  readonly clock: () => Instant
  readonly services: { readonly ruleSettings: Pick<RuleSettings, 'rewards'> }
}

/** Includes the name of the target; names of places come from the gazetteer. */
export const ownReviewResponse =
  ({ gazetteer }: Pick<ReviewContext, 'gazetteer'>) =>
  ({
    whyFacts,
    whyGround,
    highestStars: _,
    hasUnredeemedCode: __,
    ...review
  }: WrittenReview): Omit<OwnReview, 'targetIsPremium' | 'actions' | 'disputeId' | 'caseId' | 'codeSuspension'> => ({
    ...reviewFields(review),
    why: reasonsResponse({ whyFacts, whyGround }),
    lastActionAt: review.lastActionAt,
    targetName: review.targetType === 'PLACE' ? gazetteer.nameOf(review.targetId) : review.targetName,
  })

/** A review as its author reads it on the screen. */
export const ownReviewWithActions =
  (api: ReviewContext, author: Person) =>
  (review: WrittenReview): OwnReview => {
    const { id, moderationStatus: status, disputeId, mine: isAuthor } = review
    const disputeUndecided = isUndecided(review.disputeStatus)
    return {
      ...ownReviewResponse(api)(review),
      targetIsPremium: isPremiumAt(review, api.clock()),
      disputeId,
      caseId: status === 'ACTIVE' && disputeId === null ? null : reviewReplayId(id),
      codeSuspension: codeSuspensionOf(api, review),
      actions: {
        edit: actionResponse(
          reviews.useCases.editReview,
          author,
          editRejection({ isAuthor, status, disputeUndecided }),
        ),
      },
    }
  }

/** @rule Q-132 what lowering the stars now would do */
const codeSuspensionOf = (
  { clock, services }: ReviewContext,
  { highestStars, hasUnredeemedCode }: WrittenReview,
): OwnReview['codeSuspension'] => {
  const { editWindowDays } = services.ruleSettings.rewards
  const atOrBelow = starsLoweredFar(highestStars)
  if (!hasUnredeemedCode || editWindowDays === 0 || atOrBelow < 1) return null
  return { atOrBelow, until: plusDays(clock(), editWindowDays) }
}

type PeriodRow = Awaited<ReturnType<typeof activeExclusions>>[number]

type ContributionRow = Awaited<ReturnType<typeof scoredReviews>>['items'][number]

export type AnomalyRow = Awaited<ReturnType<typeof openAnomalies>>['items'][number]

export interface ScoreSums {
  readonly starSum: number
  readonly counted: number
  readonly fullStarSum: number
  readonly fullCounted: number
}

export const scoresResponse = (sums: ScoreSums, active: readonly PeriodRow[], now: Instant): Scores => ({
  asOf: romeDay(now),
  inForce: { average: roundedAverage(sums.starSum, sums.counted), opinions: sums.counted },
  all: { average: roundedAverage(sums.fullStarSum, sums.fullCounted), opinions: sums.fullCounted },
  exclusions: active.map(publicExclusionResponse),
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

/** The totals behind a score; the screens hold the texts of the rules. @rule Q-50 */
export const scoreExplanationResponse = (
  sums: ScoreSums,
  stars: Awaited<ReturnType<typeof starDistributionOfVenue>>,
  active: readonly PeriodRow[],
  now: Instant,
): ScoreExplanation => ({
  scores: scoresResponse(sums, active, now),
  distribution: {
    inForce: starColumns.map((column) => stars.full[column] - stars.excluded[column]),
    all: starColumns.map((column) => stars.full[column]),
  },
  rules: [
    { rule: 'Q-50', version: 1 },
    { rule: 'exclusion', version: exclusionRules.version },
    { rule: 'anomaly', version: anomalyRules.version },
  ],
  oneMore: [1, 2, 3, 4, 5].map((added) => ({
    stars: added,
    average: roundedAverage(sums.starSum + added, sums.counted + 1),
  })),
})

const starColumns = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

const whyNotVisible = { PENDING_REVIEW: 'held', HIDDEN: 'hidden', REMOVED: 'removed' } as const

/** Whether a review counts in the score, or why not. */
const contributionOf = ({
  status,
  isCounted,
  excluded,
}: Pick<ContributionRow, 'status' | 'isCounted' | 'excluded'>) => {
  if (status !== 'ACTIVE') return whyNotVisible[status]
  if (!isCounted) return 'superseded'
  return excluded ? 'excluded' : 'latest'
}

export const reviewContributionResponse =
  (sums: ScoreSums) =>
  ({ id, stars, createdAt, status, isCounted, excluded }: ContributionRow): ReviewContribution => {
    const why = contributionOf({ status, isCounted, excluded })
    const counts = why === 'latest'
    const averageWithout = counts ? roundedAverage(sums.starSum - stars, sums.counted - 1) : null
    return { id, stars, day: romeDay(createdAt as Instant), counts, why, averageWithout }
  }

export const anomalyResponse = ({ stars, usualTenths, scoreTenths, key: _, ...anomaly }: AnomalyRow): Anomaly => ({
  ...anomaly,
  average: roundedAverage(stars, anomaly.opinions),
  usual: usualTenths / 10,
  score: scoreTenths / 10,
})

type DisputeWithParties = NonNullable<Awaited<ReturnType<typeof disputeWithParties>>>

type StatementRows = Awaited<ReturnType<typeof statementsOfDispute>>

/** A dispute as the party may read it: the author does not see the evidence of the business. */
export const disputeThreadResponse = (
  party: DisputeParty,
  { authorId: _, ...dispute }: DisputeWithParties,
  statements: StatementRows,
): DisputeThread => {
  const obstacle = statementObstacle({ status: dispute.status, statements }, party)
  return {
    ...disputeResponse(dispute),
    undecided: isUndecided(dispute.status),
    ...(party === 'author' ? { evidenceUrls: [] } : {}),
    side: party,
    statements: statementResponses(statements),
    maySpeak: obstacle === null,
    statementObstacle: obstacle,
  }
}

/** Only the day is public: the hour could identify the employee on duty. @rule Q-60 */
export const statementResponses = (statements: StatementRows): Statement[] =>
  statements.map((statement) => ({ ...statement, filedAt: startOfDay(statement.filedAt) }))

type DisputeRow = Awaited<ReturnType<typeof disputesOfBusiness>>[number]

export const disputeResponse = ({ businessId: _, ...dispute }: DisputeRow): Dispute => dispute

export const ownDisputeResponse = (dispute: DisputeRow, decision: OwnDecision | null): OwnDispute => ({
  ...disputeResponse(dispute),
  undecided: isUndecided(dispute.status),
  caseId: reviewReplayId(dispute.reviewId),
  decision,
})

const historyMonths = 12
/** With fewer reviews, the score of a month would show the stars of single ones. */
const minHistoryReviews = 5

/** @rule Q-60 months only, and neither hundredths nor numbers of reviews, which would show when a private one was written */
export const scoreHistoryResponse = (totals: readonly MonthlyTotals[], today: Day): readonly MonthlyScore[] =>
  monthsBefore(today, historyMonths).flatMap((month) => {
    const { counted, starSum } = totals.findLast((total) => total.month <= month) ?? { counted: 0, starSum: 0 }
    return counted < minHistoryReviews ? [] : [{ month, average: Math.round((starSum / counted) * 10) / 10 }]
  })
