import { z } from 'zod'
import { caseKinds, caseOutcomes, type Lane, lanes, priorityParts } from '../../../domain/moderation/vocabulary.ts'
export { type CaseKind, type Lane, lanes } from '../../../domain/moderation/vocabulary.ts'
import { contestOutcomes, stayTypes } from '../../../domain/ratings/vocabulary.ts'
import { maxDisputeNotesLength } from '../../../domain/kernel/rules.ts'
import { sanctionAppealStatuses, severities, userTypes } from '../../../domain/sanctions/vocabulary.ts'
import {
  flagOutcomes,
  reviewStatusObstacles,
  settableDisputeStatuses,
  settableReviewStatuses,
} from '../../../domain/reviews/vocabulary.ts'
export { decisionByOutcome } from '../../../domain/moderation/vocabulary.ts'
export type { SettableDisputeStatus, SettableReviewStatus } from '../../../domain/reviews/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, day, id, instant, optionalText, pageLimit, text } from '../fields.ts'
import { contestStatus } from '../ratings/contests.ts'
import { dispute, disputeReason, flag, flagStatus, statement } from '../reviews/flags-and-disputes.ts'
import { disputeStatusOfReview, moderationStatus, reasonCode, targetType, visibility } from '../reviews/reviews.ts'
import { flagAbuse } from '../sanctions/sanctions.ts'
import { ground, maxFactsLength, reasonFields } from './decisions.ts'

export const caseKind = z.enum(caseKinds)
/** Lanes are not exclusive: overdue cases also appear in their kind's lane. @rule D-09 */
const lane = z.enum(lanes)

/** An addend of a case's priority. */
export const priorityPart = z.object({ part: z.enum(priorityParts), points: z.int() }).meta({ id: 'PriorityPart' })
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
    /** Null unless a claim is in force. */
    claimedBy: id.nullable(),
    /** Display name of the claiming moderator. */
    claimedByName: z.string().nullable(),
    claimedUntil: instant.nullable(),
    openedAt: instant,
    /** Number of sibling cases. */
    others: z.int(),
    summary: z.string(),
  })
  .meta({ id: 'QueuedCase' })
export type QueuedCase = z.infer<typeof queuedCase>

/** Number of open cases per lane. */
const laneCounts = z.object({
  flags: z.int(),
  disputes: z.int(),
  appeals: z.int(),
  held: z.int(),
  overdue: z.int(),
}) satisfies z.ZodType<Readonly<Record<Lane, number>>>

