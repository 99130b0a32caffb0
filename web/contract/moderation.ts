import { z } from 'zod'
import { call } from './call.ts'
import { cursor, id, instant, limit, optionalText, text } from './fields.ts'
import { dispute, flag, flagStatus } from './flags-disputes.ts'
import { statement } from './hearings.ts'
import { ground, longestFacts, reasonsGiven } from './reasons.ts'
import { disputeStatusOfReview, moderationStatus, reasonCode, targetType, visibility } from './reviews.ts'

export const caseKind = z.enum(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
export const lanes = ['flags', 'disputes', 'appeals', 'held', 'overdue'] as const
export const lane = z.enum(lanes)
export type CaseKind = z.infer<typeof caseKind>
export type Lane = z.infer<typeof lane>

const authorType = z.enum(['user', 'client'])

/** Moderators see who reported; nobody else does. */
export const moderatedFlag = flag.extend({ reporterId: id, reporterType: authorType }).meta({ id: 'ModeratedFlag' })
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
  })
  .meta({ id: 'ModeratedReview' })
export type ModeratedReview = z.infer<typeof moderatedReview>

export const queuedCase = z
  .object({
    caseId: id,
    kind: caseKind,
    targetId: id,
    priority: z.int(),
    dueAt: instant,
    overdue: z.boolean(),
    /** Null when nobody's claim is live. */
    claimedBy: id.nullable(),
    claimedUntil: instant.nullable(),
    openedAt: instant,
    summary: z.string(),
  })
  .meta({ id: 'QueuedCase' })
export type QueuedCase = z.infer<typeof queuedCase>

/** The whole case: content as it stands, what was said against it, who wrote it, what happened when. */
export const caseFile = z
  .object({
    ...queuedCase.omit({ summary: true }).shape,
    closedAt: instant.nullable(),
    outcome: z.string().nullable(),
    review: moderatedReview,
    dispute: moderatedDispute.nullable(),
    /** What both sides of the dispute said. */
    statements: z.array(statement),
    author: z.object({ written: z.int(), hidden: z.int(), removed: z.int() }),
    timeline: z.array(z.object({ at: instant, what: z.string(), by: z.string().nullable() })),
  })
  .meta({ id: 'CaseFile' })
export type CaseFile = z.infer<typeof caseFile>

export const queueChange = z.object({
  caseId: id,
  kind: caseKind,
  targetId: id,
  change: z.enum([
    'opened',
    'escalated',
    'reprioritised',
    'due-soon',
    'overdue',
    'claimed',
    'released',
    'expired',
    'closed',
  ]),
})
export type QueueChange = z.infer<typeof queueChange>

const ofCase = z.object({ caseId: id })

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
  queue: call({
    method: 'GET',
    path: '/api/admin/queue',
    says: 'Open cases in the order they should be taken',
    who: 'moderator',
    query: z.object({ lane: lane.optional(), limit: limit(100), cursor }),
    answer: z.object({ items: z.array(queuedCase), nextCursor: z.string().nullable() }),
  }),
  claimCase: call({
    method: 'POST',
    path: '/api/admin/queue/:caseId/claim',
    says: 'Takes a case for a while; 409 while it is another’s',
    who: 'moderator',
    params: ofCase,
    answer: z.object({ claimedUntil: instant }),
  }),
  releaseCase: call({
    method: 'POST',
    path: '/api/admin/queue/:caseId/release',
    says: 'Gives a case back',
    who: 'moderator',
    params: ofCase,
    answer: null,
  }),
  queueEvents: call({
    method: 'GET',
    path: '/api/admin/queue/events',
    says: 'What changes in the queue, as it changes; resumes after Last-Event-ID',
    who: 'moderator',
    answer: queueChange,
    stream: true,
  }),
  caseFile: call({
    method: 'GET',
    path: '/api/admin/cases/:caseId',
    says: 'Everything a moderator should know of a case',
    who: 'moderator',
    params: ofCase,
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
