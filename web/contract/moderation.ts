import { z } from 'zod'
import { call } from './call.ts'
import { cursor, id, instant, limit, optionalText, text } from './fields.ts'
import { flagging } from './flagging.ts'
import { dispute, flag, flagStatus } from './flags-disputes.ts'
import { statement } from './hearings.ts'
import { caseKind, queuedCase } from './queue.ts'
import { ground, longestFacts, reasonsGiven } from './reasons.ts'
import { disputeStatusOfReview, moderationStatus, reasonCode, targetType, visibility } from './reviews.ts'

const authorType = z.enum(['user', 'client'])

/** Moderators see who reported; nobody else does. */
export const moderatedFlag = flag
  .extend({ reporterId: id, reporterType: authorType, reporterName: z.string().nullable() })
  .meta({ id: 'ModeratedFlag' })
export type ModeratedFlag = z.infer<typeof moderatedFlag>

export const moderatedDispute = dispute
  .extend({ businessId: id, moderatorId: id.nullable(), moderatorNotes: z.string().nullable() })
  .meta({ id: 'ModeratedDispute' })
export type ModeratedDispute = z.infer<typeof moderatedDispute>

/** E-05 as moderators read it. */
export const moderatedReview = z
  .object({
    id,
    authorId: id,
    authorType,
    authorName: z.string().nullable(),
    targetType,
    targetId: z.string(),
    targetName: z.string().nullable(),
    rating: z.int(),
    comment: z.string().nullable(),
    reasonCode,
    reasonTags: z.array(z.string()),
    visibility,
    moderationStatus,
    disputeStatus: disputeStatusOfReview,
    flagsCount: z.int(),
    flags: z.array(moderatedFlag),
    createdAt: instant,
    lastActionAt: instant,
    /** Of review and dispute together: to be sent back as `seenVersion`. */
    version: z.string(),
  })
  .meta({ id: 'ModeratedReview' })
export type ModeratedReview = z.infer<typeof moderatedReview>

/** What was imposed on the author, the latest first. */
export const sanctionInBrief = z.object({
  id,
  severity: z.enum(['LOW', 'MEDIUM', 'HIGH', 'PERMANENT']),
  active: z.boolean(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})

export const sanctionAppealed = sanctionInBrief.omit({ active: true }).extend({
  accountId: id,
  accountName: z.string().nullable(),
  facts: z.string(),
  appealStatus: z.enum(['NONE', 'PENDING', 'UNDER_REVIEW', 'APPROVED', 'REJECTED']),
  appealReason: z.string().nullable(),
})

/** The whole case: content as it stands, what was said against it, who wrote it, what happened when. */
export const caseFile = z
  .object({
    ...queuedCase.omit({ summary: true, others: true }).shape,
    /** The other open cases of the same target. */
    others: z.array(z.object({ caseId: id, kind: caseKind, claimedByName: z.string().nullable() })),
    closedAt: instant.nullable(),
    outcome: z.string().nullable(),
    /** Null when the case is about something else. */
    review: moderatedReview.nullable(),
    dispute: moderatedDispute.nullable(),
    /** What both sides of the dispute said. */
    statements: z.array(statement),
    /** What an appeal of a sanction is about; then there is no review. */
    sanction: sanctionAppealed.nullable(),
    /** What a case about a reporter is about; then there is no review. */
    flagging: flagging.nullable(),
    /** Whom the decision falls on. */
    author: z.object({
      name: z.string().nullable(),
      written: z.int(),
      hidden: z.int(),
      removed: z.int(),
      sanctions: z.array(sanctionInBrief),
    }),
    timeline: z.array(
      z.object({ at: instant, what: z.string(), by: z.string().nullable(), byName: z.string().nullable() }),
    ),
  })
  .meta({ id: 'CaseFile' })
export type CaseFile = z.infer<typeof caseFile>

export const moderationCalls = {
  moderatedReviews: call({
    method: 'GET',
    path: '/api/admin/reviews',
    says: 'Reviews as moderators see them, the one touched last first',
    who: 'moderator',
    query: z.object({ status: moderationStatus.optional(), limit: limit(200), cursor }),
    answer: z.array(moderatedReview),
    paged: true,
  }),
  moderateReview: call({
    method: 'PATCH',
    path: '/api/admin/reviews/:id/moderate',
    says: 'Hides, removes or restores a review',
    who: 'moderator',
    params: z.object({ id }),
    body: z.strictObject({
      moderationStatus: z.enum(['HIDDEN', 'REMOVED', 'ACTIVE']),
      moderatorNotes: optionalText(1000),
      ...reasonsGiven,
    }),
    answer: moderatedReview,
  }),
  removeRating: call({
    method: 'POST',
    path: '/api/admin/ratings/:ratingId/remove',
    says: 'Strikes out a rating of a client; the business that gave it is told why',
    who: 'moderator',
    params: z.object({ ratingId: id }),
    body: z.strictObject({ ground: ground.exclude(['NO_VIOLATION']), facts: text(1, longestFacts) }),
    answer: null,
  }),
  caseFile: call({
    method: 'GET',
    path: '/api/admin/cases/:caseId',
    says: 'Everything a moderator should know of a case',
    who: 'moderator',
    params: z.object({ caseId: id }),
    answer: caseFile,
  }),
  decideFlag: call({
    method: 'PATCH',
    path: '/api/admin/flags/:flagId',
    says: 'Decides one flag',
    who: 'moderator',
    params: z.object({ flagId: id }),
    body: z.strictObject({ status: flagStatus.exclude(['PENDING']), notes: optionalText(1000), ...reasonsGiven }),
    answer: moderatedFlag,
  }),
  decideDispute: call({
    method: 'PATCH',
    path: '/api/admin/disputes/:disputeId',
    says: 'Moves a dispute on; 409 where it cannot go',
    who: 'moderator',
    params: z.object({ disputeId: id }),
    body: z.strictObject({
      status: z.enum(['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED', 'CLOSED']),
      moderatorNotes: optionalText(2000),
      resolution: optionalText(2000),
      ...reasonsGiven,
    }),
    answer: moderatedDispute,
  }),
}
