import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { scoreOf, scoresAt } from '../../projections/score-changes.ts'
import { asked } from './asked.ts'

const patienceMs = 10_000
/** For a look back: without the score it is still worth having. */
const lookBackMs = 2_000

/** A venue's stars, now and as they were. */
export const scoreLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, 'scoreOf' | 'scoresAt'> => ({
  scoreOf: (targetId) =>
    asked(async () => {
      const last = await head()
      const waited = last === null ? null : await projections.waitFor(['score_changes'], last, patienceMs)
      if (waited?.type === 'Behind') throw new Error('The scores have not come that far yet')
      return scoreOf(db, targetId)
    }),
  scoresAt: (targetId, places) =>
    asked(async () => {
      const last = places.at(-1)
      if (last === undefined) return []
      const waited = await projections.waitFor(['score_changes'], last, lookBackMs)
      return waited.type === 'Behind' ? null : scoresAt(db, targetId, places)
    }),
})
