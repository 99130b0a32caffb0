import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { OpinionPlaced } from '../domain/reputation/opinion/events.ts'
import { countColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  targetId: z.string(),
  authorId: z.string(),
  /** The review that carries the opinion, and the day it was written. */
  reviewId: z.string(),
  stars: z.number(),
  day: z.string(),
})
export type OpinionRow = z.infer<typeof Row>

const events = family(OpinionPlaced)

/** What counts in a score: one row an author and target, while one of their reviews is in sight. */
export const opinions: Projection<OpinionRow, EventIn<typeof events>> = {
  name: 'opinions',
  version: 1,
  row: Row,
  columns: {
    targetId: { type: 'text' },
    authorId: { type: 'text' },
    reviewId: { type: 'text' },
    stars: { type: 'int' },
    day: { type: 'day' },
  },
  indexes: ['target_id, day'],
  events,
  keys: ({ event: { data } }) => [`${data.authorId}_${data.targetId}`],
  evolve: (_, { event: { data } }) => {
    const { targetId, authorId, to } = data
    return to === null ? null : { targetId, authorId, ...to }
  },
}

/** How many opinions of a day come from accounts that were so many days old at most. */
export const opinionsOfNewAccounts = (db: CommonQueryMethods, targetId: string, day: string, days: number) =>
  db.oneFirst(sql.type(z.object({ count: countColumn }))`
    select count(*) as count from read.opinions o join read.accounts a on a.key = o.author_id
    where o.target_id = ${targetId} and o.day = ${day}
      and o.day - (a.registered_at at time zone 'Europe/Rome')::date <= ${days}`)
