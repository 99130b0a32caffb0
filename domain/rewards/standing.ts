import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusMonths } from '../kernel/time.ts'
import type { CountedStars, Reward, RewardsEvent, RewardsState, Tier } from './rewards-state.ts'
import { rewardRules, tierOf } from './rules.ts'

export interface Standing {
  readonly ratings: number
  /** All stars received, added up: with `ratings`, the average. */
  readonly stars: number
  readonly fiveStars: number
  readonly providers: number
  /** Different venues that gave five stars: what both milestones count. */
  readonly fiveStarProviders: number
  readonly tier: Tier
  /** S-19. */
  readonly cross: 'pending' | 'active' | 'completed'
  /** S-20; `available` while the grant is withheld. */
  readonly elite: 'locked' | 'available' | 'earned'
}

export const standingOf = (state: RewardsState): Standing => {
  const elite = eliteStatus(state)
  const fiveStars = state.stars.filter(({ overall }) => overall === 5)
  const cross = state.crossActive ? 'active' : 'pending'
  return {
    ratings: state.stars.length,
    stars: totalStars(state),
    fiveStars: fiveStars.length,
    providers: firstRatingByVenue(state.stars).length,
    fiveStarProviders: firstRatingByVenue(fiveStars).length,
    tier: state.tier,
    cross: elite === 'earned' ? 'completed' : cross,
    elite,
  }
}

export const totalStars = (state: RewardsState): number => state.stars.reduce((sum, { overall }) => sum + overall, 0)

/** The first five-star rating of each venue, oldest first. */
export const firstFiveStarRatings = (state: RewardsState): readonly CountedStars[] =>
  firstRatingByVenue(state.stars.filter(({ overall }) => overall === 5))

const firstRatingByVenue = (stars: readonly CountedStars[]): readonly CountedStars[] =>
  [...Map.groupBy(stars, ({ businessId }) => businessId).values()].flatMap((ofOne) => ofOne.slice(0, 1))

/** Earned once for ever: a code redeemed or run out stays earned, one revoked before its use was never had. */
export const eliteStatus = (state: RewardsState): Standing['elite'] => {
  if (state.rewards.some(({ rewardType, status }) => rewardType === 'elite' && status !== 'revoked')) return 'earned'
  return firstFiveStarRatings(state).length >= rewardRules.elite.venues ? 'available' : 'locked'
}

export interface Discount {
  readonly percent: number
  readonly kind: 'cross' | Reward['rewardType']
  /** The code to redeem; null for the discount that needs none. */
  readonly code: string | null
}

/** the best discount this client has at that business, never a sum; of equals the one that costs no code. */
export const bestDiscount = (
  state: RewardsState,
  { businessId, at }: { readonly businessId: string; readonly at: Instant },
): Discount | null => {
  const cross: readonly Discount[] = state.crossActive
    ? [{ percent: rewardRules.cross.percent, kind: 'cross', code: null }]
    : []
  const codes = state.rewards
    .filter((reward) => reward.status === 'active' && isBefore(at, reward.expiresAt))
    .filter((reward) => reward.businessId === null || reward.businessId === businessId)
    .map(({ percent, rewardType: kind, code }): Discount => ({ percent, kind, code }))
  return [...cross, ...codes].reduce<Discount | null>(
    (best, one) => (best === null || one.percent > best.percent ? one : best),
    null,
  )
}

export interface RewardTerms {
  readonly clientId: string
  readonly at: Instant
  readonly ttlMonths: number
}

const { version: ruleVersion } = rewardRules

/**
 * The codes a review earns (B-23). One of each kind per client and business stands at a time (B-26): a second is issued
 * only when the first was revoked.
 */
export const reviewRewards = (
  state: RewardsState,
  review: RewardTerms & { readonly reviewId: string; readonly businessId: string },
  codes: Readonly<Record<'first' | 'fifth', string>>,
): readonly RewardsEvent[] => {
  const { businessId, reviewId: issuedForReviewId } = review
  const ofIt = state.reviews.filter((one) => one.businessId === businessId)
  return rewardRules.reviews
    .filter((rule) => ofIt.length >= rule.reviews)
    .filter(({ ruleType }) => !isHeld(state, (one) => one.businessId === businessId && one.ruleType === ruleType))
    .map(({ ruleType, percent, code }) => {
      const evidence = ofIt.map(({ reviewId }) => reviewId)
      const reward = { code: codes[code], businessId, rewardType: 'discount', ruleType, percent, evidence } as const
      return rewardIssued(review, { ...reward, issuedForReviewId })
    })
}

/** B-22: the bonus and its one code, if it is due and not had before; nothing otherwise. */
export const eliteGrant = (state: RewardsState, terms: RewardTerms, code: string): readonly RewardsEvent[] => {
  if (eliteStatus(state) !== 'available') return []
  const { clientId, at } = terms
  const { percent, venues } = rewardRules.elite
  const evidence = ratingIdsOf(firstFiveStarRatings(state).slice(0, venues))
  return [
    { type: 'EliteBonusGranted', data: { clientId, at, ruleVersion, evidence, percent } },
    rewardIssued(terms, {
      code,
      businessId: null,
      rewardType: 'elite',
      ruleType: null,
      percent,
      issuedForReviewId: null,
      evidence,
    }),
  ]
}

/** The permanent discount and the tier, where the stars as they now are make a difference. */
export const standingChanges = (
  state: RewardsState,
  who: Pick<RewardTerms, 'clientId' | 'at'>,
): readonly RewardsEvent[] => {
  const { venues, percent } = rewardRules.cross
  const firsts = firstFiveStarRatings(state)
  const cross: readonly RewardsEvent[] =
    state.crossActive || firsts.length < venues
      ? []
      : [
          {
            type: 'CrossProviderDiscountActivated',
            data: { ...who, ruleVersion, evidence: ratingIdsOf(firsts), percent },
          },
        ]
  const [from, to] = [state.tier, tierOf(state.stars.length, totalStars(state))]
  const evidence = ratingIdsOf(state.stars)
  return from === to ? cross : [...cross, { type: 'TierChanged', data: { ...who, ruleVersion, evidence, from, to } }]
}

/** Rewards neither used nor run out that what is left no longer earns. */
export const revocations = (
  state: RewardsState,
  why: Pick<RewardTerms, 'clientId' | 'at'> & { readonly cause: string },
): readonly RewardsEvent[] =>
  state.rewards
    .filter((reward) => reward.status === 'active' && isBefore(why.at, reward.expiresAt))
    .filter((reward) => !stillEarned(state, reward))
    .map(({ code }) => ({ type: 'RewardRevoked', data: { ...why, code } }))

const stillEarned = (state: RewardsState, { businessId, rewardType, ruleType }: Reward): boolean => {
  if (rewardType === 'elite') return firstFiveStarRatings(state).length >= rewardRules.elite.venues
  const needed = rewardRules.reviews.find((rule) => rule.ruleType === ruleType)?.reviews ?? 0
  return state.reviews.filter((review) => review.businessId === businessId).length >= needed
}

const isHeld = (state: RewardsState, matches: (reward: Reward) => boolean) =>
  state.rewards.some((reward) => reward.status !== 'revoked' && matches(reward))

const ratingIdsOf = (stars: RewardsState['stars']) => stars.map(({ ratingId }) => ratingId)

const rewardIssued = (
  { clientId, at, ttlMonths }: RewardTerms,
  reward: Omit<Reward, 'clientId' | 'at' | 'ruleVersion' | 'expiresAt' | 'status'>,
): RewardsEvent => ({
  type: 'RewardIssued',
  data: { clientId, at, ruleVersion, ...reward, expiresAt: plusMonths(at, ttlMonths) },
})
