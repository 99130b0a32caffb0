import { z } from 'zod'
import { call } from '../call.ts'
import { cursor, id, instant, optionalText, pageLimit, text } from '../fields.ts'
import { flag } from '../reviews/flags-and-disputes.ts'

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

export const sanctionAppealStatus = z.enum(['NONE', 'PENDING', 'UNDER_REVIEW', 'APPROVED', 'REJECTED'])

export type SanctionReason = z.infer<typeof sanctionReason>

export type Severity = z.infer<typeof severity>

const sanctionAppealOutcome = z.enum(['APPROVED', 'REJECTED'])

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
    appealStatus: sanctionAppealStatus,
    appealReason: z.string().nullable(),
    appealedAt: instant.nullable(),
    appealReviewedAt: instant.nullable(),
    appealDecision: sanctionAppealOutcome.nullable(),
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

const appealText = (missing: string) => text(1, 1000, missing).min(10, 'Deve avere almeno 10 caratteri')

const sanctionParams = z.object({ id })

export const imposeSanctionBody = z.strictObject({
  userId: id,
  reason: sanctionReason,
  severity: severity.default('MEDIUM'),
  description: optionalText(2000),
})

export const appealSanctionBody = z.strictObject({ appealReason: appealText('Spiega perché la sanzione è sbagliata') })

/** Under review, or decided with a reason. */
export const decideSanctionAppealBody = z
  .strictObject({
    status: z.literal('UNDER_REVIEW').optional(),
    decision: sanctionAppealOutcome.optional(),
    reason: appealText('Spiega la decisione').optional(),
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

export const sanctionCalls = {
  findAccounts: call({
    method: 'POST',
    path: '/api/admin/accounts/find',
    summary: 'Up to ten accounts: businesses whose name begins with the words given, or whoever has that very address',
    access: 'moderator',
    body: findAccountsBody,
    response: z.array(
      z.object({ id, kind: z.enum(['business', 'client']), name: z.string(), place: z.string().nullable() }),
    ),
    rateLimit: 'search',
  }),
  sanctions: call({
    method: 'GET',
    path: '/api/admin/sanctions',
    summary: 'Sanctions, the latest first',
    access: 'moderator',
    query: z.object({ userId: id.optional(), active: z.literal('true').optional(), limit: pageLimit(200), cursor }),
    response: z.array(sanction),
    paginated: true,
  }),
  imposeSanction: call({
    method: 'POST',
    path: '/api/admin/sanctions',
    summary: 'Sanctions an account; 409 beside an active record',
    access: 'moderator',
    body: imposeSanctionBody,
    response: sanction,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
  }),
  liftSanction: call({
    method: 'PATCH',
    path: '/api/admin/sanctions/:id',
    summary: 'Lifts a sanction: its strike leaves the count',
    access: 'moderator',
    params: sanctionParams,
    body: z.strictObject({ isActive: z.literal(false), reason: text(1, 1000, 'Spiega perché') }),
    response: sanction,
    rateLimit: 'write',
  }),
  decideSanctionAppeal: call({
    method: 'PATCH',
    /** By the sanction's id (points settled 10). */
    path: '/api/admin/appeals/:id',
    summary: 'Takes the appeal of a sanction under review, or decides it; never by who sanctioned',
    access: 'moderator',
    params: sanctionParams,
    body: decideSanctionAppealBody,
    response: sanction,
    rateLimit: 'write',
  }),
  ownSanctions: call({
    method: 'GET',
    path: '/api/sanctions/mine',
    summary: 'One’s own sanctions, the latest first; for the suspended too',
    access: 'signed-in',
    response: z.array(ownSanction),
    allowedWhileSuspended: true,
  }),
  appealSanction: call({
    method: 'POST',
    path: '/api/sanctions/:id/appeal',
    summary: 'Appeals one’s own sanction, once; for the suspended too',
    access: 'signed-in',
    params: sanctionParams,
    body: appealSanctionBody,
    response: ownSanction,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
    allowedWhileSuspended: true,
  }),
}

/** How somebody flags: what a case about their many dismissed flags is about. */
export const flagHistory = z
  .object({
    accountId: id,
    accountName: z.string().nullable(),
    dismissed: z.int(),
    upheld: z.int(),
    /** The latest they raised. */
    flags: z.array(flag.extend({ targetName: z.string().nullable(), decidedAt: instant.nullable() })),
  })
  .meta({ id: 'Flagging' })

export type FlagHistory = z.infer<typeof flagHistory>

export const judgeFlaggingBody = z.strictObject({
  outcome: z.enum(['in-order', 'abusive']),
  facts: text(1, 2000, 'Spiega la decisione'),
})

export const flagAbuseCalls = {
  judgeFlagging: call({
    method: 'PATCH',
    path: '/api/admin/cases/:caseId/flagging',
    summary:
      'Decides on many dismissed flags of one reporter: in order, or abuse, which warns them; never by whose reviews they flagged',
    access: 'moderator',
    params: z.object({ caseId: id }),
    body: judgeFlaggingBody,
    response: null,
    rateLimit: 'write',
  }),
}

export const sanctions = { ...sanctionCalls, ...flagAbuseCalls }
