import { firstOfMonth } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { amendableUntil, isAmendable } from '../../../domain/ratings/rules.ts'
import {
  badgeDiscountOf,
  type BadgeStanding,
  rewardBadgesOf,
  clientBadgeOf,
} from '../../../domain/rewards/client-badges.ts'
import { isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import type { dashboardStats, ratingsGiven, ratingsReceived } from '../../../projections/ratings/ratings.ts'
import type { clientsOfBusiness, ClientStanding } from '../../../projections/rewards/client-standings.ts'
import type { ContestColumn } from '../../../projections/ratings/rating-contests.ts'
import type { BusinessClient } from '../../contract/ratings/clients.ts'
import type { ContestOfRatingGiven, OwnContest } from '../../contract/ratings/contests.ts'
import type { DashboardStats, RatingGiven, RatingReceived } from '../../contract/ratings/ratings.ts'
import { roundedAverage, startOfDay } from '../rounding.ts'

type RowOf<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]

type GivenRow = RowOf<typeof ratingsGiven>

type ReceivedRow = RowOf<typeof ratingsReceived>

type ClientRow = RowOf<typeof clientsOfBusiness>

type StatsRow = Awaited<ReturnType<typeof dashboardStats>>

/** Response for a rating given, amendable for `amendDays` days. */
export const ratingGivenResponse =
  (amendDays: number, now: Instant) =>
  ({
    ratedAt,
    firstName,
    lastName,
    ratingSum,
    totalRatings,
    tier,
    premiumUntil,
    contest,
    ...rating
  }: GivenRow): RatingGiven => ({
    ...rating,
    clientName: `${firstName} ${lastName}`,
    clientIsPremium: isPremiumAt({ premiumUntil }, now),
    isTopClient: tier === 'top',
    clientAverageRating: roundedAverage(ratingSum, totalRatings),
    createdAt: ratedAt,
    changeableUntil: amendableUntil(ratedAt as Instant, amendDays),
    changeable: isAmendable(ratedAt as Instant, amendDays, now),
    contest: contestOfRatingGivenResponse(contest),
  })

/**
 * Response for a rating received: its date without time of day, and of a batched rating only the month of the stay.
 * `toAlias` replaces the id, which contains the business.
 * @rule Q-46 nothing reveals the business
 */
export const ratingReceivedResponse =
  (toAlias: (ratingId: string) => string) =>
  ({ id, shownAt, inBatch, stayDate, contest, ...rating }: ReceivedRow): RatingReceived => ({
    ...rating,
    id: toAlias(id),
    stayDate: inBatch ? firstOfMonth(stayDate as Day) : stayDate,
    stayDatePrecision: inBatch ? 'month' : 'day',
    createdAt: startOfDay(shownAt),
    contest: ownContestResponse(contest),
  })

/** The contest without the answer, which could reveal the business. @rule Q-46 */
const ownContestResponse = (contest: ContestColumn['contest']): OwnContest | null => {
  if (contest === null) return null
  const { answer, ...own } = contest
  return { ...own, answered: answer !== null }
}

const contestOfRatingGivenResponse = (contest: ContestColumn['contest']): ContestOfRatingGiven | null =>
  contest && { ...contest, answerable: contest.status === 'OPEN' && contest.answer === null }

/** The metrics badges depend on, from the read model's row. */
export const badgeStanding = (row: ClientStanding): BadgeStanding => ({
  tier: row.tier,
  ratings: row.totalRatings,
  stars: row.ratingSum,
  fiveStars: row.fiveStars,
  crossPercent: row.crossProviderDiscount,
  eliteGranted: row.eliteGranted,
})

export const clientResponse =
  (now: string) =>
  (client: ClientRow): BusinessClient => {
    const { clientId: id, firstName, lastName, email, residence, age, travelType } = client
    const { profilePhoto, socialPhotoUrl, socialPhotoSource, photoConsent } = client
    const standing = badgeStanding(client)
    return {
      id,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      isPremium: isPremiumAt(client, now),
      email,
      residence,
      age,
      travelType,
      profilePhoto,
      socialPhotoUrl,
      socialPhotoSource,
      photoConsent,
      totalRatings: client.totalRatings,
      averageRating: roundedAverage(client.ratingSum, client.totalRatings),
      isTopClient: client.tier === 'top',
      fiveStarRatingsCount: client.fiveStars,
      uniqueProvidersCount: client.uniqueProviders,
      crossProviderDiscount: client.crossProviderDiscount,
      bonusRewardEarned: client.eliteGranted,
      tierBadge: clientBadgeOf(standing),
      badgeDiscountPercent: badgeDiscountOf(standing),
      rewardBadges: [...rewardBadgesOf(standing)],
    }
  }

/** Sample growth for new businesses. @rule C-41 12% a month, 7% a quarter */
const sampleGrowth = { monthly: 12, quarterly: 7 } as const

/** @rule Q-59 real growth, or a marked sample value without an earlier period */
export const dashboardStatsResponse = (stats: StatsRow): DashboardStats => {
  const [monthlyDemo, quarterlyDemo] = [stats.monthBefore === 0, stats.quarterBefore === 0]
  return {
    totalRatedClients: stats.ratedClients,
    topRatedClients: stats.topClients,
    averageRating: roundedAverage(stats.ratingSum, stats.ratingsMade),
    growth: {
      monthlyPercent: monthlyDemo ? sampleGrowth.monthly : growthOf(stats.lastMonth, stats.monthBefore),
      quarterlyPercent: quarterlyDemo ? sampleGrowth.quarterly : growthOf(stats.lastQuarter, stats.quarterBefore),
      demo: monthlyDemo || quarterlyDemo,
      monthlyDemo,
      quarterlyDemo,
    },
  }
}

const growthOf = (now: number, before: number) => Math.round(((now - before) / before) * 100)
