import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  DisputeClosed,
  DisputeOpened,
  DisputeRejected,
  DisputeOverturned,
  DisputeTakenUnderReview,
  DisputeUpheld,
  DisputeVoided,
} from '../../domain/reviews/dispute.ts'
import {
  FlagDismissed,
  FlagClosed,
  FlagUpheld,
  ReviewEdited,
  ReviewFlagged,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reviews/review-state.ts'
import {
  authorTypes,
  reasonCodes,
  reviewDisputeStatuses,
  reviewStatuses,
  targetTypes,
  visibilities,
} from '../../domain/reviews/vocabulary.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from '../ava/premium-accounts.ts'
import {
  domainInstantColumn,
  beforeCursor,
  DayOrder,
  dayOrder,
  dayOrderIndex,
  instantColumn,
  pageByDay,
  pageOf,
  type PageRequest,
  rowsOf,
} from '../columns.ts'
import type { Projection } from '../projection.ts'
import { outOfScore } from './excluded-periods.ts'

export const moderationStatus = z.enum(reviewStatuses)
export const disputeStatus = z.enum(reviewDisputeStatuses)

const ReviewRowSchema = z.object({
  reviewId: z.string(),
  authorId: z.string(),
  authorType: z.enum(authorTypes),
  targetType: z.enum(targetTypes),
  targetId: z.string(),
  rating: z.number(),
  /** The most stars it has had. */
  highestStars: z.number(),
  comment: z.string().nullable(),
  reasonCode: z.enum(reasonCodes),
  reasonTags: z.array(z.string()),
  visibility: z.enum(visibilities),
  moderationStatus,
  flagsCount: z.number(),
  disputeStatus,
  edited: z.boolean(),
  /** Facts and ground of the decision that made it invisible; null while it is visible. */
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
  createdAt: z.string(),
  lastActionAt: z.string(),
  /** Seen position: position of the latest event. A moderator's decision states it; a later change makes it stale. */
  seenAs: z.string(),
})
export type ReviewRow = z.infer<typeof ReviewRowSchema>

const reviewProjectionEvents = family(
  ReviewSubmitted,
  ReviewEdited,
  ReviewFlagged,
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  DisputeOpened,
  DisputeTakenUnderReview,
  DisputeUpheld,
  DisputeRejected,
  DisputeClosed,
  DisputeVoided,
  DisputeOverturned,
)
type Event = EventIn<typeof reviewProjectionEvents>

/** Every review with its moderation and dispute status; the queries decide who may read it. @rule E-05 */
export const reviews: Projection<ReviewRow, Event> = {
  name: 'reviews',
  version: 5,
  row: ReviewRowSchema,
  columns: {
    reviewId: { type: 'text' },
    authorId: { type: 'text' },
    authorType: { type: 'text' },
    targetType: { type: 'text' },
    targetId: { type: 'text' },
    rating: { type: 'int' },
    highestStars: { type: 'int' },
    comment: { type: 'text', pii: { of: 'authorId', erased: null } },
    reasonCode: { type: 'text' },
    reasonTags: { type: 'json', pii: { of: 'authorId', erased: [] } },
    visibility: { type: 'text' },
    moderationStatus: { type: 'text' },
    flagsCount: { type: 'int' },
    disputeStatus: { type: 'text' },
    edited: { type: 'bool' },
    whyFacts: { type: 'text', pii: { of: 'authorId', erased: '' } },
    whyGround: { type: 'text' },
    createdAt: { type: 'instant' },
    lastActionAt: { type: 'instant' },
    seenAs: { type: 'text' },
  },
  indexes: [
    `target_id, target_type, ${dayOrderIndex('created_at')}`,
    `target_id, target_type, ${dayOrderIndex('created_at')} where visibility = 'PUBLIC_ANONYMOUS' and moderation_status = 'ACTIVE'`,
    'author_id, created_at desc, key desc',
    'moderation_status, last_action_at desc, key desc',
    'last_action_at desc, key desc',
  ],
  events: reviewProjectionEvents,
  createdBy: ['ReviewSubmitted'],
  keys: ({ event }) => [event.data.reviewId],
  evolve: (row, { event, position }) => {
    if (event.type === 'ReviewSubmitted') return { ...submittedRow(event.data), seenAs: position }
    return row && { ...row, ...changedFields(row, event), lastActionAt: event.data.at, seenAs: position }
  },
}

const noReasons = { whyFacts: null, whyGround: null }
const reasonsOf = ({ facts, ground }: { readonly facts: string; readonly ground: string }) => ({
  whyFacts: facts,
  whyGround: ground,
})

const submittedRow = ({
  at,
  ...data
}: Extract<Event, { type: 'ReviewSubmitted' }>['data']): Omit<ReviewRow, 'seenAs'> => ({
  ...data,
  highestStars: data.rating,
  reasonTags: [...data.reasonTags],
  moderationStatus: 'ACTIVE',
  flagsCount: 0,
  disputeStatus: 'NONE',
  edited: false,
  ...noReasons,
  createdAt: at,
  lastActionAt: at,
})

const changedFields = (row: ReviewRow, event: Exclude<Event, { type: 'ReviewSubmitted' }>): Partial<ReviewRow> => {
  switch (event.type) {
    case ReviewEdited.type: {
      const { rating, comment, reasonCode, reasonTags } = event.data
      return {
        rating,
        highestStars: Math.max(row.highestStars, rating),
        comment,
        reasonCode,
        reasonTags: [...reasonTags],
        edited: true,
      }
    }
    case ReviewFlagged.type:
      return { flagsCount: row.flagsCount + 1 }
    case ReviewHeld.type:
      return { moderationStatus: 'PENDING_REVIEW', ...reasonsOf(event.data) }
    case ReviewHidden.type:
      return { moderationStatus: 'HIDDEN', ...reasonsOf(event.data) }
    case ReviewRemoved.type:
      return { moderationStatus: 'REMOVED', ...reasonsOf(event.data) }
    case ReviewRestored.type:
      return { moderationStatus: 'ACTIVE', ...noReasons }
    case DisputeOpened.type:
      return { disputeStatus: 'OPEN' }
    case DisputeTakenUnderReview.type:
      return { disputeStatus: 'UNDER_REVIEW' }
    case DisputeUpheld.type:
      return { disputeStatus: 'RESOLVED_UPHELD' }
    case DisputeRejected.type:
      return { disputeStatus: 'RESOLVED_REJECTED' }
    case DisputeVoided.type:
      return { disputeStatus: 'NONE' }
    case DisputeOverturned.type:
      return { disputeStatus: event.data.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED' }
    // closing a dispute keeps its outcome (Q-52)
    case DisputeClosed.type:
    case FlagClosed.type:
    case FlagDismissed.type:
    case FlagUpheld.type:
      return {}
  }
}

/** A review for everyone but moderators: no author and no reporters. @rule Q-60 */
const AnonymousReviewSchema = z.object({
  id: z.string(),
  targetType: z.enum(targetTypes),
  targetId: z.string(),
  rating: z.number(),
  comment: z.string().nullable(),
  reasonCode: z.enum(reasonCodes),
  reasonTags: z.array(z.string()),
  visibility: z.enum(visibilities),
  moderationStatus,
  disputeStatus,
  edited: z.boolean(),
  createdAt: instantColumn,
  /** Reply of the business while the review is active or held; without a reply all four fields are null. */
  replyText: z.string().nullable(),
  replyEdited: z.boolean().nullable(),
  replyOvertaken: z.boolean().nullable(),
  repliedAt: instantColumn.nullable(),
  /** The viewer is the author, who may neither flag nor dispute it. */
  mine: z.boolean(),
  /** The viewer's flag; flags of others are not disclosed. @rule Q-53 */
  ownFlagId: z.string().nullable(),
  /** Its dispute, open or closed. */
  disputeId: z.string().nullable(),
  /** Written in a period excluded from the score. */
  outOfScore: z.boolean(),
})
export type AnonymousReview = z.infer<typeof AnonymousReviewSchema>

const anonymousColumns = (
  viewerId: string | null | FragmentSqlToken,
) => sql.fragment`r.review_id as id, r.target_type as "targetType",
  r.target_id as "targetId", r.rating, r.comment, r.reason_code as "reasonCode", r.reason_tags as "reasonTags",
  r.visibility, r.moderation_status as "moderationStatus", r.dispute_status as "disputeStatus", r.edited,
  r.created_at as "createdAt", p.text as "replyText", p.edited as "replyEdited", p.overtaken as "replyOvertaken",
  p.replied_at as "repliedAt", r.author_id is not distinct from ${viewerId} as mine, ${outOfScore} as "outOfScore",
  (select f.flag_id from read.flags f where f.review_id = r.review_id and f.reporter_id = ${viewerId} limit 1) as "ownFlagId",
  (select d.dispute_id from read.disputes d where d.key = r.key) as "disputeId"`

const replyJoin = sql.fragment`left join read.replies p
  on p.key = r.key and r.moderation_status in ('ACTIVE', 'PENDING_REVIEW')`

const byDay = dayOrder(sql.fragment`r.created_at`, sql.fragment`r.key`)
const ListedReview = AnonymousReviewSchema.extend(DayOrder.shape)

/** Reviews of a target that anyone may read: active and public. @rule Q-32 @rule Q-60 */
export const publicReviewsOf = async (
  db: CommonQueryMethods,
  targetType: string,
  targetId: string,
  viewerId: string | null,
  { limit, cursor }: PageRequest,
) =>
  pageByDay(
    await db.any(sql.type(ListedReview)`
      select ${anonymousColumns(viewerId)}, ${byDay.columns} from read.reviews r ${replyJoin}
      where r.target_type = ${targetType} and r.target_id = ${targetId} and r.moderation_status = 'ACTIVE'
        and r.visibility = 'PUBLIC_ANONYMOUS' and ${byDay.before(cursor)}
      order by ${byDay.descending} limit ${limit + 1}`),
    limit,
  )

/**
 * Reviews as their target may read them, private ones included: a business in any status, a client only visible ones.
 * @rule R-59 @rule P-15
 */
export const reviewsReceived = async (
  db: CommonQueryMethods,
  targetType: string,
  targetId: string,
  viewerId: string,
  { limit, cursor }: PageRequest,
) =>
  pageByDay(
    await db.any(sql.type(ListedReview)`
      select ${anonymousColumns(viewerId)}, ${byDay.columns} from read.reviews r ${replyJoin}
      where r.target_type = ${targetType} and r.target_id = ${targetId} and ${byDay.before(cursor)}
        and (r.target_type = 'BUSINESS' or r.moderation_status = 'ACTIVE')
      order by ${byDay.descending} limit ${limit + 1}`),
    limit,
  )

const WrittenReviewSchema = AnonymousReviewSchema.extend({
  targetName: z.string().nullable(),
  ...PremiumColumn.shape,
  lastActionAt: instantColumn,
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
  highestStars: z.number(),
  /** It has earned a code that is neither redeemed nor ended. */
  hasUnredeemedCode: z.boolean(),
})
export type WrittenReview = z.infer<typeof WrittenReviewSchema>

/** Not `exists (…)`, for which Postgres may read the index of all codes that have not ended. */
const hasUnredeemedCode = sql.fragment`coalesce((
  select bool_or(w.redeemed_at is null and w.revoked_at is null and w.expired_at is null)
  from read.reward_codes w where w.issued_for_review_id = r.review_id), false)`

/** Columns of a review `r` as its author reads it, and the rest of the statement up to its condition. */
const selectWritten = sql.fragment`${anonymousColumns(sql.fragment`r.author_id`)},
    r.last_action_at as "lastActionAt", r.highest_stars as "highestStars", ${hasUnredeemedCode} as "hasUnredeemedCode",
    r.why_facts as "whyFacts", r.why_ground as "whyGround",
    coalesce(a.business_name, c.first_name || ' ' || c.last_name) as "targetName", ${premiumColumn}
  from read.reviews r ${replyJoin}
    left join read.accounts a on a.key = r.target_id and r.target_type = 'BUSINESS'
    left join read.accounts c on c.client_id = r.target_id and r.target_type = 'USER'
    ${premiumJoin(sql.fragment`coalesce(a.key, c.key)`)}`

/** An account's own reviews, newest first, with the name of the reviewed business or client. */
export const reviewsWritten = async (db: CommonQueryMethods, authorId: string, { limit, cursor }: PageRequest) =>
  pageOf(
    await db.any(sql.type(WrittenReviewSchema)`
      select ${selectWritten} where r.author_id = ${authorId} and ${beforeCursor(cursor, sql.fragment`r.created_at`, sql.fragment`r.key`)}
      order by r.created_at desc, r.key desc limit ${limit + 1}`),
    limit,
    ({ createdAt, id }) => [createdAt, id],
  )

export interface WrittenReviewLookup {
  readonly authorId: string
  readonly reviewId: string
}

/** Read models from which `reviewsWrittenBy` reads. */
export const readModelsOfWrittenReviews = [
  'reviews',
  'replies',
  'flags',
  'disputes',
  'exclusions',
  'reward_codes',
  'accounts',
  'premium_accounts',
]

/** One of the author's own reviews for each lookup, in order; null for unknown ids and for reviews of other authors. */
export const reviewsWrittenBy = async (
  db: CommonQueryMethods,
  lookups: readonly WrittenReviewLookup[],
): Promise<readonly (WrittenReview | null)[]> => {
  const keys = lookups.map(({ reviewId }) => reviewId)
  const authors = lookups.map(({ authorId }) => authorId)
  const rows = await db.any(sql.type(WrittenReviewSchema.extend({ nth: z.number() }))`
    select l.nth::int, w.*
    from ${rowsOf(['text', keys], ['text', authors])} with ordinality as l (key, author_id, nth)
    cross join lateral (select ${selectWritten} where r.key = l.key and r.author_id = l.author_id limit 1) w`)
  const byLookup = new Map(rows.map(({ nth, ...review }) => [nth, review]))
  return lookups.map((_, n) => byLookup.get(n + 1) ?? null)
}

/** A review as its target reads it; null for unknown ids and for reviews of other targets. */
export const reviewReceived = (db: CommonQueryMethods, targetId: string, reviewId: string) =>
  db.maybeOne(sql.type(AnonymousReviewSchema)`
    select ${anonymousColumns(targetId)} from read.reviews r ${replyJoin} where r.key = ${reviewId} and r.target_id = ${targetId}`)

const Reviewed = z.object({ targetId: z.string(), writtenAt: domainInstantColumn })

/** Targets that the account reviewed after `since`. @rule Q-129 */
export const reviewedSince = (db: CommonQueryMethods, accountId: string, since: Instant) =>
  db.any(sql.type(Reviewed)`
    select target_id as "targetId", created_at as "writtenAt" from read.reviews
    where author_id = ${accountId} and created_at > ${since}::timestamptz order by created_at desc`)
