import type { DomainEvent } from '../../../application/event-registry.ts'
import type { Lookups } from '../../../application/ports/lookups.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { nightsBetween } from '../../../domain/kernel/time.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../../projections/accounts/accounts.ts'
import { countedReviews } from '../../../projections/reviews/counted-reviews.ts'
import { type VenueDayRow, venueDays } from '../../../projections/reviews/venue-scores.ts'

type ReadLog = () => Promise<readonly EventEnvelope<DomainEvent>[]>

/** Lookups of the nightly anomaly detection, answered from the log. */
export const scoreLookups = (
  log: ReadLog,
): Pick<Lookups, 'venuesWithReviewsOn' | 'reviewDaysOfVenue' | 'reviewsByNewAccounts'> => ({
  venuesWithReviewsOn: (day, least, after, limit) =>
    TE.fromTask(async () =>
      (await venueDaysFrom(log))
        .filter((row) => row.day === day && countedReviewsIn(row) >= least && row.targetId > after)
        .map(({ targetId }) => targetId)
        .sort()
        .slice(0, limit),
    ),
  reviewDaysOfVenue: (businessId, from, to) =>
    TE.fromTask(async () =>
      (await venueDaysFrom(log)).flatMap((row) => {
        const { targetId, day } = row
        return targetId === businessId && day !== null && from <= day && day <= to && countedReviewsIn(row) > 0
          ? [{ day: day as Day, opinions: countedReviewsIn(row), stars: starsIn(row) }]
          : []
      }),
    ),
  reviewsByNewAccounts: (businessId, day, days) =>
    TE.fromTask(async () => {
      const events = await log()
      const accountRows = foldInMemory(accounts, events)
      return [...foldInMemory(countedReviews, events).values()].filter((counted) => {
        const registered = accountRows.get(counted.authorId)?.registeredAt
        const age = registered === undefined ? days + 1 : nightsBetween(romeDay(registered as Instant), day)
        return counted.targetId === businessId && counted.day === day && age <= days
      }).length
    }),
})

const venueDaysFrom = async (log: ReadLog) =>
  [...foldInMemory(venueDays, await log()).values()].sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
const countedReviewsIn = ({ ones, twos, threes, fours, fives }: VenueDayRow) => ones + twos + threes + fours + fives
const starsIn = ({ ones, twos, threes, fours, fives }: VenueDayRow) =>
  ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives
