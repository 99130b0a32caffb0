import { z } from 'zod'
import { call } from '../call.ts'
import { cursor, dayOnlyInstant, httpsUrl, id, instant, optionalText, pageLimit, text } from '../fields.ts'
import { decisionReasons, ownDecision } from '../moderation/decisions.ts'

export const flagReasons = ['SPAM', 'INAPPROPRIATE', 'FAKE', 'OFFENSIVE', 'OTHER'] as const
export const flagReason = z.enum(flagReasons, { error: 'Motivo richiesto' })
export const flagStatus = z.enum(['PENDING', 'REVIEWED', 'DISMISSED', 'UPHELD'])
export const disputeReasons = ['INCORRECT_INFO', 'UNFAIR_RATING', 'POLICY_VIOLATION', 'OTHER'] as const
export const disputeReason = z.enum(disputeReasons, { error: 'Motivo richiesto' })
export const disputeStatus = z.enum(['OPEN', 'UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED', 'CLOSED'])

export type FlagReason = z.infer<typeof flagReason>
export type FlagStatus = z.infer<typeof flagStatus>
export type DisputeReason = z.infer<typeof disputeReason>
export type DisputeStatus = z.infer<typeof disputeStatus>

export const flagReviewBody = z.strictObject({ reason: flagReason, note: optionalText(1000) })

/** V-48, V-49 */
export const openDisputeBody = z.strictObject({
  reason: disputeReason,
  message: text(20, 2000),
  evidenceUrls: z.array(httpsUrl).max(5).optional(),
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
export type Flag = z.infer<typeof flag>

/** As the reporter reads it: what became of it, and never who decided. */
export const flagRaised = flag
  .extend({
    decidedAt: instant.nullable(),
    targetName: z.string().nullable(),
    rating: z.int(),
    why: decisionReasons.nullable(),
  })
  .meta({ id: 'FlagRaised' })
export type FlagRaised = z.infer<typeof flagRaised>

/** E-07 as the business reads it: who judged and the inner notes stay inside. */
export const dispute = z
  .object({
    id,
    reviewId: id,
    status: disputeStatus,
    reason: disputeReason,
    message: z.string(),
    evidenceUrls: z.array(z.string()),
    resolution: z.string().nullable(),
    /** End of the fifth Italian working day (B-47). */
    dueAt: instant,
    createdAt: instant,
    updatedAt: instant,
    resolvedAt: instant.nullable(),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof dispute>

/** With the statement of reasons of the decision on it; null while there is none. */
export const ownDispute = dispute.extend({ decision: ownDecision.nullable() }).meta({ id: 'OwnDispute' })
export type OwnDispute = z.infer<typeof ownDispute>

export const flagAndDisputeCalls = {
  flagReview: call({
    method: 'POST',
    path: '/api/reviews/:id/flag',
    summary: 'Reports a review to the moderators; 409 when reported before',
    access: 'signed-in',
    params: z.object({ id }),
    body: flagReviewBody,
    response: flag,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  flagsRaised: call({
    method: 'GET',
    path: '/api/flags/mine',
    summary: 'What the signed-in account has reported, newest first, and what became of it',
    access: 'signed-in',
    query: z.object({ limit: pageLimit(200), cursor }),
    response: z.array(flagRaised),
    paginated: true,
  }),
  openDispute: call({
    method: 'POST',
    path: '/api/reviews/:id/dispute',
    summary: 'Disputes a review of one’s own business; 409 when disputed before',
    access: 'business',
    params: z.object({ id }),
    body: openDisputeBody,
    response: dispute,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  disputes: call({
    method: 'GET',
    path: '/api/disputes',
    summary: 'The disputes this business opened, newest first, and why they ended as they did',
    access: 'business',
    response: z.array(ownDispute),
  }),
}

export const party = z.enum(['business', 'author'])
export type Party = z.infer<typeof party>

/** A side. */
export const maxStatements = 3

export const statement = z.object({ id, party, message: z.string(), filedAt: dayOnlyInstant }).meta({ id: 'Statement' })
export type Statement = z.infer<typeof statement>

/** A dispute as one of its two sides reads it: neither learns who spoke for the other; its evidence is the business's. */
export const disputeThread = dispute
  .extend({
    /** The reader's side. */
    side: party,
    statements: z.array(statement).max(2 * maxStatements),
    /** It is the reader's turn to speak. */
    maySpeak: z.boolean(),
  })
  .meta({ id: 'Hearing' })
export type DisputeThread = z.infer<typeof disputeThread>

export const statementBody = z.strictObject({ message: text(20, 2000, 'Scrivi la dichiarazione') })

const disputeParams = z.object({ id })

export const disputeThreadCalls = {
  disputeThread: call({
    method: 'GET',
    path: '/api/disputes/:id',
    summary: 'A dispute as the business that opened it, or the author of the review, reads it; 404 for anybody else',
    access: 'signed-in',
    params: disputeParams,
    response: disputeThread,
  }),
  fileStatement: call({
    method: 'POST',
    path: '/api/disputes/:id/statements',
    summary: 'Says something more to the moderators and the other side, in turn, three times a side at most',
    access: 'signed-in',
    params: disputeParams,
    body: statementBody,
    response: disputeThread,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
}
