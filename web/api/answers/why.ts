import type { Milestone, RewardUnfolded, StandingUnfolded } from '../../../application/rewards/standing-why.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { rewardRules } from '../../../domain/rewards/rewards/rules.ts'
import type { Standing } from '../../../domain/rewards/rewards/standing.ts'
import type { ratingsReceived } from '../../../projections/ratings.ts'
import type { Figures, RewardWhy, StandingWhy } from '../../contract/standing-why.ts'
import { averageOf } from './user.ts'

type Received = Awaited<ReturnType<typeof ratingsReceived>>
/** A rating as its client may call it: its own id names the business. */
type NameOf = (ratingId: string) => string

const rules = { cross: 'B-21', elite: 'B-22', tier: 'B-24' } as const

/** The ratings the client has on the list, by the day the list gives; those not on it are counted, not told. */
export const standingWhyAnswer = (
  unfolded: StandingUnfolded,
  received: Received,
  nameOf: NameOf,
  now: Instant,
): StandingWhy => {
  const days = new Map(received.map(({ id, stayDate }) => [id, stayDate]))
  const listed = unfolded.ratings.flatMap(({ ratingId, stars, firstOfVenue, without }) => {
    const day = days.get(ratingId)
    return day === undefined ? [] : [{ id: nameOf(ratingId), stars, day, firstOfVenue, without: figuresOf(without) }]
  })
  return {
    asOf: romeDay(now),
    now: figuresOf(unfolded.now),
    rules: Object.values(rules).map((rule) => ({ rule, version: rewardRules.version })),
    milestones: unfolded.milestones.map(milestoneAnswer),
    ratings: listed.toSorted((a, b) => (a.day < b.day ? 1 : -1)),
    others: unfolded.now.ratings - listed.length,
    withFiveMore: figuresOf(unfolded.withFiveMore),
  }
}

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

/** A client's own reviews by the day they were written; ratings received by the day the list gives. */
export const rewardWhyAnswer = (
  { reward, status, evidence, revokedAt }: RewardUnfolded,
  received: Received,
  nameOf: NameOf,
): RewardWhy => {
  const days = new Map(received.map(({ id, stayDate }) => [id, stayDate]))
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
    evidence: evidence.map(({ id, at, stands, needed }) => {
      const day = kind === 'rating' ? days.get(id) : at === null ? undefined : romeDay(at)
      return { id: kind === 'rating' ? nameOf(id) : id, kind, day: day ?? null, stands, needed }
    }),
  }
}
