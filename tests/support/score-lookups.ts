import type { DomainEvent } from '../../application/catalogue.ts'
import type { Lookups } from '../../application/ports/lookups.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { nightsBetween } from '../../domain/kernel/time.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { accounts } from '../../projections/accounts.ts'
import { opinions } from '../../projections/opinions.ts'
import { venueDays, type VenueDayRow } from '../../projections/venue-days.ts'

type Log = () => Promise<readonly Recorded<DomainEvent>[]>

/** What the nightly detector looks up, answered from the log itself. */
export const scoreLookups = (log: Log): Pick<Lookups, 'venuesBusyOn' | 'daysOfVenue' | 'opinionsOfNewAccounts'> => ({
  venuesBusyOn: (day, least, after, limit) =>
    TE.fromTask(async () =>
      (await daysIn(log))
        .filter((row) => row.day === day && opinionsIn(row) >= least && row.targetId > after)
        .map(({ targetId }) => targetId)
        .sort()
        .slice(0, limit),
    ),
  daysOfVenue: (businessId, from, to) =>
    TE.fromTask(async () =>
      (await daysIn(log)).flatMap((row) => {
        const { targetId, day } = row
        return targetId === businessId && day !== null && from <= day && day <= to && opinionsIn(row) > 0
          ? [{ day: day as Day, opinions: opinionsIn(row), stars: starsIn(row) }]
          : []
      }),
    ),
  opinionsOfNewAccounts: (businessId, day, days) =>
    TE.fromTask(async () => {
      const [all, who] = [await log(), foldInMemory(accounts, await log())]
      return [...foldInMemory(opinions, all).values()].filter((one) => {
        const registered = who.get(one.authorId)?.registeredAt
        const age = registered === undefined ? days + 1 : nightsBetween(romeDay(registered as Instant), day)
        return one.targetId === businessId && one.day === day && age <= days
      }).length
    }),
})

const daysIn = async (log: Log) =>
  [...foldInMemory(venueDays, await log()).values()].sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
const opinionsIn = ({ ones, twos, threes, fours, fives }: VenueDayRow) => ones + twos + threes + fours + fives
const starsIn = ({ ones, twos, threes, fours, fives }: VenueDayRow) =>
  ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives
