import type { Day, Instant } from '../kernel/primitives.ts'
import { isBefore, nightsBetween } from '../kernel/time.ts'
import type { RewardGoal, RewardRuleName, RewardStatus, ReviewRuleType, Tier } from './vocabulary.ts'

interface ReviewRule {
  readonly ruleType: ReviewRuleType
  /** Active or held reviews of one business that earn the code. */
  readonly reviews: number
  readonly percent: number
  /** Which of the two codes drawn for each review this rule issues, if it applies. */
  readonly code: 'first' | 'fifth'
}

interface TierRule {
  readonly tier: Exclude<Tier, 'new'>
  readonly ratings: number
  /** Minimum average in tenths of a star. */
  readonly averageTenths: number
  /** Indicative discount, shown to the client as “up to”; businesses see `badgeDiscountOf` (client-badges.ts). */
  readonly upToPercent: number
}

/** @rule B-23 a code for the first review of a business, another for the fifth */
const reviewRules: readonly ReviewRule[] = [
  { ruleType: 'FIRST_REVIEW_2', reviews: 1, percent: 2, code: 'first' },
  { ruleType: 'FIVE_REVIEWS_10', reviews: 5, percent: 10, code: 'fifth' },
]

/** Best tier first. @rule B-24 */
const tierRules: readonly TierRule[] = [
  { tier: 'top', ratings: 5, averageTenths: 45, upToPercent: 20 },
  { tier: 'trusted', ratings: 3, averageTenths: 40, upToPercent: 15 },
]

/**
 * Parameters of the reward rules. Events carry the version that produced them.
 * @rule Q-61 codes, cross-provider state and tiers are independent; discounts are never combined
 * @rule B-21 permanent discount for five stars from five venues
 * @rule B-22 one-time elite bonus for five stars from ten venues
 * @rule V-51 length of a code
 */
export const rewardRules = {
  version: 1,
  reviews: reviewRules,
  cross: { venues: 5, percent: 2 },
  elite: { venues: 10, percent: 5 },
  tiers: tierRules,
  codeLength: { min: 6, max: 20 },
  /** Days before the expiry of a code at which its owner is reminded. */
  reminderDays: 7,
} as const

/**
 * Tier of a client with this many ratings and stars in total. Integer arithmetic, so averages are not rounded.
 * @rule Q-62 tiers follow average and number of ratings
 */
export const tierOf = (ratings: number, stars: number): Tier =>
  rewardRules.tiers.find((rule) => ratings >= rule.ratings && reachesAverage(ratings, stars, rule.averageTenths))
    ?.tier ?? 'new'

/** False without ratings. */
export const reachesAverage = (ratings: number, stars: number, averageTenths: number): boolean =>
  ratings > 0 && stars * 10 >= averageTenths * ratings

/** What is missing for a goal; null once it is reached or withheld. */
export type MissingForGoal = { readonly of: 'venues' | 'ratings' | 'average'; readonly amount: number } | null

export interface GoalProgress {
  readonly to: RewardGoal
  readonly reached: boolean
  /** Discount in percent; for a tier, the indicative discount. */
  readonly percent: number
  /** Different venues with five stars, for the discounts. */
  readonly venues: number | null
  /** Ratings received, for the tiers. */
  readonly ratings: number | null
  /** Average in stars, for the tiers. */
  readonly average: number | null
  readonly missing: MissingForGoal
  /** Nothing is missing, but the elite bonus waits until the client is eligible. @rule Q-64 */
  readonly withheld: boolean
}

interface GoalMetrics {
  readonly ratings: number
  readonly fiveStarVenues: number
  readonly tier: Tier
  readonly cross: boolean
  readonly elite: boolean
}

/**
 * Progress of a client towards discounts and tiers.
 * @rule B-21 @rule B-22 @rule B-24
 */
export const goalsOf = (client: GoalMetrics): readonly GoalProgress[] => [
  discountGoal('cross', client.cross, client.fiveStarVenues, rewardRules.cross),
  discountGoal('elite', client.elite, client.fiveStarVenues, rewardRules.elite),
  ...rewardRules.tiers.toReversed().map((rule) => tierGoal(rule, client)),
]

