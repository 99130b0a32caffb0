import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { ScoreEntryChanged } from '../../domain/reviews/counted-review.ts'
import { countColumn, DayOrder, dayOrder, instantColumn, pageByDay, type PageRequest, romeDayOf } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { outOfScore } from './excluded-periods.ts'
import { moderationStatus } from './reviews.ts'

const CountedReviewRowSchema = z.object({
  targetId: z.string(),
  authorId: z.string(),
  /** The counted review, with the day on which it was written. */
  reviewId: z.string(),
  stars: z.number(),
  day: z.string(),
})
export type CountedReviewRow = z.infer<typeof CountedReviewRowSchema>

const events = family(ScoreEntryChanged)

/** The review of each author that counts in a target's score; no row while none is visible. @rule Q-50 */
export const countedReviews: Projection<CountedReviewRow, EventIn<typeof events>> = {
  name: 'opinions',
  version: 1,
  row: CountedReviewRowSchema,
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

/** Counted reviews of a day by accounts that were at most `days` days old. */
export const reviewsByNewAccounts = (db: CommonQueryMethods, targetId: string, day: string, days: number) =>
  db.oneFirst(sql.type(z.object({ count: countColumn }))`
    select count(*) as count from read.opinions o join read.accounts a on a.key = o.author_id
    where o.target_id = ${targetId} and o.day = ${day}
      and o.day - ${romeDayOf(sql.fragment`a.registered_at`)} <= ${days}`)

const ScoredReview = DayOrder.extend({
  id: z.string(),
  stars: z.number(),
  createdAt: instantColumn,
  status: moderationStatus,
  /** It is the author's counted review. @rule Q-50 */
  isCounted: z.boolean(),
  /** Written in an excluded period. */
  excluded: z.boolean(),
})

/** A venue's reviews, the latest day first, each with its contribution to the score. */
export const scoredReviews = async (db: CommonQueryMethods, targetId: string, { limit, cursor }: PageRequest) => {
  const byDay = dayOrder(sql.fragment`r.created_at`, sql.fragment`r.key`)
  const rows = await db.any(sql.type(ScoredReview)`
    select r.review_id as id, r.rating as stars, r.created_at as "createdAt", r.moderation_status as status,
      coalesce(o.review_id = r.review_id, false) as "isCounted", ${outOfScore} as excluded, ${byDay.columns}
    from read.reviews r left join read.opinions o on o.key = r.author_id || '_' || r.target_id
    where r.target_type = 'BUSINESS' and r.target_id = ${targetId} and ${byDay.before(cursor)}
    order by ${byDay.descending} limit ${limit + 1}`)
  return pageByDay(rows, limit)
}
