import { z } from 'zod'
import { type DisputeReason, disputeReasons } from '../../../domain/kernel/vocabulary.ts'
import {
  disputeParties,
  type DisputeParty,
  type DisputeStatus,
  disputeStatuses,
  type FlagReason,
  flagReasons,
  type FlagStatus,
  flagStatuses,
  maxEvidenceUrls,
  maxStatements,
  statementObstacles,
  textLengths,
} from '../../../domain/reviews/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, dayOnlyInstant, httpsUrl, id, instant, optionalText, pageLimit, text } from '../fields.ts'
import { decisionReasons, ownDecision } from '../moderation/decisions.ts'

export const flagReason = z.enum(flagReasons, { error: 'Motivo richiesto' })
export const flagStatus = z.enum(flagStatuses)
export const disputeReason = z.enum(disputeReasons, { error: 'Motivo richiesto' })
export const disputeStatus = z.enum(disputeStatuses)
export type { DisputeReason, DisputeStatus, FlagReason, FlagStatus }

export const flagReviewBody = z.strictObject({ reason: flagReason, note: optionalText(textLengths.flagNote.max) })

/** @rule V-48 @rule V-49 */
export const openDisputeBody = z.strictObject({
  reason: disputeReason,
  message: text(textLengths.disputeMessage.min, textLengths.disputeMessage.max),
  evidenceUrls: z.array(httpsUrl).max(maxEvidenceUrls).optional(),
})

export const flag = z
  .object({
    id,
    reviewId: id,
    reason: flagReason,
    note: z.string().nullable(),
    status: flagStatus,
    createdAt: instant,
  })
  .meta({ id: 'Flag' })

/** A flag as its reporter reads it: with the outcome, without the moderator. */
export const ownFlag = flag
  .extend({
    decidedAt: instant.nullable(),
    targetName: z.string().nullable(),
    rating: z.int(),
    why: decisionReasons.nullable(),
  })
  .meta({ id: 'OwnFlag' })
export type OwnFlag = z.infer<typeof ownFlag>

/** A dispute as the business reads it, without the moderator and the internal notes. @rule E-07 */
export const dispute = z
  .object({
    id,
    reviewId: id,
    status: disputeStatus,
    reason: disputeReason,
    message: z.string(),
    evidenceUrls: z.array(z.string()),
    resolution: z.string().nullable(),
    /** End of the last working day that the moderators have, in Italy. @rule B-47 */
    dueAt: instant,
    createdAt: instant,
    updatedAt: instant,
    resolvedAt: instant.nullable(),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof dispute>

/** Moderators have yet to decide the dispute, by `dueAt`. */
const undecided = z.boolean()

export const ownDispute = dispute
  .extend({
    undecided,
    /** The case replay of its review. */
    caseId: id,
    /** With the statement of reasons; null while undecided. */
    decision: ownDecision.nullable(),
  })
  .meta({ id: 'OwnDispute' })
export type OwnDispute = z.infer<typeof ownDispute>

export const flagAndDisputeEndpoints = {
  flagReview: endpoint({
    method: 'POST',
    path: '/api/reviews/:id/flag',
    summary: 'Flags a review for the moderators; 409 if the caller has flagged it before',
    access: 'signed-in',
    params: z.object({ id }),
    body: flagReviewBody,
    response: flag,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  ownFlags: endpoint({
    method: 'GET',
    path: '/api/flags/mine',
    summary: 'Lists the caller’s flags with their outcomes, newest first',
    access: 'signed-in',
    query: z.object({ limit: pageLimit(200), cursor }),
    response: z.array(ownFlag),
    paginated: true,
  }),
  openDispute: endpoint({
    method: 'POST',
    path: '/api/reviews/:id/dispute',
    summary: 'Disputes a review of the caller’s business; 409 if it has been disputed before',
    access: 'business',
    params: z.object({ id }),
    body: openDisputeBody,
    response: dispute,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  disputes: endpoint({
    method: 'GET',
    path: '/api/disputes',
    summary: 'Lists the caller’s disputes with their decisions, newest first',
    access: 'business',
    response: z.array(ownDispute),
  }),
}

const party = z.enum(disputeParties)
export type { DisputeParty }

export const statement = z.object({ id, party, message: z.string(), filedAt: dayOnlyInstant }).meta({ id: 'Statement' })
export type Statement = z.infer<typeof statement>

/** A dispute as one of its parties reads it. Neither learns the other's account; only the business sees its evidence. */
export const disputeThread = dispute
  .extend({
    /** The viewer's party. */
    side: party,
    undecided,
    statements: z.array(statement).max(2 * maxStatements),
    /** The viewer may file a statement now. */
    maySpeak: z.boolean(),
    /** Why the viewer may not file a statement now; null if `maySpeak`. */
    statementObstacle: z.enum(statementObstacles).nullable().optional(),
  })
  .meta({ id: 'DisputeThread' })
export type DisputeThread = z.infer<typeof disputeThread>

export const statementBody = z.strictObject({
  message: text(textLengths.disputeStatement.min, textLengths.disputeStatement.max, 'Scrivi la dichiarazione'),
})

const disputeParams = z.object({ id })

export const disputeThreadEndpoints = {
  disputeThread: endpoint({
    method: 'GET',
    path: '/api/disputes/:id',
    summary: 'Returns a dispute as its business or the author of the review reads it; 404 for anyone else',
    access: 'signed-in',
    params: disputeParams,
    response: disputeThread,
  }),
  fileStatement: endpoint({
    method: 'POST',
    path: '/api/disputes/:id/statements',
    summary:
      'Files a statement for the moderators and the other party; the parties take turns, with at most three statements each',
    access: 'signed-in',
    params: disputeParams,
    body: statementBody,
    response: disputeThread,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
}
