import { z } from 'zod'
import { call } from '../call.ts'
import { cursor, id, instant, optionalText, pageLimit, text } from '../fields.ts'
import { dispute, flag, flagStatus, statement } from '../reviews/flags-and-disputes.ts'
import { disputeStatusOfReview, moderationStatus, reasonCode, targetType, visibility } from '../reviews/reviews.ts'
import { flagHistory } from '../sanctions/sanctions.ts'
import { ground, maxFactsLength, reasonFields } from './decisions.ts'

export const caseKind = z.enum(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
/** Points settled 9. */
export const lanes = ['flags', 'disputes', 'appeals', 'held', 'overdue'] as const
export const lane = z.enum(lanes)
export type CaseKind = z.infer<typeof caseKind>
export type Lane = z.infer<typeof lane>

/** Why a case is where it is in the queue: `priority` is the sum. */
export const priorityPart = z
  .object({ part: z.enum(['kind', 'held', 'flags', 'reporters', 'deadline']), points: z.int() })
  .meta({ id: 'PriorityPart' })
export type PriorityPart = z.infer<typeof priorityPart>

export const queuedCase = z
  .object({
    caseId: id,
    kind: caseKind,
    targetId: id,
    priority: z.int(),
    why: z.array(priorityPart),
    dueAt: instant,
    overdue: z.boolean(),
    /** Null when nobody's claim is live. */
    claimedBy: id.nullable(),
    /** Whom other moderators know that moderator as. */
    claimedByName: z.string().nullable(),
    claimedUntil: instant.nullable(),
    openedAt: instant,
    /** How many other open cases there are of the same target: one matter with this one. */
    others: z.int(),
    summary: z.string(),
  })
  .meta({ id: 'QueuedCase' })
export type QueuedCase = z.infer<typeof queuedCase>

/** How many open cases each lane holds. */
export const laneCounts = z.object({
  flags: z.int(),
  disputes: z.int(),
  appeals: z.int(),
  held: z.int(),
  overdue: z.int(),
}) satisfies z.ZodType<Readonly<Record<Lane, number>>>

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

const caseParams = z.object({ caseId: id })

export const queueCalls = {
  queue: call({
    method: 'GET',
    path: '/api/admin/queue',
    summary: 'Open cases in the order they should be taken',
    access: 'moderator',
    query: z.object({ lane: lane.optional(), limit: pageLimit(100), cursor }),
    response: z.object({ items: z.array(queuedCase), nextCursor: z.string().nullable(), counts: laneCounts }),
  }),
  nextCase: call({
    method: 'POST',
    path: '/api/admin/queue/next',
    summary: 'Takes the best case nobody has, of one lane or of all; 404 when none waits',
    access: 'moderator',
    body: z.strictObject({ lane: lane.nullish() }),
    response: z.object({ caseId: id, claimedUntil: instant }),
    idempotent: true,
  }),
  claimCase: call({
    method: 'POST',
    path: '/api/admin/queue/:caseId/claim',
    summary: 'Takes a case for a while; 409 while it is another’s',
    access: 'moderator',
    params: caseParams,
    response: z.object({ claimedUntil: instant }),
  }),
  releaseCase: call({
    method: 'POST',
    path: '/api/admin/queue/:caseId/release',
    summary: 'Gives a case back',
    access: 'moderator',
    params: caseParams,
    response: null,
  }),
  queueEvents: call({
    method: 'GET',
    path: '/api/admin/queue/events',
    summary: 'What changes in the queue, as it changes; resumes after Last-Event-ID',
    access: 'moderator',
    response: queueChange,
    stream: true,
  }),
}

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
export const sanctionSummary = z.object({
  id,
  severity: z.enum(['LOW', 'MEDIUM', 'HIGH', 'PERMANENT']),
  active: z.boolean(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})

export const appealedSanction = sanctionSummary.omit({ active: true }).extend({
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
    sanction: appealedSanction.nullable(),
    /** What a case about a reporter is about; then there is no review. */
    flagging: flagHistory.nullable(),
    /** Whom the decision falls on. */
    author: z.object({
      name: z.string().nullable(),
      written: z.int(),
      hidden: z.int(),
      removed: z.int(),
      sanctions: z.array(sanctionSummary),
    }),
    timeline: z.array(
      z.object({ at: instant, what: z.string(), by: z.string().nullable(), byName: z.string().nullable() }),
    ),
  })
  .meta({ id: 'CaseFile' })
export type CaseFile = z.infer<typeof caseFile>

export const caseCalls = {
  moderatedReviews: call({
    method: 'GET',
    path: '/api/admin/reviews',
    summary: 'Reviews as moderators see them, the one touched last first',
    access: 'moderator',
    query: z.object({ status: moderationStatus.optional(), limit: pageLimit(200), cursor }),
    response: z.array(moderatedReview),
    paginated: true,
  }),
  moderateReview: call({
    method: 'PATCH',
    path: '/api/admin/reviews/:id/moderate',
    summary: 'Hides, removes or restores a review',
    access: 'moderator',
    params: z.object({ id }),
    body: z.strictObject({
      moderationStatus: z.enum(['HIDDEN', 'REMOVED', 'ACTIVE']),
      moderatorNotes: optionalText(1000),
      ...reasonFields,
    }),
    response: moderatedReview,
  }),
  removeRating: call({
    method: 'POST',
    path: '/api/admin/ratings/:ratingId/remove',
    summary: 'Strikes out a rating of a client; the business that gave it is told why',
    access: 'moderator',
    params: z.object({ ratingId: id }),
    body: z.strictObject({ ground: ground.exclude(['NO_VIOLATION']), facts: text(1, maxFactsLength) }),
    response: null,
  }),
  caseFile: call({
    method: 'GET',
    path: '/api/admin/cases/:caseId',
    summary: 'Everything a moderator should know of a case',
    access: 'moderator',
    params: z.object({ caseId: id }),
    response: caseFile,
  }),
  decideFlag: call({
    method: 'PATCH',
    path: '/api/admin/flags/:flagId',
    summary: 'Decides one flag',
    access: 'moderator',
    params: z.object({ flagId: id }),
    body: z.strictObject({ status: flagStatus.exclude(['PENDING']), notes: optionalText(1000), ...reasonFields }),
    response: moderatedFlag,
  }),
  decideDispute: call({
    method: 'PATCH',
    path: '/api/admin/disputes/:disputeId',
    summary: 'Moves a dispute on; 409 where it cannot go',
    access: 'moderator',
    params: z.object({ disputeId: id }),
    body: z.strictObject({
      status: z.enum(['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED', 'CLOSED']),
      moderatorNotes: optionalText(2000),
      resolution: optionalText(2000),
      ...reasonFields,
    }),
    response: moderatedDispute,
  }),
}
