import { z } from 'zod'
import { call } from '../call.ts'
import { cursor, dayOnlyInstant, id, instant, optionalText, pageLimit, stars, text } from '../fields.ts'
import { decisionReasons } from '../moderation/decisions.ts'

/** What the business a review is about answers to it, in public. */
export const reply = z
  .object({
    text: z.string(),
    edited: z.boolean(),
    /** The review was edited after it. */
    overtaken: z.boolean(),
    repliedAt: dayOnlyInstant,
  })
  .meta({ id: 'Reply' })
export type Reply = z.infer<typeof reply>

export const replyBody = z.strictObject({ text: text(10, 1000, 'Scrivi la risposta') })

export const replyCalls = {
  publishReply: call({
    method: 'PUT',
    path: '/api/reviews/:id/reply',
    summary: 'Answers a review of one’s own business in public, or puts other words in the place of the answer',
    access: 'business',
    params: z.object({ id }),
    body: replyBody,
    response: reply,
    rateLimit: 'write',
  }),
  withdrawReply: call({
    method: 'DELETE',
    path: '/api/reviews/:id/reply',
    summary: 'Takes one’s answer to a review back',
    access: 'business',
    params: z.object({ id }),
    response: null,
    rateLimit: 'write',
  }),
}

export const targetType = z.enum(['USER', 'PLACE', 'BUSINESS'])
export const visibility = z.enum(['PRIVATE_TO_BUSINESS', 'PUBLIC_ANONYMOUS'])
export const moderationStatus = z.enum(['ACTIVE', 'HIDDEN', 'REMOVED', 'PENDING_REVIEW'])
/** A review's: CLOSED keeps the outcome (S-12, Q-52). */
export const disputeStatusOfReview = z.enum(['NONE', 'OPEN', 'UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'])
export const reasonCodes = ['CLEANLINESS', 'SERVICE', 'PRICE', 'LOCATION', 'CHECKIN', 'PAYMENT', 'OTHER'] as const
export const reasonCode = z.enum(reasonCodes)

export type TargetType = z.infer<typeof targetType>
export type Visibility = z.infer<typeof visibility>
export type ModerationStatus = z.infer<typeof moderationStatus>
export type ReasonCode = z.infer<typeof reasonCode>

/** A place's id is its map service's, so wider than ours. */
const targetId = text(1, 300)

export const submitReviewBody = z.strictObject({
  rating: stars,
  comment: optionalText(2000),
  targetType,
  targetId,
  reasonCode,
  reasonTags: z.array(text(1, 50)).max(10).optional(),
  visibility: visibility.default('PUBLIC_ANONYMOUS'),
})

/** V-42 */
export const editReviewBody = z
  .strictObject({ rating: stars.optional(), comment: optionalText(2000), reasonCode: reasonCode.optional() })
  .refine(({ rating, comment, reasonCode }) => [rating, comment, reasonCode].some((one) => one !== undefined), {
    error: 'Indica almeno uno tra valutazione, commento e motivo',
  })

const reviewFields = {
  id,
  targetType,
  targetId: z.string(),
  rating: z.int(),
  comment: z.string().nullable(),
  reasonCode,
  reasonTags: z.array(z.string()),
  visibility,
  moderationStatus,
  disputeStatus: disputeStatusOfReview,
  edited: z.boolean(),
  /** Null while the business has not answered, or the review is out of sight. */
  reply: reply.nullable(),
}

/** As anybody but its author and moderators reads it: no author, and the day only. */
export const review = z
  .object({
    ...reviewFields,
    createdAt: dayOnlyInstant,
    /** The reader wrote it: neither flag nor dispute is offered. */
    mine: z.boolean(),
    /** The reader reported it: a second report is not offered (B-28). Nobody is told of another’s. */
    flagged: z.boolean().optional(),
    /** Written in a period left out of the business’s score: marked with an asterisk. */
    outOfScore: z.boolean().optional(),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof review>

/** As its author reads it, with why it is out of sight. */
export const ownReview = z
  .object({
    ...reviewFields,
    targetName: z.string().nullable(),
    createdAt: instant,
    lastActionAt: instant,
    why: decisionReasons.nullable(),
  })
  .meta({ id: 'OwnReview' })
export type OwnReview = z.infer<typeof ownReview>

export const newReward = z.object({ discountPercent: z.int(), code: z.string() })

export const reviewCalls = {
  submitReview: call({
    method: 'POST',
    path: '/api/reviews',
    summary: 'Reviews a business (or leaves one of one’s clients a private remark)',
    access: 'signed-in',
    body: submitReviewBody,
    response: ownReview.extend({ newlyIssuedRewards: z.array(newReward) }).meta({ id: 'SubmittedReview' }),
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  reviewsOfTarget: call({
    method: 'GET',
    path: '/api/reviews/target/:targetType/:targetId',
    summary: 'What the reader may see of a target’s reviews, newest first; the target itself sees private ones too',
    access: 'anyone',
    params: z.object({ targetType, targetId }),
    query: z.object({ limit: pageLimit(200), cursor }),
    response: z.array(review),
    paginated: true,
  }),
  ownReviews: call({
    method: 'GET',
    path: '/api/reviews/mine',
    summary: 'The reviews the signed-in account wrote, newest first',
    access: 'signed-in',
    query: z.object({ limit: pageLimit(200), cursor }),
    response: z.array(ownReview),
    paginated: true,
  }),
  editReview: call({
    method: 'PATCH',
    path: '/api/reviews/:id',
    summary: 'Changes one’s own review; what is left out stays',
    access: 'signed-in',
    params: z.object({ id }),
    body: editReviewBody,
    response: ownReview,
    rateLimit: 'write',
  }),
}
