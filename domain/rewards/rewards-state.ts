import * as t from 'io-ts'
import {
  addToSet,
  changeFields,
  OrderedMap,
  PersistentMap,
  type PersistentSet,
  removeFromSet,
  setLast,
} from '../kernel/collections.ts'
import { clear, type DataOf, event, type EventIn, family, type Upcaster } from '../kernel/event.ts'
import { Cents, Day, Id, Instant, nullable, oneOf, DiscountPercent, Stars, Whole } from '../kernel/primitives.ts'
import { reviewRuleTypes, type RewardStatus, rewardTypes, type Tier, tiers } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const TierCodec = oneOf(tiers)

const clientFields = { clientId: clear(Id), at: clear(Instant) }
/** Version of the reward rules and the ids of the reviews or ratings that earned the reward. */
const ruleFields = { ruleVersion: clear(Whole), evidence: clear(t.readonlyArray(Id)) }

/** An active or held review of a business by this client. */
const ReviewCredited = event('ReviewCredited', { ...clientFields, reviewId: clear(Id), businessId: clear(Id) })
const ReviewUncredited = event('ReviewUncredited', {
  ...clientFields,
  reviewId: clear(Id),
  businessId: clear(Id),
})
const starsFields = {
  ...clientFields,
  ratingId: clear(Id),
  businessId: clear(Id),
  overall: clear(Stars),
  /** Null for a test rating, and in ratings that predate the rule on stays. */
  stayDate: clear(nullable(Day)),
  /**
   * The venue as which it counts for cross and elite: an earlier one if both are connected; null while the business is
   * too new. @rule Q-123
   */
  countsAs: clear(nullable(Id)),
}
const addOwnVenue: Upcaster = (data) => ({ ...data, countsAs: data['businessId'] })
/** A rating received from a business. */
export const StarsCounted = event('StarsCounted', starsFields, {
  version: 3,
  upcast: { 1: (data) => ({ ...data, stayDate: null }), 2: addOwnVenue },
})
/** A rating in effect that does not count, because the same business rated a later stay shortly after. */
export const StarsSuperseded = event('StarsSuperseded', starsFields, { version: 2, upcast: { 1: addOwnVenue } })
export const StarsUncounted = event('StarsUncounted', { ...clientFields, ratingId: clear(Id), businessId: clear(Id) })

export const RewardIssued = event('RewardIssued', {
  ...clientFields,
  ...ruleFields,
  code: clear(Id),
  /** Business that honours the code; null: any business (elite). */
  businessId: clear(nullable(Id)),
  rewardType: clear(oneOf(rewardTypes)),
  ruleType: clear(nullable(oneOf(reviewRuleTypes))),
  percent: clear(DiscountPercent),
  issuedForReviewId: clear(nullable(Id)),
  expiresAt: clear(Instant),
})
export const RewardRedeemed = event(
  'RewardRedeemed',
  {
    ...clientFields,
    code: clear(Id),
    /** Account that redeemed the code: its owner's, or that of a business that honours it. */
    by: clear(Id),
    /** The business that granted the discount; null if its owner redeemed an elite code, and in version 1. */
    businessId: clear(nullable(Id)),
    /** The discount granted; null if the business did not enter the bill, and in version 1. */
    discountCents: clear(nullable(Cents)),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, businessId: null, discountCents: null }) } },
)
export const RewardRevoked = event('RewardRevoked', { ...clientFields, code: clear(Id), cause: clear(Id) })
export const RewardExpired = event('RewardExpired', { ...clientFields, code: clear(Id) })
/** The stars of its review were lowered far; the code cannot be redeemed before `until`, unless it is reinstated. */
export const RewardSuspended = event('RewardSuspended', {
  ...clientFields,
  code: clear(Id),
  reviewId: clear(Id),
  until: clear(Instant),
})
/** The stars of its review were raised again before the suspension ended. */
export const RewardReinstated = event('RewardReinstated', { ...clientFields, code: clear(Id), reviewId: clear(Id) })
/** The code expires within a week. */
export const RewardExpiring = event('RewardExpiring', {
  ...clientFields,
  code: clear(Id),
  percent: clear(DiscountPercent),
  expiresAt: clear(Instant),
})
export const CrossProviderDiscountActivated = event('CrossProviderDiscountActivated', {
  ...clientFields,
  ...ruleFields,
  percent: clear(DiscountPercent),
})
const EliteBonusGranted = event('EliteBonusGranted', {
  ...clientFields,
  ...ruleFields,
  percent: clear(DiscountPercent),
})
export const TierChanged = event('TierChanged', {
  ...clientFields,
  ...ruleFields,
  from: clear(TierCodec),
  to: clear(TierCodec),
})

