import type { DomainEvent } from '../../../application/event-registry.ts'
import type { FullScore, ReviewLookups } from '../../../application/reviews/lookups.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { nightsBetween } from '../../../domain/kernel/time.ts'
import { CountedStarsChanged } from '../../../domain/reviews/counted-review.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../../projections/accounts/accounts.ts'
import { countedReviews } from '../../../projections/reviews/counted-reviews.ts'
import { type VenueDayRow, venueDays } from '../../../projections/reviews/venue-scores.ts'
import type { EventLog, ReadLog } from '../event-log.ts'
import { shownRatings } from '../ratings/lookups.ts'

export const reviewLookups = ({ read, query }: EventLog): ReviewLookups => ({
  reviewOfFlag: (flagId) =>
    query((dataOf) => dataOf('ReviewFlagged').find((flag) => flag.flagId === flagId)?.reviewId ?? null),
  recordOfReporter: (accountId) =>
    query((dataOf) => ({
      upheld: dataOf('FlagUpheld').filter(({ reporterId }) => reporterId === accountId).length,
      dismissed: dataOf('FlagDismissed').filter(({ reporterId }) => reporterId === accountId).length,
    })),
  reviewedSince: (accountId, since) =>
    query((dataOf) =>
      dataOf('ReviewSubmitted')
        .filter(({ authorId, at }) => authorId === accountId && at > since)
        .map(({ targetId, at: writtenAt }) => ({ targetId, writtenAt })),
    ),
  metBy: (accountIds, among) =>
    query((dataOf) => {
      const clientIds = new Map(dataOf('ClientRegistered').map(({ accountId, clientId }) => [accountId, clientId]))
      const isOne = (ids: readonly string[], id: string) =>
        ids.some((accountId) => accountId === id || clientIds.get(accountId) === id)
      const met = [
        ...dataOf('ReviewSubmitted').map(({ authorId, targetId }) => [authorId, targetId] as const),
        ...shownRatings(dataOf).map(({ businessId, clientId }) => [businessId, clientId] as const),
      ]
      return among.filter((other) =>
        met.some(([one, two]) =>
          [
            [one, two],
            [two, one],
          ].some(([a = '', b = '']) => isOne(accountIds, a) && isOne([other], b)),
        ),
      )
    }),
  venuesMetBy: ({ accountId, clientId }, limit) =>
    query((dataOf) => {
      const reviews = dataOf('ReviewSubmitted').filter(
        ({ authorId, targetType }) => authorId === accountId && targetType === 'BUSINESS',
      )
      const ratings = shownRatings(dataOf).filter((rating) => rating.clientId === clientId)
      const venues = [reviews.map(({ targetId }) => targetId), ratings.map(({ businessId }) => businessId)]
      return [...new Set(venues.flatMap((ids) => [...new Set(ids)].slice(0, limit)))]
    }),
  venuesWithReviewsOn: (day, minReviews, after, limit) =>
    TE.fromTask(async () =>
      (await venueDaysFrom(read))
        .filter((row) => row.day === day && countedReviewsIn(row) >= minReviews && row.targetId > after)
        .map(({ targetId }) => targetId)
        .sort()
        .slice(0, limit),
    ),
  reviewDaysOfVenue: (businessId, from, to) =>
    TE.fromTask(async () =>
      (await venueDaysFrom(read)).flatMap((row) => {
        const { targetId, day } = row
        return targetId === businessId && day !== null && from <= day && day <= to && countedReviewsIn(row) > 0
          ? [{ day: day as Day, reviews: countedReviewsIn(row), stars: starsIn(row) }]
          : []
      }),
    ),
  reviewsByNewAccounts: (businessId, day, days) =>
    TE.fromTask(async () => {
      const events = await read()
      const accountRows = foldInMemory(accounts, events)
      return [...foldInMemory(countedReviews, events).values()].filter((counted) => {
        const registered = accountRows.get(counted.authorId)?.registeredAt
        const age = registered === undefined ? days + 1 : nightsBetween(romeDay(registered as Instant), day)
        return counted.targetId === businessId && counted.day === day && age <= days
      }).length
    }),
  fullScore: (targetId) => TE.fromTask(async () => scoreFrom(await read(), targetId)),
  fullScoresAt: (targetId, positions) =>
    TE.fromTask(async () => {
      const all = await read()
      return positions.map((upTo) =>
        scoreFrom(
          all.filter(({ position }) => position <= upTo),
          targetId,
        ),
      )
    }),
})

const scoreFrom = (log: readonly EventEnvelope<DomainEvent>[], targetId: string): FullScore => {
  const changes = log.flatMap(({ event }) =>
    event.type === CountedStarsChanged.type && event.data.targetId === targetId ? [event.data] : [],
  )
  return {
    starSum: changes.reduce((sum, { before, after }) => sum + (after ?? 0) - (before ?? 0), 0),
    counted: changes.reduce(
      (counted, { before, after }) => counted + Number(after !== null) - Number(before !== null),
      0,
    ),
  }
}

const venueDaysFrom = async (read: ReadLog) =>
  [...foldInMemory(venueDays, await read()).values()].sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
const countedReviewsIn = ({ ones, twos, threes, fours, fives }: VenueDayRow) => ones + twos + threes + fours + fives
const starsIn = ({ ones, twos, threes, fours, fives }: VenueDayRow) =>
  ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives
