import { z } from 'zod'
import { call } from './call.ts'
import { toldDecision } from './decisions.ts'
import { reasonsTold } from './reasons.ts'
import { cursor, httpsUrl, id, instant, limit, optionalText, text } from './fields.ts'

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
    why: reasonsTold.nullable(),
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
export const ownDispute = dispute.extend({ decision: toldDecision.nullable() }).meta({ id: 'OwnDispute' })
export type OwnDispute = z.infer<typeof ownDispute>

export const flagAndDisputeCalls = {
  flagReview: call({
    method: 'POST',
    path: '/api/reviews/:id/flag',
    says: 'Reports a review to the moderators; 409 when reported before',
    who: 'signed-in',
    params: z.object({ id }),
    body: flagReviewBody,
    answer: flag,
    status: 201,
    idempotent: true,
    limit: 'write',
  }),
  flagsRaised: call({
    method: 'GET',
    path: '/api/flags/mine',
    says: 'What the signed-in account has reported, newest first, and what became of it',
    who: 'signed-in',
    query: z.object({ limit: limit(200), cursor }),
    answer: z.array(flagRaised),
    paged: true,
  }),
  openDispute: call({
    method: 'POST',
    path: '/api/reviews/:id/dispute',
    says: 'Disputes a review of one’s own business; 409 when disputed before',
    who: 'business',
    params: z.object({ id }),
    body: openDisputeBody,
    answer: dispute,
    status: 201,
    idempotent: true,
    limit: 'write',
  }),
  disputes: call({
    method: 'GET',
    path: '/api/disputes',
    says: 'The disputes this business opened, newest first, and why they ended as they did',
    who: 'business',
    answer: z.array(ownDispute),
  }),
}