export const RewardsEvents = family(
  ReviewCredited,
  ReviewUncredited,
  StarsCounted,
  StarsSuperseded,
  StarsUncounted,
  RewardIssued,
  RewardRedeemed,
  RewardRevoked,
  RewardSuspended,
  RewardReinstated,
  RewardExpired,
  RewardExpiring,
  CrossProviderDiscountActivated,
  EliteBonusGranted,
  TierChanged,
)
export type RewardsEvent = EventIn<typeof RewardsEvents>

// --- State ------------------------------------------------------------------------------------------

export type CreditedReview = DataOf<RewardsEvent, 'ReviewCredited'>
export interface CountedRating extends DataOf<RewardsEvent, 'StarsCounted'> {
  /** When the rating first counted, regardless of later corrections. */
  readonly since: Instant
}
export interface Reward extends DataOf<RewardsEvent, 'RewardIssued'> {
  readonly status: RewardStatus
  /** The end of its last suspension, which may have passed; null without one. */
  readonly suspendedUntil: Instant | null
  /** The owner has been reminded of the expiry. */
  readonly reminded: boolean
}

export interface RewardsState {
  /** Active or held reviews written, by id, in order of crediting. */
  readonly reviews: OrderedMap<string, CreditedReview>
  /** Ratings received that count, by id, in the order in which their current stars were counted. */
  readonly ratings: OrderedMap<string, CountedRating>
  /** Ratings in effect that do not count, by id. @rule Q-121 */
  readonly superseded: OrderedMap<string, CountedRating>
  /** Ids of the ratings in effect of each business, counted or not. */
  readonly ratingsByVenue: PersistentMap<string, PersistentSet<string>>
  /** Sum of the stars of these ratings. */
  readonly totalStars: number
  /** How many of them have five stars, for each venue as which such a rating counts. */
  readonly fiveStarVenues: PersistentMap<string, number>
  /** By code. */
  readonly rewards: OrderedMap<string, Reward>
  /** Never deactivated. @rule B-21 */
  readonly crossActive: boolean
  readonly tier: Tier
}

export const initial: RewardsState = {
  reviews: OrderedMap(),
  ratings: OrderedMap(),
  superseded: OrderedMap(),
  ratingsByVenue: PersistentMap(),
  totalStars: 0,
  fiveStarVenues: PersistentMap(),
  rewards: OrderedMap(),
  crossActive: false,
  tier: 'new',
}

// --- Evolve -----------------------------------------------------------------------------------------

export const evolve = (state: RewardsState, event: RewardsEvent): RewardsState => {
  switch (event.type) {
    case 'ReviewCredited':
      return { ...state, reviews: setLast(state.reviews, event.data.reviewId, event.data) }
    case 'ReviewUncredited':
      return { ...state, reviews: state.reviews.delete(event.data.reviewId) }
    case 'StarsCounted':
      return withRating(withoutRating(state, event.data.ratingId), sinceFirstCounted(state, event.data))
    case 'StarsSuperseded':
      return withSuperseded(withoutRating(state, event.data.ratingId), sinceFirstCounted(state, event.data))
    case 'StarsUncounted':
      return withoutRating(state, event.data.ratingId)
    case 'RewardIssued':
      return {
        ...state,
        rewards: state.rewards.set(event.data.code, {
          ...event.data,
          status: 'active',
          suspendedUntil: null,
          reminded: false,
        }),
      }
    case 'RewardRedeemed':
      return withRewardStatus(state, event.data.code, 'redeemed')
    case 'RewardRevoked':
      return withRewardStatus(state, event.data.code, 'revoked')
    case 'RewardSuspended':
      return { ...state, rewards: changeFields(state.rewards, event.data.code, { suspendedUntil: event.data.until }) }
    case 'RewardReinstated':
      return { ...state, rewards: changeFields(state.rewards, event.data.code, { suspendedUntil: null }) }
    case 'RewardExpired':
      return withRewardStatus(state, event.data.code, 'expired')
    case 'RewardExpiring':
      return { ...state, rewards: changeFields(state.rewards, event.data.code, { reminded: true }) }
    case 'CrossProviderDiscountActivated':
      return { ...state, crossActive: true }
    case 'EliteBonusGranted':
      return state // RewardIssued carries the bonus code
    case 'TierChanged':
      return { ...state, tier: event.data.to }
  }
}

const sinceFirstCounted = (state: RewardsState, rating: Omit<CountedRating, 'since'>): CountedRating => ({
  ...rating,
  since: findRating(state, rating.ratingId)?.since ?? rating.at,
})

/** A rating in effect, whether it counts or not. */
export const findRating = ({ ratings, superseded }: RewardsState, ratingId: string): CountedRating | undefined =>
  ratings.get(ratingId) ?? superseded.get(ratingId)

/** All ratings in effect of one business, in no particular order. */
export const ratingsOfVenue = (state: RewardsState, businessId: string): readonly CountedRating[] =>
  [...(state.ratingsByVenue.get(businessId) ?? [])].flatMap((id) => findRating(state, id) ?? [])

const withRating = (state: RewardsState, rating: CountedRating): RewardsState => ({
  ...state,
  ratings: state.ratings.set(rating.ratingId, rating),
  ratingsByVenue: addToSet(state.ratingsByVenue, rating.businessId, rating.ratingId),
  ...totalsAfter(state, rating, 1),
})

const withSuperseded = (state: RewardsState, rating: CountedRating): RewardsState => ({
  ...state,
  superseded: state.superseded.set(rating.ratingId, rating),
  ratingsByVenue: addToSet(state.ratingsByVenue, rating.businessId, rating.ratingId),
})

const withoutRating = (state: RewardsState, ratingId: string): RewardsState => {
  const rating = findRating(state, ratingId)
  if (rating === undefined) return state
  const counted = state.ratings.has(ratingId)
  return {
    ...state,
    ratings: state.ratings.delete(ratingId),
    superseded: state.superseded.delete(ratingId),
    ratingsByVenue: removeFromSet(state.ratingsByVenue, rating.businessId, ratingId),
    ...(counted ? totalsAfter(state, rating, -1) : {}),
  }
}

export const hasFiveStars = ({ overall }: Pick<CountedRating, 'overall'>): boolean => overall === 5

/** The totals after a rating was added (1) or removed (-1). */
const totalsAfter = (
  { totalStars, fiveStarVenues }: RewardsState,
  rating: CountedRating,
  change: 1 | -1,
): Pick<RewardsState, 'totalStars' | 'fiveStarVenues'> => {
  const { countsAs, overall } = rating
  const stars = totalStars + change * overall
  if (countsAs === null || !hasFiveStars(rating)) return { totalStars: stars, fiveStarVenues }
  const fiveStars = (fiveStarVenues.get(countsAs) ?? 0) + change
  return {
    totalStars: stars,
    fiveStarVenues: fiveStars === 0 ? fiveStarVenues.delete(countsAs) : fiveStarVenues.set(countsAs, fiveStars),
  }
}

const withRewardStatus = (state: RewardsState, code: string, status: Reward['status']): RewardsState => ({
  ...state,
  rewards: changeFields(state.rewards, code, { status }),
})
