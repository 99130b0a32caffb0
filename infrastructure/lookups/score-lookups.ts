import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { opinionsOfNewAccounts } from '../../projections/opinions.ts'
import { scoreOf, scoresAt } from '../../projections/score-changes.ts'
import { daysOfVenue, venuesBusyOn } from '../../projections/venue-days.ts'
import { asked } from './asked.ts'
import { areShown, mustShow } from './shown.ts'

const replayMs = 2_000

type ScoreLookups = Pick<Lookups, 'venuesBusyOn' | 'daysOfVenue' | 'opinionsOfNewAccounts' | 'scoreOf' | 'scoresAt'>

/** What is asked of venues' stars: day by day, and as they stood at a moment. */
export const scoreLookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): ScoreLookups => ({
  venuesBusyOn: (day, least, after, limit) => asked(() => venuesBusyOn(db, day, least, after, limit)),
  daysOfVenue: (businessId, from, to) =>
    asked(async () => (await daysOfVenue(db, businessId, from, to)).map((one) => ({ ...one, day: one.day as Day }))),
  opinionsOfNewAccounts: (businessId, day, days) => asked(() => opinionsOfNewAccounts(db, businessId, day, days)),
  scoreOf: (targetId) =>
    asked(async () => {
      await mustShow(projections, ['score_changes'], await head())
      return scoreOf(db, targetId)
    }),
  scoresAt: (targetId, places) =>
    asked(async () => {
      const last = places.at(-1)
      if (last === undefined) return []
      const shown = await areShown(projections, ['score_changes'], last, replayMs)
      return shown ? scoresAt(db, targetId, places) : null
    }),
})
