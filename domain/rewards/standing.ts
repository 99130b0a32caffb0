import type { Instant } from '../kernel/primitives.ts'
import { plusMonths } from '../kernel/time.ts'
import { type CountedRating, hasFiveStars, type Reward, type RewardsEvent, type RewardsState } from './rewards-state.ts'
import { isUnredeemedAt, requiredFor, rewardRules, rewardStatusAt, tierOf } from './rules.ts'
import type { CrossState, EliteState, Tier } from './vocabulary.ts'

export interface Standing {
  readonly ratings: number
  /** Sum of the stars received; divided by `ratings`, the average. */
  readonly stars: number
  readonly fiveStars: number
  readonly venues: number
  /** Different venues with a five-star rating: the total both discounts depend on. */
  readonly fiveStarVenues: number
  readonly tier: Tier
  readonly cross: CrossState
  readonly elite: EliteState
}

export const standingOf = (state: RewardsState): Standing => {
  const elite = eliteStateOf(state)
  const ratings = [...state.ratings.values()]
  return {
    ratings: ratings.length,
    stars: state.totalStars,
    fiveStars: ratings.filter(hasFiveStars).length,
    venues: new Set(ratings.map(({ businessId }) => businessId)).size,
    fiveStarVenues: state.fiveStarVenues.size,
    tier: state.tier,
    cross: crossStateOf(state.crossActive, elite),
    elite,
  }
}

/** @rule S-19 completed once the elite bonus is earned */
export const crossStateOf = (active: boolean, elite: EliteState): CrossState => {
  if (elite === 'earned') return 'completed'
  return active ? 'active' : 'pending'
}

/** The first five-star rating of each venue that counts for the discounts, oldest first. */
export const firstFiveStarRatings = (state: RewardsState): readonly CountedRating[] => {
  const counting = [...state.ratings.values()].filter((rating) => hasFiveStars(rating) && rating.countsAs !== null)
  return [...Map.groupBy(counting, ({ countsAs }) => countsAs).values()].flatMap((ofVenue) => ofVenue.slice(0, 1))
}

/**
 * State of the elite bonus. A redeemed or expired code still counts as earned, a revoked one does not.
 * @rule S-20 locked, available, earned
 * @rule Q-64 available while the grant is withheld
 */
export const eliteState = (granted: boolean, fiveStarVenues: number): EliteState => {
  if (granted) return 'earned'
  return fiveStarVenues >= rewardRules.elite.venues ? 'available' : 'locked'
}

const eliteStateOf = (state: RewardsState): EliteState =>
  eliteState(
    state.rewards.some(({ rewardType, status }) => rewardType === 'elite' && status !== 'revoked'),
    state.fiveStarVenues.size,
  )

export interface Discount {
  readonly percent: number
  readonly kind: 'cross' | Reward['rewardType']
  /** Code to redeem; null for the cross-provider discount. */
  readonly code: string | null
}

/**
 * The client's best discount at a business; among equal ones, the one without a code.
 * @rule Q-61 the best discount applies, never a sum
 */
export const bestDiscount = (
  state: RewardsState,
  { businessId, at }: { readonly businessId: string; readonly at: Instant },
): Discount | null => {
  const cross: readonly Discount[] = state.crossActive
    ? [{ percent: rewardRules.cross.percent, kind: 'cross', code: null }]
    : []
  const codes = [...state.rewards.values()]
    .filter((reward) => rewardStatusAt(reward, at) === 'active')
    .filter((reward) => reward.businessId === null || reward.businessId === businessId)
    .map(({ percent, rewardType: kind, code }): Discount => ({ percent, kind, code }))
  return [...cross, ...codes].reduce<Discount | null>(
    (best, discount) => (best === null || discount.percent > best.percent ? discount : best),
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
 * Codes earned by a review.
 * @rule B-23 first and fifth review of a business
 * @rule B-26 one code per client, business and rule; a second only after the first was revoked
 */
export const reviewRewards = (
  state: RewardsState,
  review: RewardTerms & { readonly reviewId: string; readonly businessId: string },
  codes: Readonly<Record<'first' | 'fifth', string>>,
): readonly RewardsEvent[] => {
  const { businessId, reviewId: issuedForReviewId } = review
  const ofBusiness = [...state.reviews.values()].filter((written) => written.businessId === businessId)
  return rewardRules.reviews
    .filter((rule) => ofBusiness.length >= rule.reviews)
    .filter(
      ({ ruleType }) => !hasReward(state, (reward) => reward.businessId === businessId && reward.ruleType === ruleType),
    )
    .map(({ ruleType, percent, code }) => {
      const evidence = ofBusiness.map(({ reviewId }) => reviewId)
      const reward = { code: codes[code], businessId, rewardType: 'discount', ruleType, percent, evidence } as const
      return rewardIssuedEvent(review, { ...reward, issuedForReviewId })
    })
}

/** The elite bonus and its code, if available; otherwise nothing. @rule B-22 */
export const eliteGrant = (state: RewardsState, terms: RewardTerms, code: string): readonly RewardsEvent[] => {
  if (eliteStateOf(state) !== 'available') return []
  const { clientId, at } = terms
  const { percent, venues } = rewardRules.elite
  const evidence = ratingIdsOf(firstFiveStarRatings(state).slice(0, venues))
  return [
    { type: 'EliteBonusGranted', data: { clientId, at, ruleVersion, evidence, percent } },
    rewardIssuedEvent(terms, {
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

/** Activates the cross-provider discount and changes the tier where the current stars require it. */
export const standingChanges = (
  state: RewardsState,
  client: Pick<RewardTerms, 'clientId' | 'at'>,
): readonly RewardsEvent[] => {
  const { venues, percent } = rewardRules.cross
  const changes: RewardsEvent[] = []
  if (!state.crossActive && state.fiveStarVenues.size >= venues) {
    const evidence = ratingIdsOf(firstFiveStarRatings(state))
    changes.push({ type: 'CrossProviderDiscountActivated', data: { ...client, ruleVersion, evidence, percent } })
  }
  const [from, to] = [state.tier, tierOf(state.ratings.size, state.totalStars)]
  if (from !== to) {
    const evidence = [...state.ratings.keys()]
    changes.push({ type: 'TierChanged', data: { ...client, ruleVersion, evidence, from, to } })
  }
  return changes
}

/** Revokes active codes that the remaining reviews and ratings no longer earn. @rule Q-50 */
export const revocations = (
  state: RewardsState,
  revocation: Pick<RewardTerms, 'clientId' | 'at'> & { readonly cause: string },
): readonly RewardsEvent[] =>
  [...state.rewards.values()]
    .filter((reward) => isUnredeemedAt(reward, revocation.at))
    .filter((reward) => !stillEarned(state, reward))
    .map(({ code }) => ({ type: 'RewardRevoked', data: { ...revocation, code } }))

const stillEarned = (state: RewardsState, reward: Reward): boolean => {
  if (reward.rewardType === 'elite') return state.fiveStarVenues.size >= requiredFor(reward)
  return state.reviews.count((review) => review.businessId === reward.businessId) >= requiredFor(reward)
}

const hasReward = (state: RewardsState, matches: (reward: Reward) => boolean) =>
  state.rewards.some((reward) => reward.status !== 'revoked' && matches(reward))

const ratingIdsOf = (ratings: readonly CountedRating[]) => ratings.map(({ ratingId }) => ratingId)

const rewardIssuedEvent = (
  { clientId, at, ttlMonths }: RewardTerms,
  reward: Omit<Reward, 'clientId' | 'at' | 'ruleVersion' | 'expiresAt' | 'status' | 'suspendedUntil' | 'reminded'>,
): RewardsEvent => ({
  type: 'RewardIssued',
  data: { clientId, at, ruleVersion, ...reward, expiresAt: plusMonths(at, ttlMonths) },
})
