import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { OpinionChanged, ReviewWeighed } from '../domain/reputation/opinion/events.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  targetId: z.string(),
  /** Of the stars that count: one opinion an author. */
  ratingSum: z.number(),
  raters: z.number(),
  fiveStars: z.number(),
  /** Reviews in sight, several of one author included. */
  liveReviews: z.number(),
})
export type VenueScoreRow = z.infer<typeof Row>

const events = family(OpinionChanged, ReviewWeighed)

/** What a venue's stars come to, at the same cost for a hundred reviews and a hundred thousand. */
export const venueScores: Projection<VenueScoreRow, EventIn<typeof events>> = {
  name: 'venue_scores',
  version: 1,
  row: Row,
  columns: {
    targetId: { type: 'text' },
    ratingSum: { type: 'int' },
    raters: { type: 'int' },
    fiveStars: { type: 'int' },
    liveReviews: { type: 'int' },
  },
  indexes: [],
  events,
  keys: ({ event }) => [event.data.targetId],
  evolve: (row, { event }) => {
    const { targetId } = event.data
    const score = row ?? { targetId, ratingSum: 0, raters: 0, fiveStars: 0, liveReviews: 0 }
    if (event.type === 'ReviewWeighed')
      return { ...score, liveReviews: score.liveReviews + appeared(event.data.before, event.data.after) }
    const { before, after } = event.data
    return {
      ...score,
      ratingSum: score.ratingSum + (after ?? 0) - (before ?? 0),
      raters: score.raters + appeared(before, after),
      fiveStars: score.fiveStars + Number(after === 5) - Number(before === 5),
    }
  },
}

const appeared = (before: number | null, after: number | null) => Number(after !== null) - Number(before !== null)
