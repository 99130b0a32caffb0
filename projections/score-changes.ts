import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { OpinionChanged } from '../domain/reputation/opinion/events.ts'
import { countColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  targetId: z.string(),
  /** Its place in the log. */
  position: z.string(),
  /** What it added to the venue's sum of stars, and to the authors who have a say. */
  stars: z.number(),
  raters: z.number(),
})
export type ScoreChangeRow = z.infer<typeof Row>

const events = family(OpinionChanged)

/** Every step of a venue's score, so that it can be told as it stood at any moment without reading the whole log. */
export const scoreChanges: Projection<ScoreChangeRow, EventIn<typeof events>> = {
  name: 'score_changes',
  version: 1,
  row: Row,
  columns: {
    targetId: { type: 'text' },
    position: { type: 'text' },
    stars: { type: 'int' },
    raters: { type: 'int' },
  },
  indexes: ['target_id, position'],
  events,
  keys: ({ id }) => [id],
  evolve: (_, { position, event }) => {
    const { targetId, before, after } = event.data
    const stars = (after ?? 0) - (before ?? 0)
    return { targetId, position, stars, raters: Number(after !== null) - Number(before !== null) }
  },
}

const Score = z.object({ sum: countColumn, raters: countColumn })
export type Score = z.infer<typeof Score>

const totals = sql.fragment`coalesce(sum(stars), 0) as sum, coalesce(sum(raters), 0) as raters from read.score_changes`

export const scoreOf = (db: CommonQueryMethods, targetId: string) =>
  db.one(sql.type(Score)`select ${totals} where target_id = ${targetId}`)

/** Between the first and the last moment asked for; a venue that changes more often is not told by moments. */
const mostSteps = 5_000

/** A venue's score at each of these places, which come in order; null when too much happened in between. */
export const scoresAt = async (
  db: CommonQueryMethods,
  targetId: string,
  places: readonly string[],
): Promise<readonly Score[] | null> => {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return []
  const start = await db.one(sql.type(Score)`
    select ${totals} where target_id = ${targetId} and position collate "C" <= ${first}`)
  const steps = await db.any(sql.type(Row.omit({ targetId: true }))`
    select position, stars, raters from read.score_changes
    where target_id = ${targetId} and position collate "C" > ${first} and position collate "C" <= ${last}
    order by position collate "C" limit ${mostSteps + 1}`)
  return steps.length > mostSteps ? null : along(start, steps, places)
}

/** The score at each place, walking the steps once. */
const along = (
  start: Score,
  steps: readonly Omit<ScoreChangeRow, 'targetId'>[],
  places: readonly string[],
): readonly Score[] => {
  let score = start
  let next = 0
  return places.map((place) => {
    for (let step = steps[next]; step !== undefined && step.position <= place; step = steps[++next])
      score = { sum: score.sum + step.stars, raters: score.raters + step.raters }
    return score
  })
}
