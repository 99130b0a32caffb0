import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { anomalyOf, anomalyRules, type DayOfOpinions } from '../../domain/reputation/exclusion/anomaly.ts'
import { exclusion } from '../../domain/reputation/exclusion/decider.ts'
import type { Evidence } from '../../domain/reputation/exclusion/events.ts'
import { byTimer, each } from '../due.ts'
import type { Answer, Toolbox } from '../use-case.ts'

/** Yesterday, and the two days before it in case nobody was there to look. */
const daysBack = [1, 2, 3]
const page = 500

/** Looks at what the days just over brought each venue, and tells people what stands out. How many days it looked at. */
export const reportAnomalies = (toolbox: Toolbox): Answer<number> => {
  const at = toolbox.clock()
  return pipe(
    daysBack.map((days) => romeDay(plusDays(at, -days))),
    TE.traverseSeqArray((day) => ofDay(toolbox, day, '')),
    TE.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
  )
}

const ofDay = (toolbox: Toolbox, day: Day, after: string): Answer<number> =>
  pipe(
    toolbox.lookups.venuesBusyOn(day, anomalyRules.leastOpinions, after, page),
    TE.flatMap((ids) =>
      pipe(
        each(ids, (businessId) => lookAt(toolbox, businessId, day)),
        TE.flatMap((looked) => {
          const last = ids.at(-1)
          if (last === undefined || ids.length < page) return TE.right(looked)
          return pipe(
            ofDay(toolbox, day, last),
            TE.map((more) => looked + more),
          )
        }),
      ),
    ),
  )

const lookAt = (toolbox: Toolbox, businessId: string, day: Day): Answer<unknown> => {
  const { lookups, clock } = toolbox
  const noon = `${day}T12:00:00.000Z` as Instant
  return pipe(
    lookups.daysOfVenue(businessId, romeDay(plusDays(noon, -anomalyRules.baselineDays)), day),
    TE.flatMap((days) =>
      pipe(
        lookups.opinionsOfNewAccounts(businessId, day, anomalyRules.newAccountDays),
        TE.map((newAccounts) => judged(days, day, newAccounts)),
      ),
    ),
    TE.flatMap((evidence): Answer<unknown> => {
      if (evidence === null) return TE.right(null)
      const command = { type: 'ReportAnomaly', businessId, evidence, at: clock() } as const
      return byTimer(toolbox, exclusion, businessId, command, [])
    }),
  )
}

const judged = (days: readonly DayOfOpinions[], day: Day, newAccounts: number): Evidence | null => {
  const it = days.find((one) => one.day === day)
  const before = days.filter((one) => one.day < day)
  return it === undefined ? null : anomalyOf({ ...it, newAccounts }, before)
}