const discountGoal = (
  to: 'cross' | 'elite',
  reached: boolean,
  fiveStarVenues: number,
  { venues, percent }: { readonly venues: number; readonly percent: number },
): GoalProgress => {
  const amount = venues - fiveStarVenues
  const missing: MissingForGoal = reached || amount <= 0 ? null : { of: 'venues', amount }
  const withheld = !reached && missing === null
  return { to, reached, percent, venues, ratings: null, average: null, missing, withheld }
}

const tierGoal = ({ tier, ratings, averageTenths, upToPercent }: TierRule, client: GoalMetrics): GoalProgress => {
  const reached = client.tier === tier || client.tier === 'top'
  const average = averageTenths / 10
  const missing: MissingForGoal =
    client.ratings < ratings ? { of: 'ratings', amount: ratings - client.ratings } : { of: 'average', amount: average }
  const progress = { to: tier, reached, percent: upToPercent, venues: null, ratings, average }
  return { ...progress, missing: reached ? null : missing, withheld: false }
}

interface DatedStatus {
  readonly status: RewardStatus
  readonly expiresAt: Instant
  readonly suspendedUntil: Instant | null
}

/**
 * Status of a code at an instant. An active code is expired from `expiresAt` on, before its event says so, and suspended
 * before `suspendedUntil`.
 */
export const rewardStatusAt = ({ status, expiresAt, suspendedUntil }: DatedStatus, at: Instant): RewardStatus => {
  if (status !== 'active') return status
  if (!isBefore(at, expiresAt)) return 'expired'
  return suspendedUntil !== null && isBefore(at, suspendedUntil) ? 'suspended' : 'active'
}

/** Neither redeemed nor ended; a suspended code is valid again later. */
export const isUnredeemedAt = (reward: DatedStatus, at: Instant): boolean => {
  const status = rewardStatusAt(reward, at)
  return status === 'active' || status === 'suspended'
}

/** The rule that issued a code: a rule for reviews, or the elite bonus. */
export const ruleNameOf = ({ ruleType }: { readonly ruleType: ReviewRuleType | null }): RewardRuleName =>
  ruleType ?? 'ELITE'

/** Active or held reviews of one business, or different venues with five stars, that earn a code. */
export const requiredFor = ({ ruleType }: { readonly ruleType: ReviewRuleType | null }): number =>
  rewardRules.reviews.find((rule) => rule.ruleType === ruleType)?.reviews ?? rewardRules.elite.venues

/** A line of text announced with the reward rules; a promotion on the screen and in the API. */
export interface RewardAnnouncement {
  readonly text: string
  /** Inclusive; null: no end. */
  readonly lastDay: Day | null
}

/** Text of the announcement until the end of its last day in Italy, then null. @rule B-25 @rule Q-66 */
export const activeAnnouncement = ({ text, lastDay }: RewardAnnouncement, today: Day): string | null =>
  lastDay === null || today <= lastDay ? text : null

/**
 * Which of a venue's ratings of one client count: the one of the latest stay, and every earlier one whose stay was at
 * least `everyDays` before the next that counts. A rating whose stay is unknown always counts.
 * @rule Q-121 one rating per venue and client counts per period
 */
export const countedRatings = <Rating extends { readonly stayDate: Day | null }>(
  ratings: readonly Rating[],
  everyDays: number,
): ReadonlySet<Rating> => {
  const counted = new Set<Rating>()
  let next: Day | null = null
  for (const rating of ratings.toSorted((a, b) => compareStays(b.stayDate, a.stayDate))) {
    const { stayDate } = rating
    if (stayDate !== null && next !== null && nightsBetween(stayDate, next) < everyDays) continue
    counted.add(rating)
    next = stayDate ?? next
  }
  return counted
}

const compareStays = (a: Day | null, b: Day | null): number =>
  (a ?? '') < (b ?? '') ? -1 : Number((a ?? '') > (b ?? ''))
