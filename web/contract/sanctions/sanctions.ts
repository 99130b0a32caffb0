import { z } from 'zod'
import { ruleParameters } from '../rule-parameters.ts'
export {
  sanctionReasons,
  severities,
  type SanctionReason,
  type Severity,
} from '../../../domain/sanctions/vocabulary.ts'
import {
  flagAbuseOutcomes,
  sanctionActions,
  sanctionAppealOutcomes,
  sanctionAppealObstacles,
  sanctionAppealStatuses,
  sanctionReasons,
  sanctionTriggers,
  severities,
  type Severity,
  userTypes,
} from '../../../domain/sanctions/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, id, instant, optionalText, pageLimit, text } from '../fields.ts'
import { automation, ground, remedy } from '../moderation/decisions.ts'
import { flag } from '../reviews/flags-and-disputes.ts'

export type { SanctionAppealOutcome } from '../../../domain/sanctions/vocabulary.ts'

/** @rule V-56 */
const sanctionReason = z.enum(sanctionReasons)

/** @rule V-57 */
const severity = z.enum(severities)

/** @rule S-15 */
const sanctionAppealStatus = z.enum(sanctionAppealStatuses)

const sanctionAppealOutcome = z.enum(sanctionAppealOutcomes)

/** A sanction as the sanctioned account sees it, without the moderators. @rule E-19 */
export const ownSanction = z
  .object({
    id,
    reason: sanctionReason,
    severity,
    /** What a moderator has proposed and a second one has not answered yet. @rule Q-128 */
    proposed: z.literal('PERMANENT').nullable(),
    description: z.string().nullable(),
    isActive: z.boolean(),
    /** Null if permanent. */
    expiresAt: instant.nullable(),
    createdAt: instant,
    deactivatedAt: instant.nullable(),
    /** Lifted by a moderator, on appeal or with the decision behind it; its strike no longer counts. */
    lifted: z.boolean(),
    liftedReason: z.string().nullable(),
    autoDetected: z.boolean(),
    violationCount: z.int(),
    facts: z.string(),
    ground,
    rulesVersion: z.int(),
    automation,
    redress: z.array(remedy),
    appealableUntil: instant.nullable(),
    appealStatus: sanctionAppealStatus,
    /** Why the account cannot appeal; null if it can. */
    appealObstacle: z.enum(sanctionAppealObstacles).nullable(),
    appealReason: z.string().nullable(),
    appealedAt: instant.nullable(),
    appealReviewedAt: instant.nullable(),
    appealDecision: sanctionAppealOutcome.nullable(),
    appealDecisionReason: z.string().nullable(),
  })
  .meta({ id: 'OwnSanction' })

export type OwnSanction = z.infer<typeof ownSanction>

/** A sanction as moderators see it. @rule E-19 */
export const sanction = ownSanction
  .extend({
    userId: id,
    userType: z.enum(userTypes),
    userName: z.string().nullable(),
    createdBy: id.nullable(),
    /** The second moderator who consented to a permanent suspension. */
    consentedBy: id.nullable(),
    deactivatedBy: id.nullable(),
    triggerType: z.enum(sanctionTriggers),
    /** The evidence as stored. */
    triggerData: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    /** Dismissed notices that led to the sanction: disputes within `windowDays`, or the latest flags. */
    dismissedNotices: z.object({ dismissed: z.int(), decided: z.int(), windowDays: z.int().nullable() }).nullable(),
    triggerCount: z.int(),
    appealReviewedBy: id.nullable(),
    appealCount: z.int(),
    lastViolationAt: instant,
    /** @rule Q-55 IP address and user agent are not stored */
    ipAddress: z.null(),
    userAgent: z.null(),
    metadata: z.object({ ladderVersion: z.int() }),
    /** What the caller may do; another moderator's claim on the appeal's case still prevents a decision. */
    actions: z.array(z.enum(sanctionActions)),
  })
  .meta({ id: 'Sanction' })

export type Sanction = z.infer<typeof sanction>

const { sanctionAppealMinLength: min, sanctionAppealMaxLength: max } = ruleParameters
const appealText = (missing: string) => text(1, max, missing).min(min, `Deve avere almeno ${min} caratteri`)

const sanctionParams = z.object({ id })

/** Of a sanction imposed without a severity. */
export const defaultSeverity: Severity = 'MEDIUM'

export const imposeSanctionBody = z.strictObject({
  userId: id,
  reason: sanctionReason,
  severity: severity.default(defaultSeverity),
  description: optionalText(ruleParameters.sanctionDescriptionMaxLength),
})

export const appealSanctionBody = z.strictObject({ appealReason: appealText('Spiega perché la sanzione è sbagliata') })

/** Either `status`, or `decision` with a `reason`. */
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

