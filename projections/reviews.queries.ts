import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { instantColumn, pageOf, placeOf } from './columns.ts'
import { outOfScore } from './exclusions.ts'
import { disputeStatus, moderationStatus } from './reviews.ts'

/** What leaves for anybody but moderators: no author, no reporter. */
const Anonymous = z.object({
  id: z.string(),
  targetType: z.enum(['USER', 'PLACE', 'BUSINESS']),
  targetId: z.string(),
  rating: z.number(),
  comment: z.string().nullable(),
  reasonCode: z.string(),
  reasonTags: z.array(z.string()),
  visibility: z.enum(['PUBLIC_ANONYMOUS', 'PRIVATE_TO_BUSINESS']),
  moderationStatus,
  disputeStatus,
  edited: z.boolean(),
  createdAt: instantColumn,
  /** What the business answered, while the review may be seen; all four null without one. */
  replyText: z.string().nullable(),
  replyEdited: z.boolean().nullable(),
  replyOvertaken: z.boolean().nullable(),
  repliedAt: instantColumn.nullable(),
  /** The viewer wrote it, so may neither flag nor doubt it. */
  mine: z.boolean(),
  /** The viewer reported it; whoever else did stays unsaid. */
  flagged: z.boolean(),
  /** Written in a period left out of the score. */
  outOfScore: z.boolean(),
})
export type AnonymousReview = z.infer<typeof Anonymous>

const anonymous = (viewerId: string | null) => sql.fragment`r.review_id as id, r.target_type as "targetType",
  r.target_id as "targetId", r.rating, r.comment, r.reason_code as "reasonCode", r.reason_tags as "reasonTags",
  r.visibility, r.moderation_status as "moderationStatus", r.dispute_status as "disputeStatus", r.edited,
  r.created_at as "createdAt", p.text as "replyText", p.edited as "replyEdited", p.overtaken as "replyOvertaken",
  p.replied_at as "repliedAt", r.author_id is not distinct from ${viewerId} as mine, ${outOfScore} as "outOfScore",
  exists (select from read.flags f where f.review_id = r.review_id and f.reporter_id = ${viewerId}) as flagged`

const replied = sql.fragment`left join read.replies p
  on p.key = r.key and r.moderation_status in ('ACTIVE', 'PENDING_REVIEW')`

const Place = z.tuple([z.string(), z.string()])
const before = (cursor: string | undefined) => {
  const place = placeOf(Place, cursor)
  return place === null
    ? sql.fragment`true`
    : sql.fragment`(r.created_at, r.key) < (${place[0]}::timestamptz, ${place[1]})`
}
const placeIn = (review: AnonymousReview) => [review.createdAt, review.id]

export interface Paging {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** What anyone may read of a target: active and public. */
export const publicReviewsOf = async (
  db: CommonQueryMethods,
  targetType: string,
  targetId: string,
  viewerId: string | null,
  { limit, cursor }: Paging,
) =>
  pageOf(
    await db.any(sql.type(Anonymous)`
      select ${anonymous(viewerId)} from read.reviews r ${replied}
      where r.target_type = ${targetType} and r.target_id = ${targetId} and r.moderation_status = 'ACTIVE'
        and r.visibility = 'PUBLIC_ANONYMOUS' and ${before(cursor)}
      order by r.created_at desc, r.key desc limit ${limit + 1}`),
    limit,
    placeIn,
  )

/** What the target itself may read: private ones too, a business in whatever state, a client only those in sight (R-59, P-15). */
export const reviewsReceived = async (
  db: CommonQueryMethods,
  targetType: string,
  targetId: string,
  viewerId: string,
  { limit, cursor }: Paging,
) =>
  pageOf(
    await db.any(sql.type(Anonymous)`
      select ${anonymous(viewerId)} from read.reviews r ${replied}
      where r.target_type = ${targetType} and r.target_id = ${targetId} and ${before(cursor)}
        and (r.target_type = 'BUSINESS' or r.moderation_status = 'ACTIVE')
      order by r.created_at desc, r.key desc limit ${limit + 1}`),
    limit,
    placeIn,
  )

const Written = Anonymous.extend({
  targetName: z.string().nullable(),
  lastActionAt: instantColumn,
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
})
export type WrittenReview = z.infer<typeof Written>

const written = (authorId: string) => sql.fragment`${anonymous(authorId)}, r.last_action_at as "lastActionAt",
    r.why_facts as "whyFacts", r.why_ground as "whyGround",
    coalesce(a.business_name, c.first_name || ' ' || c.last_name) as "targetName"
  from read.reviews r ${replied}
    left join read.accounts a on a.key = r.target_id and r.target_type = 'BUSINESS'
    left join read.accounts c on c.client_id = r.target_id and r.target_type = 'USER'`

/** What an account has written, with the name of the business or client it is about. */
export const reviewsWritten = async (db: CommonQueryMethods, authorId: string, { limit, cursor }: Paging) =>
  pageOf(
    await db.any(sql.type(Written)`
      select ${written(authorId)} where r.author_id = ${authorId} and ${before(cursor)}
      order by r.created_at desc, r.key desc limit ${limit + 1}`),
    limit,
    placeIn,
  )

/** One of an author's own reviews; null when there is none of that id or it is somebody else's. */
export const reviewWritten = (db: CommonQueryMethods, authorId: string, reviewId: string) =>
  db.maybeOne(sql.type(Written)`select ${written(authorId)} where r.key = ${reviewId} and r.author_id = ${authorId}`)

/** One review as its target reads it; null when there is none of that id or it is about somebody else. */
export const reviewReceived = (db: CommonQueryMethods, targetId: string, reviewId: string) =>
  db.maybeOne(sql.type(Anonymous)`
    select ${anonymous(targetId)} from read.reviews r ${replied} where r.key = ${reviewId} and r.target_id = ${targetId}`)
