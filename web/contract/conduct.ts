import { z } from 'zod'
import { call } from './call.ts'
import { cursor, id, instant, limit, optionalText, text } from './fields.ts'

/** V-56, V-57, S-15 */
export const sanctionReasons = [
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
] as const
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'PERMANENT'] as const
export const sanctionReason = z.enum(sanctionReasons)
export const severity = z.enum(severities)
export const appealStatus = z.enum(['NONE', 'PENDING', 'UNDER_REVIEW', 'APPROVED', 'REJECTED'])
export type SanctionReason = z.infer<typeof sanctionReason>
export type Severity = z.infer<typeof severity>

const appealOutcome = z.enum(['APPROVED', 'REJECTED'])

/** E-19 as the sanctioned reads it: who imposed it and who judged stays inside. */
export const ownSanction = z
  .object({
    id,
    reason: sanctionReason,
    severity,
    description: z.string().nullable(),
    isActive: z.boolean(),
    /** Null: without end. */
    expiresAt: instant.nullable(),
    createdAt: instant,
    deactivatedAt: instant.nullable(),
    /** Lifted, or its appeal approved: it counts no longer. */
    lifted: z.boolean(),
    liftedReason: z.string().nullable(),
    autoDetected: z.boolean(),
    violationCount: z.int(),
    facts: z.string(),
    ground: z.string(),
    rulesVersion: z.int(),
    automation: z.enum(['none', 'detection', 'decision']),
    redress: z.array(z.enum(['appeal', 'out-of-court', 'court'])),
    appealableUntil: instant.nullable(),
    appealStatus,
    appealReason: z.string().nullable(),
    appealedAt: instant.nullable(),
    appealReviewedAt: instant.nullable(),
    appealDecision: appealOutcome.nullable(),
    appealDecisionReason: z.string().nullable(),
  })
  .meta({ id: 'OwnSanction' })
export type OwnSanction = z.infer<typeof ownSanction>

/** E-19 as moderators read it. */
export const sanction = ownSanction
  .extend({
    userId: id,
    userType: z.enum(['user', 'client']),
    userName: z.string().nullable(),
    createdBy: id.nullable(),
    deactivatedBy: id.nullable(),
    triggerType: z.string(),
    triggerData: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    triggerCount: z.int(),
    appealReviewedBy: id.nullable(),
    appealCount: z.int(),
    lastViolationAt: instant,
    /** Never kept. */
    ipAddress: z.null(),
    userAgent: z.null(),
    metadata: z.object({ ladderVersion: z.int() }),
  })
  .meta({ id: 'Sanction' })
export type Sanction = z.infer<typeof sanction>

const appealWords = (missing: string) => text(1, 1000, missing).min(10, 'Deve avere almeno 10 caratteri')
const ofSanction = z.object({ id })

export const imposeSanctionBody = z.strictObject({
  userId: id,
  reason: sanctionReason,
  severity: severity.default('MEDIUM'),
  description: optionalText(2000),
})
export const appealSanctionBody = z.strictObject({ appealReason: appealWords('Spiega perché la sanzione è sbagliata') })
/** Under review, or decided with a reason. */
export const decideAppealBody = z
  .strictObject({
    status: z.literal('UNDER_REVIEW').optional(),
    decision: appealOutcome.optional(),
    reason: appealWords('Spiega la decisione').optional(),
  })
  .refine(({ status, decision }) => (status === undefined) !== (decision === undefined), {
    path: ['decision'],
    error: 'Indica la decisione',
  })
  .refine(({ decision, reason }) => decision === undefined || reason !== undefined, {
    path: ['reason'],
    error: 'Spiega la decisione',
  })

/** The beginning of a business's name, or anybody's whole address; in the body: an address stands in no URL. */
export const findAccountsBody = z.strictObject({ query: text(2, 254, 'Scrivi un nome o un indirizzo email') })

export const conductCalls = {
  findAccounts: call({
    method: 'POST',
    path: '/api/admin/accounts/find',
    says: 'Up to ten accounts: businesses whose name begins with the words given, or whoever has that very address',
    who: 'moderator',
    body: findAccountsBody,
    answer: z.array(
      z.object({ id, kind: z.enum(['business', 'client']), name: z.string(), place: z.string().nullable() }),
    ),
    limit: 'search',
  }),
  sanctions: call({
    method: 'GET',
    path: '/api/admin/sanctions',
    says: 'Sanctions, the latest first',
    who: 'moderator',
    query: z.object({ userId: id.optional(), active: z.literal('true').optional(), limit: limit(200), cursor }),
    answer: z.array(sanction),
    paged: true,
  }),
  imposeSanction: call({
    method: 'POST',
    path: '/api/admin/sanctions',
    says: 'Sanctions an account; 409 beside an active record',
    who: 'moderator',
    body: imposeSanctionBody,
    answer: sanction,
    status: 201,
    limit: 'write',
    idempotent: true,
  }),
  liftSanction: call({
    method: 'PATCH',
    path: '/api/admin/sanctions/:id',
    says: 'Lifts a sanction: its strike leaves the count',
    who: 'moderator',
    params: ofSanction,
    body: z.strictObject({ isActive: z.literal(false), reason: text(1, 1000, 'Spiega perché') }),
    answer: sanction,
    limit: 'write',
  }),
  decideSanctionAppeal: call({
    method: 'PATCH',
    /** By the sanction's id (points settled 10). */
    path: '/api/admin/appeals/:id',
    says: 'Takes the appeal of a sanction under review, or decides it; never by who sanctioned',
    who: 'moderator',
    params: ofSanction,
    body: decideAppealBody,
    answer: sanction,
    limit: 'write',
  }),
  ownSanctions: call({
    method: 'GET',
    path: '/api/sanctions/mine',
    says: 'One’s own sanctions, the latest first; for the suspended too',
    who: 'signed-in',
    answer: z.array(ownSanction),
    whileSuspended: true,
  }),
  appealSanction: call({
    method: 'POST',
    path: '/api/sanctions/:id/appeal',
    says: 'Appeals one’s own sanction, once; for the suspended too',
    who: 'signed-in',
    params: ofSanction,
    body: appealSanctionBody,
    answer: ownSanction,
    status: 201,
    limit: 'write',
    idempotent: true,
    whileSuspended: true,
  }),
}