const queueChange = z.object({
  kind: caseKind,
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

const queueStatistics = z
  .object({
    /** The last thirty Italian days, earliest first; decided without voided cases. */
    days: z.array(z.object({ day, opened: z.int(), decided: z.int() })),
    /** Open cases by the Italian working days since they were opened; the last group has no end. */
    openByAge: z.array(z.object({ from: z.int(), to: z.int().nullable(), cases: z.int() })),
  })
  .meta({ id: 'QueueStatistics' })
export type QueueStatistics = z.infer<typeof queueStatistics>

const caseParams = z.object({ caseId: id })

export const queueEndpoints = {
  queue: endpoint({
    method: 'GET',
    path: '/api/admin/queue',
    summary: 'Lists open cases by priority, then by deadline',
    access: 'moderator',
    query: z.object({ lane: lane.optional(), limit: pageLimit(100), cursor }),
    response: z.object({ items: z.array(queuedCase), nextCursor: z.string().nullable(), counts: laneCounts }),
    recorded: { what: 'staff-read', why: 'queue' },
  }),
  queueStatistics: endpoint({
    method: 'GET',
    path: '/api/admin/queue-statistics',
    summary: 'Returns cases opened and decided by day, and open cases by age in working days',
    access: 'moderator',
    response: queueStatistics,
  }),
  nextCase: endpoint({
    method: 'POST',
    path: '/api/admin/queue/next',
    summary: 'Claims the unclaimed case with the highest priority, in one lane or in all; 404 if there is none',
    access: 'moderator',
    body: z.strictObject({ lane: lane.nullish() }),
    response: z.object({ caseId: id, claimedUntil: instant }),
    idempotent: true,
  }),
  claimCase: endpoint({
    method: 'POST',
    path: '/api/admin/queue/:caseId/claim',
    summary: 'Claims a case for a limited time; 409 while another moderator holds it',
    access: 'moderator',
    params: caseParams,
    response: z.object({ claimedUntil: instant }),
  }),
  releaseCase: endpoint({
    method: 'POST',
    path: '/api/admin/queue/:caseId/release',
    summary: 'Releases a claimed case',
    access: 'moderator',
    params: caseParams,
    response: null,
  }),
  queueEvents: endpoint({
    method: 'GET',
    path: '/api/admin/queue/events',
    summary: 'Streams changes in the queue as server-sent events; resumes after Last-Event-ID',
    access: 'moderator',
    response: queueChange,
    stream: true,
  }),
}

const authorType = z.enum(userTypes)
const settableReviewStatus = z.enum(settableReviewStatuses)
const settableDisputeStatus = z.enum(settableDisputeStatuses)

/** @rule Q-53 only moderators see the reporter */
export const moderatedFlag = flag
  .extend({
    reporterId: id,
    reporterType: authorType,
    reporterName: z.string().nullable(),
    /** How the caller may decide it; another moderator's claim on the case still prevents it. */
    allowedVerdicts: z.array(z.enum(flagOutcomes)),
  })
  .meta({ id: 'ModeratedFlag' })
export type ModeratedFlag = z.infer<typeof moderatedFlag>

export const moderatedDispute = dispute
  .extend({
    businessId: id,
    moderatorId: id.nullable(),
    moderatorNotes: z.string().nullable(),
    /** What the caller may change the status to; another moderator's claim on the case still prevents it. */
    allowedVerdicts: z.array(settableDisputeStatus),
  })
  .meta({ id: 'ModeratedDispute' })
export type ModeratedDispute = z.infer<typeof moderatedDispute>

const contestOutcome = z.enum(contestOutcomes)

/** A contested rating as moderators see it, with both parties. @rule Q-136 */
export const moderatedContest = z
  .object({
    /** The rating, as `decideRatingContest` takes it. */
    id,
    businessId: id,
    businessName: z.string().nullable(),
    clientName: z.string().nullable(),
    status: contestStatus,
    reason: disputeReason,
    message: z.string(),
    /** The answer of the business. */
    answer: z.string().nullable(),
    answeredAt: instant.nullable(),
    moderatorNotes: z.string().nullable(),
    resolution: z.string().nullable(),
    contestedAt: instant,
    closedAt: instant.nullable(),
    rating: z.object({
      overallRating: z.int(),
      punctualityScore: z.int(),
      kindnessScore: z.int(),
      paymentScore: z.int(),
      roomConditionScore: z.int(),
      stayType: z.enum(stayTypes),
      stayDate: day,
      comment: z.string().nullable(),
      /** False once it was withdrawn or removed. */
      exists: z.boolean(),
    }),
    /** How the caller may decide it; another moderator's claim on the case still prevents it. */
    allowedOutcomes: z.array(contestOutcome),
  })
  .meta({ id: 'ModeratedContest' })
export type ModeratedContest = z.infer<typeof moderatedContest>
export type ContestOutcome = z.infer<typeof contestOutcome>

/** A review as moderators see it. @rule E-05 */
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
    /** What the caller may change the status to; another moderator's claim on a case still prevents it. */
    allowedVerdicts: z.array(settableReviewStatus),
    /** Whether the caller is a party, who decides nothing about the review. */
    ownMatter: z.boolean(),
    /** Why the caller cannot change the status; null if they can. */
    statusObstacle: z.enum(reviewStatusObstacles).nullable(),
    createdAt: instant,
    lastActionAt: instant,
    /** Seen position of review and dispute, to be sent as `seenVersion`. */
    version: z.string(),
  })
  .meta({ id: 'ModeratedReview' })
export type ModeratedReview = z.infer<typeof moderatedReview>

