import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { clientsOfBusiness } from '../../../projections/client-standings.ts'
import type { ratingsGiven, ratingsReceived, dashboardStats } from '../../../projections/ratings.ts'
import type { Places } from '../../../application/ports/places.ts'
import type { AnonymousReview, WrittenReview } from '../../../projections/reviews.queries.ts'
import type { BusinessClient } from '../../contract/clients.ts'
import type { DashboardStats } from '../../contract/dashboard.ts'
import type { RatingGiven, RatingReceived } from '../../contract/ratings.ts'
import type { Reply } from '../../contract/replies.ts'
import type { OwnReview, ReasonCode, Review } from '../../contract/reviews.ts'
import { whyAnswer } from './reasons.ts'
import { averageOf } from './user.ts'

type Rows<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]
type Given = Rows<typeof ratingsGiven>
type Received = Rows<typeof ratingsReceived>
type Client = Rows<typeof clientsOfBusiness>
type Stats = Awaited<ReturnType<typeof dashboardStats>>

export const ratingGivenAnswer =
  (changeableDays: number) =>
  ({ ratedAt, firstName, lastName, ratingSum, totalRatings, tier, ...rating }: Given): RatingGiven => ({
    ...rating,
    clientName: `${firstName} ${lastName}`,
    isTopClient: tier === 'top',
    clientAverageRating: averageOf(ratingSum, totalRatings),
    createdAt: ratedAt,
    changeableUntil: plusDays(ratedAt as Instant, changeableDays),
  })

/**
 * The day and never the hour: nothing tells the client who was on duty. Of a rating out of a batch not even the day of
 * the stay: with it the crowd it came in would be no crowd.
 */
export const ratingReceivedAnswer =
  (calledBy: (ratingId: string) => string) =>
  ({ id, shownAt, inBatch, stayDate, ...rating }: Received): RatingReceived => ({
    ...rating,
    id: calledBy(id),
    stayDate: inBatch ? `${stayDate.slice(0, 7)}-01` : stayDate,
    stayDatePrecision: inBatch ? 'month' : 'day',
    createdAt: dayOnly(shownAt),
  })

/** Midnight of the same day. */
export const dayOnly = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`

type Replied = Pick<AnonymousReview, 'replyText' | 'replyEdited' | 'replyOvertaken' | 'repliedAt'>

export const replyAnswer = ({ replyText: text, replyEdited, replyOvertaken, repliedAt }: Replied): Reply | null =>
  text === null || repliedAt === null
    ? null
    : { text, edited: replyEdited === true, overtaken: replyOvertaken === true, repliedAt: dayOnly(repliedAt) }

const wordsOf = (review: AnonymousReview) => {
  const { mine: _, flagged: __, replyText, replyEdited, replyOvertaken, repliedAt, ...words } = review
  return {
    ...words,
    reasonCode: words.reasonCode as ReasonCode,
    reply: replyAnswer({ replyText, replyEdited, replyOvertaken, repliedAt }),
  }
}

export const reviewAnswer = (review: AnonymousReview): Review => ({
  ...wordsOf(review),
  createdAt: dayOnly(review.createdAt),
  mine: review.mine,
  flagged: review.flagged,
})

/** With the name of what it is about: a place's is known to the places service alone. */
export const ownReviewAnswer =
  ({ places }: { readonly places: Pick<Places, 'nameOf'> }) =>
  ({ whyFacts, whyGround, ...review }: WrittenReview): OwnReview => ({
    ...wordsOf(review),
    why: whyAnswer({ whyFacts, whyGround }),
    lastActionAt: review.lastActionAt,
    targetName: review.targetType === 'PLACE' ? places.nameOf(review.targetId) : review.targetName,
  })

export const clientAnswer = (client: Client): BusinessClient => {
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
    averageRating: averageOf(client.ratingSum, client.totalRatings),
    isTopClient: client.tier === 'top',
    fiveStarRatingsCount: client.fiveStars,
    uniqueProvidersCount: client.uniqueProviders,
    crossProviderDiscount: client.crossProviderDiscount,
    bonusRewardEarned: client.eliteGranted,
  }
}

/** real growth, or a sample figure (C-41) where there is no earlier period to compare with. */
export const statsAnswer = (stats: Stats): DashboardStats => {
  const [monthlyDemo, quarterlyDemo] = [stats.monthBefore === 0, stats.quarterBefore === 0]
  return {
    totalRatedClients: stats.ratedClients,
    topRatedClients: stats.topClients,
    averageRating: averageOf(stats.ratingSum, stats.ratingsMade),
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
