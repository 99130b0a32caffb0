import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { dashboardStats, ratingsGiven, ratingsReceived } from '../../../projections/ratings/ratings.ts'
import type { clientsOfBusiness } from '../../../projections/rewards/client-standings.ts'
import type { BusinessClient } from '../../contract/ratings/clients.ts'
import type { DashboardStats, RatingGiven, RatingReceived } from '../../contract/ratings/ratings.ts'
import { roundedAverage, startOfDay } from '../rounding.ts'

type RowOf<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]

type GivenRow = RowOf<typeof ratingsGiven>

type ReceivedRow = RowOf<typeof ratingsReceived>

type ClientRow = RowOf<typeof clientsOfBusiness>

type StatsRow = Awaited<ReturnType<typeof dashboardStats>>

export const ratingGivenResponse =
  (changeableDays: number) =>
  ({ ratedAt, firstName, lastName, ratingSum, totalRatings, tier, ...rating }: GivenRow): RatingGiven => ({
    ...rating,
    clientName: `${firstName} ${lastName}`,
    isTopClient: tier === 'top',
    clientAverageRating: roundedAverage(ratingSum, totalRatings),
    createdAt: ratedAt,
    changeableUntil: plusDays(ratedAt as Instant, changeableDays),
  })

/**
 * The day and never the hour: nothing tells the client who was on duty. Of a rating out of a batch not even the day of
 * the stay: with it the crowd it came in would be no crowd.
 */
export const ratingReceivedResponse =
  (calledBy: (ratingId: string) => string) =>
  ({ id, shownAt, inBatch, stayDate, ...rating }: ReceivedRow): RatingReceived => ({
    ...rating,
    id: calledBy(id),
    stayDate: inBatch ? `${stayDate.slice(0, 7)}-01` : stayDate,
    stayDatePrecision: inBatch ? 'month' : 'day',
    createdAt: startOfDay(shownAt),
  })

export const clientResponse = (client: ClientRow): BusinessClient => {
  const { clientId: id, firstName, lastName, email, residence, age, travelType } = client
  const { profilePhoto, socialPhotoUrl, socialPhotoSource, photoConsent } = client
  return {
    id,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email,
    residence,
    age,
    travelType: travelType as BusinessClient['travelType'],
    profilePhoto,
    socialPhotoUrl,
    socialPhotoSource: socialPhotoSource as BusinessClient['socialPhotoSource'],
    photoConsent,
    totalRatings: client.totalRatings,
    averageRating: roundedAverage(client.ratingSum, client.totalRatings),
    isTopClient: client.tier === 'top',
    fiveStarRatingsCount: client.fiveStars,
    uniqueProvidersCount: client.uniqueProviders,
    crossProviderDiscount: client.crossProviderDiscount,
    bonusRewardEarned: client.eliteGranted,
  }
}

/** real growth, or a sample figure (C-41) where there is no earlier period to compare with. */
export const dashboardStatsResponse = (stats: StatsRow): DashboardStats => {
  const [monthlyDemo, quarterlyDemo] = [stats.monthBefore === 0, stats.quarterBefore === 0]
  return {
    totalRatedClients: stats.ratedClients,
    topRatedClients: stats.topClients,
    averageRating: roundedAverage(stats.ratingSum, stats.ratingsMade),
    growth: {
      monthlyPercent: monthlyDemo ? 12 : growthOf(stats.lastMonth, stats.monthBefore),
      quarterlyPercent: quarterlyDemo ? 7 : growthOf(stats.lastQuarter, stats.quarterBefore),
      demo: monthlyDemo || quarterlyDemo,
      monthlyDemo,
      quarterlyDemo,
    },
  }
}

const growthOf = (now: number, before: number) => Math.round(((now - before) / before) * 100)
