import type { Milestone, RewardUnfolded, StandingUnfolded } from '../../../application/rewards/standing-why.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { rewardRules } from '../../../domain/rewards/rewards/rules.ts'
import type { Standing } from '../../../domain/rewards/rewards/standing.ts'
import type { RatingReceived } from '../../contract/ratings.ts'
import type { Figures, RewardWhy, StandingWhy } from '../../contract/standing-why.ts'
import { averageOf } from './user.ts'

/** A rating as its client may call it: its own id names the business. */
type NameOf = (ratingId: string) => string

const rules = { cross: 'B-21', elite: 'B-22', tier: 'B-24' } as const

/**
 * The ratings the client has on the list, called, dated and in the order as there; those not on it are counted, not told.
 * Of one that came in a crowd nothing is said that tells venues apart.
 */
export const standingWhyAnswer = (
  unfolded: StandingUnfolded,
  received: readonly RatingReceived[],
  nameOf: NameOf,
  now: Instant,
): StandingWhy => {
  const counted = new Map(unfolded.ratings.map((rating) => [nameOf(rating.ratingId), rating]))
  const listed = received.flatMap(({ id, stayDate: day, stayDatePrecision: precision }) => {
    const rating = counted.get(id)
    if (rating === undefined) return []
    const crowd = precision === 'month'
    const without = { ...figuresOf(rating.without), ...(crowd ? unsaid : {}) }
    return [{ id, stars: rating.stars, day, precision, firstOfVenue: crowd ? null : rating.firstOfVenue, without }]
  })
  return {
    asOf: romeDay(now),
    now: figuresOf(unfolded.now),
    rules: Object.values(rules).map((rule) => ({ rule, version: rewardRules.version })),
    milestones: unfolded.milestones.map(milestoneAnswer),
    ratings: listed,
    others: unfolded.now.ratings - listed.length,
    withFiveMore: figuresOf(unfolded.withFiveMore),
  }
}

const unsaid = { providers: null, fiveStarProviders: null, elite: null }

const figuresOf = (standing: Standing): Figures => ({
  average: averageOf(standing.stars, standing.ratings),
  total: standing.ratings,
  fiveStars: standing.fiveStars,
  providers: standing.providers,
  fiveStarProviders: standing.fiveStarProviders,
  tier: standing.tier,
  cross: standing.cross !== 'pending',
  elite: standing.elite,
})

const milestoneAnswer = ({ to, at, ruleVersion, evidence }: Milestone): StandingWhy['milestones'][number] => ({
  to,
  day: romeDay(at),
  rule: to === 'cross' || to === 'elite' ? rules[to] : rules.tier,
  ruleVersion,
  ratings: evidence.length,
})

/** A client's own reviews by the day they were written; ratings received as the list dates them. */
export const rewardWhyAnswer = (
  { reward, status, evidence, revokedAt }: RewardUnfolded,
  received: readonly RatingReceived[],
  nameOf: NameOf,
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
