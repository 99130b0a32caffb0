import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { ScorePositionChanged } from '../../domain/reviews/counted-review.ts'
import { countColumn, decodeCursor, instantColumn, pageOf } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { outOfScore } from './excluded-periods.ts'
import { moderationStatus, type PageRequest } from './reviews.ts'

const Row = z.object({
  targetId: z.string(),
  authorId: z.string(),
  /** The review that carries the opinion, and the day it was written. */
  reviewId: z.string(),
  stars: z.number(),
  day: z.string(),
})
export type CountedReviewRow = z.infer<typeof Row>

const events = family(ScorePositionChanged)

/** What counts in a score: one row an author and target, while one of their reviews is in sight. */
export const countedReviews: Projection<CountedReviewRow, EventIn<typeof events>> = {
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
export const reviewsByNewAccounts = (db: CommonQueryMethods, targetId: string, day: string, days: number) =>
  db.oneFirst(sql.type(z.object({ count: countColumn }))`
    select count(*) as count from read.opinions o join read.accounts a on a.key = o.author_id
    where o.target_id = ${targetId} and o.day = ${day}
      and o.day - (a.registered_at at time zone 'Europe/Rome')::date <= ${days}`)

const ScoredReview = z.object({
  id: z.string(),
  stars: z.number(),
  createdAt: instantColumn,
  status: moderationStatus,
  /** The author's opinion rests on this review. */
  carries: z.boolean(),
  /** Its day is out of the score. */
  excluded: z.boolean(),
})

const ReviewCursor = z.tuple([z.string(), z.string()])

/** A venue's reviews, the latest first, each with its part in the score. */
export const scoredReviews = async (db: CommonQueryMethods, targetId: string, { limit, cursor }: PageRequest) => {
  const place = decodeCursor(ReviewCursor, cursor)
  const before =
    place === null ? sql.fragment`true` : sql.fragment`(r.created_at, r.key) < (${place[0]}::timestamptz, ${place[1]})`
  const rows = await db.any(sql.type(ScoredReview)`
    select r.review_id as id, r.rating as stars, r.created_at as "createdAt", r.moderation_status as status,
      coalesce(o.review_id = r.review_id, false) as carries, ${outOfScore} as excluded
    from read.reviews r left join read.opinions o on o.key = r.author_id || '_' || r.target_id
    where r.target_type = 'BUSINESS' and r.target_id = ${targetId} and ${before}
    order by r.created_at desc, r.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id])
}
