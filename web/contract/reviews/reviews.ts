import { z } from 'zod'
import {
  maxTags,
  type ReasonCode,
  reasonCodes,
  reviewDisputeStatuses,
  type ReviewStatus,
  reviewStatuses,
  targetTypes,
  textLengths,
  visibilities,
  type Visibility,
} from '../../../domain/reviews/vocabulary.ts'
import { action } from '../action.ts'
import { isPremium } from '../accounts/businesses.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, dayOnlyInstant, id, instant, optionalText, pageLimit, stars, text } from '../fields.ts'
import { decisionReasons } from '../moderation/decisions.ts'

export { maxDialogComment, maxEvidenceUrls, remarkVisibility, textLengths } from './lengths.ts'

/** The public reply of the reviewed business. */
export const reply = z
  .object({
    text: z.string(),
    edited: z.boolean(),
    /** The reply is outdated: the review was edited after it. */
    overtaken: z.boolean(),
    repliedAt: dayOnlyInstant,
  })
  .meta({ id: 'Reply' })
export type Reply = z.infer<typeof reply>

export const replyBody = z.strictObject({
  text: text(textLengths.reply.min, textLengths.reply.max, 'Scrivi la risposta'),
})

export const replyEndpoints = {
  publishReply: endpoint({
    method: 'PUT',
    path: '/api/reviews/:id/reply',
    summary: 'Publishes or replaces the reply to a review of the caller’s business',
    access: 'business',
    params: z.object({ id }),
    body: replyBody,
    response: reply,
    rateLimit: 'write',
  }),
  withdrawReply: endpoint({
    method: 'DELETE',
    path: '/api/reviews/:id/reply',
    summary: 'Withdraws the reply to a review of the caller’s business',
    access: 'business',
    params: z.object({ id }),
    response: null,
    rateLimit: 'write',
  }),
}

export const targetType = z.enum(targetTypes)
export const visibility = z.enum(visibilities)
export const moderationStatus = z.enum(reviewStatuses)
/** Closing a dispute keeps its outcome. @rule S-12 @rule Q-52 */
export const disputeStatusOfReview = z.enum(reviewDisputeStatuses)
export const reasonCode = z.enum(reasonCodes)
export type { ReasonCode, Visibility }
export type ModerationStatus = ReviewStatus

/** Longer than our own ids, for ids of towns in the gazetteer. */
const targetId = text(1, 300)

export const submitReviewBody = z.strictObject({
  rating: stars,
  comment: optionalText(textLengths.comment.max),
  targetType,
  targetId,
  reasonCode,
  reasonTags: z.array(text(textLengths.tag.min, textLengths.tag.max)).max(maxTags).optional(),
  visibility: visibility.default('PUBLIC_ANONYMOUS'),
})

/** @rule V-42 at least one field */
export const editReviewBody = z
  .strictObject({
    rating: stars.optional(),
    comment: optionalText(textLengths.comment.max),
    reasonCode: reasonCode.optional(),
  })
  .refine(({ rating, comment, reasonCode }) => [rating, comment, reasonCode].some((field) => field !== undefined), {
    error: 'Indica almeno uno tra stelle, commento e motivo',
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
  /** Null without a reply, and while the review is hidden or removed. */
  reply: reply.nullable(),
}

/** A review for viewers other than its author and moderators: no author, and the day only. @rule Q-60 */
export const review = z
  .object({
    ...reviewFields,
    createdAt: dayOnlyInstant,
    /** The viewer is the author, who may neither flag nor dispute it. */
    mine: z.boolean(),
    /** The viewer has flagged it; flags of others are not disclosed. @rule B-28 */
    flagged: z.boolean().optional(),
    /** Written in a period excluded from the business’s score. */
    outOfScore: z.boolean().optional(),
    /** What the viewer may do with it; `reply` publishes or replaces the reply, `withdrawReply` withdraws it if there is one. */
    actions: z.object({ flag: action, dispute: action, reply: action, withdrawReply: action }),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof review>

/** A review as its author reads it, with the reasons for which it is not visible. */
export const ownReview = z
  .object({
    ...reviewFields,
    targetName: z.string().nullable(),
    targetIsPremium: isPremium,
    createdAt: instant,
    lastActionAt: instant,
    why: decisionReasons.nullable(),
    /** Its dispute, open or closed; null if the business never disputed it. */
    disputeId: id.nullable(),
    /** Id of its case replay; null while it is active and was never disputed. */
    caseId: id.nullable(),
    /** Its unredeemed code is suspended until then if the stars are lowered to `atOrBelow`; null if nothing is at stake. @rule Q-132 */
    codeSuspension: z.object({ atOrBelow: stars, until: instant }).nullable(),
    actions: z.object({ edit: action }),
  })
  .meta({ id: 'OwnReview' })
export type OwnReview = z.infer<typeof ownReview>

const newReward = z.object({ discountPercent: z.int(), code: z.string() })

export const reviewEndpoints = {
  submitReview: endpoint({
    method: 'POST',
    path: '/api/reviews',
    summary: 'Reviews a business or a place, or leaves a private remark about one of the caller’s clients',
    access: 'signed-in',
    body: submitReviewBody,
    response: ownReview.extend({ newlyIssuedRewards: z.array(newReward) }).meta({ id: 'SubmittedReview' }),
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  reviewsOfTarget: endpoint({
    method: 'GET',
    path: '/api/reviews/target/:targetType/:targetId',
    summary:
      'Lists the reviews of a target that the caller may see, newest first; the target itself also sees private ones',
    access: 'anyone',
    params: z.object({ targetType, targetId }),
    query: z.object({ limit: pageLimit(200), cursor }),
    response: z.array(review),
    paginated: true,
  }),
  ownReviews: endpoint({
    method: 'GET',
    path: '/api/reviews/mine',
    summary: 'Lists the reviews the caller wrote, newest first',
    access: 'signed-in',
    query: z.object({ limit: pageLimit(200), cursor }),
    response: z.array(ownReview),
    paginated: true,
  }),
  editReview: endpoint({
    method: 'PATCH',
    path: '/api/reviews/:id',
    summary: 'Edits one of the caller’s reviews; omitted fields stay unchanged',
    access: 'signed-in',
    params: z.object({ id }),
    body: editReviewBody,
    response: ownReview,
    rateLimit: 'write',
  }),
}
