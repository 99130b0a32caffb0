import type * as explained from '../../../application/rewards/explain-standing.ts'
import type { Person } from '../../../application/person.ts'
import { rewards } from '../../../application/rewards/module.ts'
import { firstOfMonth, romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { redemptionRejection } from '../../../domain/rewards/rewards.ts'
import { rewardRules, rewardStatusAt, ruleNameOf } from '../../../domain/rewards/rules.ts'
import type { RewardStatus } from '../../../domain/rewards/vocabulary.ts'
import type { Standing } from '../../../domain/rewards/standing.ts'
import { isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import type { MonthlyRatings } from '../../../projections/ratings/ratings.ts'
import type { rewardsOfClient, rewardsRedeemedAt } from '../../../projections/rewards/reward-codes.ts'
import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import type {
  IssuedReward,
  MonthOfRatings,
  OwnReward,
  RewardExplanation,
  StandingMetrics,
  StandingExplanation,
} from '../../contract/rewards/rewards.ts'
import { actionResponse } from '../actions.ts'
import { monthsBefore, roundedAverage, startOfDay } from '../rounding.ts'

const historyMonths = 12

/** First days of this month and those before it in the history of a standing, earliest first. */
export const standingMonths = (today: Day): readonly string[] => [
  ...monthsBefore(today, historyMonths - 1),
  firstOfMonth(today),
]

export const standingHistoryResponse = (received: readonly MonthlyRatings[], today: Day): MonthOfRatings[] =>
  standingMonths(today).map((month) => {
    const { ratings, stars } = received.find((other) => other.month === month) ?? { ratings: 0, stars: 0 }
    return { month, ratings, average: ratings === 0 ? null : roundedAverage(stars, ratings) }
  })

type RowOf<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]

type OwnRewardRow = RowOf<typeof rewardsOfClient>

type RedeemedRewardRow = RowOf<typeof rewardsRedeemedAt>

interface RewardTimes extends Pick<OwnRewardRow, 'redeemedAt' | 'revokedAt' | 'expiresAt'> {
  /** Null also for viewers who may not learn of a suspension. */
  readonly suspendedUntil: string | null
}

const rewardStatusOf = (reward: RewardTimes, now: Instant): RewardStatus => {
  const { redeemedAt, revokedAt, expiresAt, suspendedUntil } = reward
  const status = redeemedAt !== null ? 'redeemed' : revokedAt !== null ? 'revoked' : 'active'
  return rewardStatusAt(
    { status, expiresAt: expiresAt as Instant, suspendedUntil: suspendedUntil as Instant | null },
    now,
  )
}

const rewardFields = (reward: OwnRewardRow, now: Instant) => {
  const { code, rewardType, ruleType, discountPercent, expiresAt, redeemedAt } = reward
  const status = rewardStatusOf(reward, now)
  const value = { rule: ruleNameOf(reward), discountPercent, rewardValue: discountPercent, source: 'auto' as const }
  return { code, rewardType, ruleType, ...value, isActive: status === 'active', status, expiresAt, redeemedAt }
}

export const ownRewardResponse =
  (now: Instant) =>
  (reward: OwnRewardRow): Omit<OwnReward, 'actions'> => ({
    ...rewardFields(reward, now),
    businessId: reward.businessId,
    businessName: reward.businessName,
    businessIsPremium: isPremiumAt(reward, now),
    issuedForReviewId: reward.issuedForReviewId,
    suspendedUntil: rewardStatusOf(reward, now) === 'suspended' ? reward.suspendedUntil : null,
    createdAt: reward.issuedAt,
  })

/** A client's own code with what the client may do with it. A suspended client cannot call this endpoint. */
export const ownRewardWithActions =
  (client: Person, now: Instant) =>
  (reward: OwnRewardRow): OwnReward => {
    const { code } = reward
    const [expiresAt, suspendedUntil] = [reward.expiresAt as Instant, reward.suspendedUntil as Instant | null]
    const rejection = redemptionRejection(
      { code, status: rewardStatusOf({ ...reward, suspendedUntil: null }, now), expiresAt, suspendedUntil },
      { redeemable: client.emailConfirmed, at: now },
    )
    return {
      ...ownRewardResponse(now)(reward),
      actions: { redeem: actionResponse(rewards.useCases.redeemReward, client, rejection) },
    }
  }

/** Nothing of its issue and expiry, which have the day of a review. @rule Q-60 the author stays unknown */
export const issuedRewardResponse =
  (now: Instant) =>
  (reward: RedeemedRewardRow): IssuedReward => {
    const { code, rewardType, ruleType, discountPercent, clientName } = reward
    return {
      code,
      rewardType,
      ruleType,
      rule: ruleNameOf(reward),
      discountPercent,
      rewardValue: discountPercent,
      redeemedAt: startOfDay(reward.redeemedAt),
      clientName,
      clientIsPremium: isPremiumAt(reward, now),
    }
  }

/** Public alias of a rating, whose id contains the business. @rule Q-46 */
type RatingAlias = (ratingId: string) => string

/** Rules a standing is based on. @rule B-21 @rule B-22 @rule B-24 */
const ruleNumbers = { cross: 'B-21', elite: 'B-22', tier: 'B-24' } as const

/**
 * Explains the ratings on the client's list, with the aliases, dates and order of that list; the others are only counted.
 * @rule Q-46 a batched rating shows no metric that identifies its venue
 */
export const standingExplanationResponse = (
  explanation: explained.StandingExplanation,
  received: readonly RatingReceived[],
  toAlias: RatingAlias,
  now: Instant,
): StandingExplanation => {
  const counted = new Map(explanation.ratings.map((rating) => [toAlias(rating.ratingId), rating]))
  const listed = received.flatMap(({ id, stayDate: day, stayDatePrecision: precision }) => {
    const rating = counted.get(id)
    if (rating === undefined) return []
    const inBatch = precision === 'month'
    const without = { ...standingMetricsOf(rating.without), ...(inBatch ? undisclosed : {}) }
    return [{ id, stars: rating.stars, day, precision, firstOfVenue: inBatch ? null : rating.firstOfVenue, without }]
  })
  return {
    asOf: romeDay(now),
    now: standingMetricsOf(explanation.now),
    rules: Object.values(ruleNumbers).map((rule) => ({ rule, version: rewardRules.version })),
    milestones: explanation.milestones.map(milestoneResponse),
    goals: [...explanation.goals],
    ratings: listed,
    others: explanation.now.ratings - listed.length,
    withFiveMore: standingMetricsOf(explanation.withOneMoreFiveStars),
  }
}

const undisclosed = { providers: null, fiveStarProviders: null, elite: null }

const standingMetricsOf = (standing: Standing): StandingMetrics => ({
  average: roundedAverage(standing.stars, standing.ratings),
  total: standing.ratings,
  fiveStars: standing.fiveStars,
  providers: standing.venues,
  fiveStarProviders: standing.fiveStarVenues,
  tier: standing.tier,
  cross: standing.cross !== 'pending',
  elite: standing.elite,
})

const milestoneResponse = ({
  to,
  at,
  ruleVersion,
  evidence,
}: explained.Milestone): StandingExplanation['milestones'][number] => ({
  to,
  day: romeDay(at),
  rule: to === 'cross' || to === 'elite' ? ruleNumbers[to] : ruleNumbers.tier,
  ruleVersion,
  ratings: evidence.length,
})

/** Explains a code. Reviews are dated by day, ratings as on the client's list. */
export const rewardExplanationResponse = (
  { reward, status, required, evidence, revokedAt }: explained.RewardExplanation,
  received: readonly RatingReceived[],
  toAlias: RatingAlias,
): RewardExplanation => {
  const kind = reward.rewardType === 'elite' ? 'rating' : 'review'
  return {
    code: reward.code,
    rule: ruleNameOf(reward),
    ruleVersion: reward.ruleVersion,
    percent: reward.percent,
    required,
    issuedOn: romeDay(reward.at),
    expiresOn: romeDay(reward.expiresAt),
    status,
    revokedOn: revokedAt === null ? null : romeDay(revokedAt),
    evidence: evidence.map(({ id: sourceId, at, stands, needed }) => {
      if (kind === 'review')
        return { id: sourceId, kind, day: at === null ? null : romeDay(at), precision: 'day', stands, needed }
      const id = toAlias(sourceId)
      const listed = received.find((rating) => rating.id === id)
      const { stayDate: day = null, stayDatePrecision: precision = 'day' } = listed ?? {}
      return { id, kind, day, precision, stands, needed: needed && precision === 'day' }
    }),
  }
}