const sanctionSummary = z.object({
  id,
  severity: z.enum(severities),
  active: z.boolean(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})

const appealedSanction = sanctionSummary.omit({ active: true }).extend({
  accountId: id,
  accountName: z.string().nullable(),
  facts: z.string(),
  appealStatus: z.enum(sanctionAppealStatuses),
  appealReason: z.string().nullable(),
})

/** Everything about a case: the current review, flags, dispute, the author's record and the timeline. */
export const caseFile = z
  .object({
    ...queuedCase.omit({ summary: true, others: true }).shape,
    /** The sibling cases. */
    others: z.array(z.object({ caseId: id, kind: caseKind, claimedByName: z.string().nullable() })),
    /** Whether the caller is a party, connected with one or a competitor of the venue; the file then has no content. */
    ownMatter: z.boolean(),
    closedAt: instant.nullable(),
    /** The decision about a review under appeal; null for other cases. */
    appealedDecisionId: id.nullable(),
    /** Id for `replayCase`; null if the case cannot be replayed. */
    replayId: id.nullable(),
    outcome: z.enum(caseOutcomes).nullable(),
    /** Null if the case is about a sanction, a contested rating or a reporter. */
    review: moderatedReview.nullable(),
    dispute: moderatedDispute.nullable(),
    /** Statements of both parties to the dispute. */
    statements: z.array(statement),
    /** The contested rating; null for other cases. */
    contest: moderatedContest.nullable(),
    /** The sanction under appeal; null for other cases. */
    sanction: appealedSanction.nullable(),
    /** The reporter's record; null unless the case is about a reporter. */
    flagging: flagAbuse.nullable(),
    /** The account the decision affects: the review's author, the business that rated, the sanctioned account or the reporter. */
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

export const caseEndpoints = {
  moderatedReviews: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    summary: 'Lists reviews with their flags, latest activity first',
    access: 'moderator',
    query: z.object({ status: moderationStatus.optional(), limit: pageLimit(200), cursor }),
    response: z.array(moderatedReview),
    paginated: true,
    recorded: { what: 'staff-read', why: 'reviews' },
  }),
  moderateReview: endpoint({
    method: 'PATCH',
    path: '/api/admin/reviews/:id/moderate',
    summary: 'Hides, removes or restores a review',
    access: 'moderator',
    params: z.object({ id }),
    body: z.strictObject({
      moderationStatus: settableReviewStatus,
      moderatorNotes: optionalText(1000),
      ...reasonFields,
    }),
    response: moderatedReview,
    recorded: { what: 'moderation', why: 'reviews' },
  }),
  removeRating: endpoint({
    method: 'POST',
    path: '/api/admin/ratings/:ratingId/remove',
    summary: 'Removes a rating of a client; the business that gave it is notified of the reasons',
    access: 'moderator',
    params: z.object({ ratingId: id }),
    body: z.strictObject({ ground: ground.exclude(['NO_VIOLATION']), facts: text(1, maxFactsLength) }),
    response: null,
    recorded: { what: 'moderation', why: 'reviews' },
  }),
  decideRatingContest: endpoint({
    method: 'PATCH',
    path: '/api/admin/ratings/:ratingId/contest',
    summary: 'Keeps or strikes a contested rating, with reasons',
    access: 'moderator',
    params: z.object({ ratingId: id }),
    body: z.strictObject({
      outcome: contestOutcome,
      moderatorNotes: optionalText(maxDisputeNotesLength),
      resolution: optionalText(maxDisputeNotesLength),
      /** The ground of a struck rating is that of the contest, unless another is given. */
      reasons: z.strictObject({ facts: text(1, maxFactsLength), ground: ground.optional() }),
    }),
    response: moderatedContest,
    recorded: { what: 'moderation', why: 'case-file' },
  }),
  caseFile: endpoint({
    method: 'GET',
    path: '/api/admin/cases/:caseId',
    summary: 'Returns a case with everything needed to decide it',
    access: 'moderator',
    params: z.object({ caseId: id }),
    response: caseFile,
    recorded: { what: 'staff-read', why: 'case-file' },
  }),
  decideFlag: endpoint({
    method: 'PATCH',
    path: '/api/admin/flags/:flagId',
    summary: 'Decides a flag',
    access: 'moderator',
    params: z.object({ flagId: id }),
    body: z.strictObject({ status: flagStatus.exclude(['PENDING']), notes: optionalText(1000), ...reasonFields }),
    response: moderatedFlag,
    recorded: { what: 'moderation', why: 'case-file' },
  }),
  setDisputeStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/disputes/:disputeId',
    summary: 'Changes the status of a dispute; 409 if the transition is not allowed',
    access: 'moderator',
    params: z.object({ disputeId: id }),
    body: z.strictObject({
      status: settableDisputeStatus,
      moderatorNotes: optionalText(2000),
      resolution: optionalText(2000),
      ...reasonFields,
    }),
    response: moderatedDispute,
    recorded: { what: 'moderation', why: 'case-file' },
  }),
}