/** Prefix of a business name, or a complete e-mail address. Sent in the body, because URLs must not contain e-mail addresses. */
export const findAccountsBody = z.strictObject({ query: text(2, 254, 'Scrivi un nome o un indirizzo email') })

const sanctionEndpoints = {
  findAccounts: endpoint({
    method: 'POST',
    path: '/api/admin/accounts/find',
    summary:
      'Finds up to ten accounts: businesses by any words of their names, or the account with that e-mail address',
    access: 'moderator',
    body: findAccountsBody,
    response: z.array(
      z.object({ id, kind: z.enum(['business', 'client']), name: z.string(), place: z.string().nullable() }),
    ),
    rateLimit: 'search',
    recorded: { what: 'staff-read', why: 'accounts' },
  }),
  sanctions: endpoint({
    method: 'GET',
    path: '/api/admin/sanctions',
    summary: 'Lists sanctions, newest first',
    access: 'moderator',
    query: z.object({ userId: id.optional(), active: z.literal('true').optional(), limit: pageLimit(200), cursor }),
    response: z.array(sanction),
    paginated: true,
    recorded: { what: 'staff-read', why: 'sanctions' },
  }),
  imposeSanction: endpoint({
    method: 'POST',
    path: '/api/admin/sanctions',
    summary: 'Sanctions an account; 409 if it has an active sanction',
    access: 'moderator',
    body: imposeSanctionBody,
    response: sanction,
    status: 201,
    rateLimit: 'write',
    idempotent: true,
    recorded: { what: 'moderation', why: 'sanctions' },
  }),
  consentToSanction: endpoint({
    method: 'POST',
    path: '/api/admin/sanctions/:id/consent',
    summary: 'Consents to a proposed permanent suspension, which keeps its id; 403 for the proposer',
    access: 'moderator',
    params: sanctionParams,
    response: sanction,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'sanctions' },
  }),
  refuseSanction: endpoint({
    method: 'POST',
    path: '/api/admin/sanctions/:id/refuse',
    summary: 'Refuses a proposed permanent suspension, which then ends after 7 days; 403 for the proposer',
    access: 'moderator',
    params: sanctionParams,
    response: sanction,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'sanctions' },
  }),
  liftSanction: endpoint({
    method: 'PATCH',
    path: '/api/admin/sanctions/:id',
    summary: 'Lifts a sanction; its strike no longer counts',
    access: 'moderator',
    params: sanctionParams,
    body: z.strictObject({ isActive: z.literal(false), reason: text(1, 1000, 'Spiega perché') }),
    response: sanction,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'sanctions' },
  }),
  decideSanctionAppeal: endpoint({
    method: 'PATCH',
    /** The id is the sanction's. @rule D-10 */
    path: '/api/admin/appeals/:id',
    summary:
      'Marks the appeal against a sanction as under review or decides it; 403 for moderators who imposed it or took the decision behind it',
    access: 'moderator',
    params: sanctionParams,
    body: decideSanctionAppealBody,
    response: sanction,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'appeal' },
  }),
  ownSanctions: endpoint({
    method: 'GET',
    path: '/api/sanctions/mine',
    summary: 'Lists the caller’s sanctions, newest first; also for suspended accounts',
    access: 'signed-in',
    response: z.array(ownSanction),
    allowedWhileSuspended: true,
  }),
  appealSanction: endpoint({
    method: 'POST',
    path: '/api/sanctions/:id/appeal',
    summary: 'Appeals against one of the caller’s sanctions, once; also for suspended accounts',
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

/** The record of the reporter whom a flag abuse case concerns. */
export const flagAbuse = z
  .object({
    accountId: id,
    accountName: z.string().nullable(),
    dismissed: z.int(),
    upheld: z.int(),
    /** The latest flags. */
    flags: z.array(flag.extend({ targetName: z.string().nullable(), decidedAt: instant.nullable() })),
    /** How the caller may decide it; empty for parties and once it is decided. */
    allowedOutcomes: z.array(z.enum(flagAbuseOutcomes)),
  })
  .meta({ id: 'FlagAbuse' })

export type FlagAbuse = z.infer<typeof flagAbuse>

export const decideFlagAbuseBody = z.strictObject({
  outcome: z.enum(flagAbuseOutcomes),
  facts: text(1, ruleParameters.factsMaxLength, 'Spiega la decisione'),
})

const flagAbuseEndpoints = {
  decideFlagAbuse: endpoint({
    method: 'PATCH',
    path: '/api/admin/cases/:caseId/flagging',
    summary:
      'Decides whether a reporter’s dismissed flags are abusive, which results in a warning; 403 for the reporter and the authors of wrongly flagged reviews',
    access: 'moderator',
    params: z.object({ caseId: id }),
    body: decideFlagAbuseBody,
    response: null,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'case-file' },
  }),
}

export const sanctions = { ...sanctionEndpoints, ...flagAbuseEndpoints }
