import type {
  Milestone,
  RewardExplanation,
  StandingExplanation,
} from '../../../application/rewards/explain-standing.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { rewardRules } from '../../../domain/rewards/rules.ts'
import type { Standing } from '../../../domain/rewards/standing.ts'
import type { rewardsIssuedBy, rewardsOfClient } from '../../../projections/rewards/reward-codes.ts'
import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import type {
  IssuedReward,
  OwnReward,
  RewardWhy,
  StandingFigures,
  StandingWhy,
} from '../../contract/rewards/rewards.ts'
import { roundedAverage, startOfDay } from '../rounding.ts'

type RowOf<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]

type OwnRewardRow = RowOf<typeof rewardsOfClient>

type IssuedRewardRow = RowOf<typeof rewardsIssuedBy>

const rewardFields = (reward: OwnRewardRow | IssuedRewardRow, now: string) => {
  const { code, rewardType, ruleType, discountPercent, expiresAt, redeemedAt, revokedAt } = reward
  const isActive = redeemedAt === null && revokedAt === null && expiresAt > now
  const value = { discountPercent, rewardValue: discountPercent, source: 'auto' as const }
  return { code, rewardType, ruleType, ...value, isActive, expiresAt, redeemedAt }
}

export const ownRewardResponse =
  (now: string) =>
  (reward: OwnRewardRow): OwnReward => ({
    ...rewardFields(reward, now),
    businessId: reward.businessId,
    businessName: reward.businessName,
    issuedForReviewId: reward.issuedForReviewId,
    createdAt: reward.issuedAt,
  })

/** Who honours a code may redeem it, but only one that is shown: until then the end is enough to know it again. */
const maskedCode = (code: string) => '•'.repeat(code.length - 3) + code.slice(-3)

/** The day a code was issued is the day of a review: no hour, so that nobody is told by it. */
export const issuedRewardResponse =
  (now: string) =>
  (reward: IssuedRewardRow): IssuedReward => ({
    ...rewardFields(reward, now),
    code: reward.redeemedAt === null ? maskedCode(reward.code) : reward.code,
    clientName: reward.clientName,
    createdAt: startOfDay(reward.issuedAt),
  })

/** A rating as its client may call it: its own id names the business. */
type RatingAlias = (ratingId: string) => string

const ruleNumbers = { cross: 'B-21', elite: 'B-22', tier: 'B-24' } as const

/**
 * The ratings the client has on the list, called, dated and in the order as there; those not on it are counted, not told.
 * Of one that came in a crowd nothing is said that tells venues apart.
 */
export const standingWhyResponse = (
  unfolded: StandingExplanation,
  received: readonly RatingReceived[],
  nameOf: RatingAlias,
  now: Instant,
): StandingWhy => {
  const counted = new Map(unfolded.ratings.map((rating) => [nameOf(rating.ratingId), rating]))
  const listed = received.flatMap(({ id, stayDate: day, stayDatePrecision: precision }) => {
    const rating = counted.get(id)
    if (rating === undefined) return []
    const crowd = precision === 'month'
    const without = { ...standingFiguresOf(rating.without), ...(crowd ? undisclosed : {}) }
    return [{ id, stars: rating.stars, day, precision, firstOfVenue: crowd ? null : rating.firstOfVenue, without }]
  })
  return {
    asOf: romeDay(now),
    now: standingFiguresOf(unfolded.now),
    rules: Object.values(ruleNumbers).map((rule) => ({ rule, version: rewardRules.version })),
    milestones: unfolded.milestones.map(milestoneResponse),
    ratings: listed,
    others: unfolded.now.ratings - listed.length,
    withFiveMore: standingFiguresOf(unfolded.withFiveMore),
  }
}

const undisclosed = { providers: null, fiveStarProviders: null, elite: null }

const standingFiguresOf = (standing: Standing): StandingFigures => ({
  average: roundedAverage(standing.stars, standing.ratings),
  total: standing.ratings,
  fiveStars: standing.fiveStars,
  providers: standing.providers,
  fiveStarProviders: standing.fiveStarProviders,
  tier: standing.tier,
  cross: standing.cross !== 'pending',
  elite: standing.elite,
})

const milestoneResponse = ({ to, at, ruleVersion, evidence }: Milestone): StandingWhy['milestones'][number] => ({
  to,
  day: romeDay(at),
  rule: to === 'cross' || to === 'elite' ? ruleNumbers[to] : ruleNumbers.tier,
  ruleVersion,
  ratings: evidence.length,
})

/** A client's own reviews by the day they were written; ratings received as the list dates them. */
export const rewardWhyResponse = (
  { reward, status, evidence, revokedAt }: RewardExplanation,
  received: readonly RatingReceived[],
  nameOf: RatingAlias,
): RewardWhy => {
  const kind = reward.rewardType === 'elite' ? 'rating' : 'review'
  return {
    code: reward.code,
    rule: reward.ruleType ?? 'ELITE',
    ruleVersion: reward.ruleVersion,
    percent: reward.percent,
    issuedOn: romeDay(reward.at),
    expiresOn: romeDay(reward.expiresAt),
    status,
    revokedOn: revokedAt === null ? null : romeDay(revokedAt),
    evidence: evidence.map(({ id: own, at, stands, needed }) => {
      if (kind === 'review')
        return { id: own, kind, day: at === null ? null : romeDay(at), precision: 'day', stands, needed }
      const id = nameOf(own)
      const listed = received.find((one) => one.id === id)
      const { stayDate: day = null, stayDatePrecision: precision = 'day' } = listed ?? {}
      return { id, kind, day, precision, stands, needed: needed && precision === 'day' }
    }),
  }
}
