import { z } from 'zod'
import {
  commissionStatuses,
  commissionTypes,
  type ProgrammeDecision,
  programmeDecisions,
  programmeLimits,
  programmeStatuses,
} from '../../../domain/promotion/vocabulary.ts'
import { action } from '../action.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, optionalText, text } from '../fields.ts'

export { programmeDecisions, programmeLimits }
export type { ProgrammeDecision }

/** @rule C-31 defaults of a programme */
export const affiliateDefaults = {
  commissionRate: programmeLimits.commission.default,
  commissionType: commissionTypes[0],
  cookieDuration: programmeLimits.cookieDays,
} as const
/** @rule Q-81 referral code in a link */
export const referralCode = z.string().regex(/^[\w-]{1,40}$/, 'Codice non valido')
const { min, max } = programmeLimits.commission
const rateOutOfRange = `La commissione va da ${min} a ${max}`

/** Percent with at most two decimals. */
const commissionRate = z
  .number({ error: rateOutOfRange })
  .min(min, rateOutOfRange)
  .max(max, rateOutOfRange)
  .refine((rate) => Number.isInteger(Math.round(rate * 1e6) / 1e4), 'Usa al massimo due decimali')

/** @rule V-82 new programme */
export const createProgrammeBody = z.strictObject({
  programName: text(programmeLimits.name.min, programmeLimits.name.max, 'Il nome del programma è obbligatorio'),
  commissionRate,
  description: optionalText(programmeLimits.description.max),
  commissionType: z.enum(commissionTypes).optional(),
  cookieDuration: z.literal(affiliateDefaults.cookieDuration).optional(),
})

/** @rule E-20 programme */
export const programme = z
  .object({
    id,
    programName: z.string(),
    description: z.string().nullable(),
    commissionRate: z.number(),
    commissionType: z.enum(commissionTypes),
    /** In days. */
    cookieDuration: z.int(),
    /** The latest approved programme, which applies to new conversions. */
    isActive: z.boolean(),
    /** `waiting`: nobody can join before an administrator has approved it. @rule Q-133 */
    status: z.enum(programmeStatuses),
    /** For the administrator's decision; null without one. */
    reasons: z.string().nullable(),
  })
  .meta({ id: 'AffiliateProgramme' })
export type Programme = z.infer<typeof programme>

/** A programme that waits for an administrator. @rule Q-133 */
export const waitingProgramme = z
  .object({
    id,
    accountId: id,
    accountName: z.string().nullable(),
    programName: z.string(),
    description: z.string().nullable(),
    commissionRate: z.number(),
    createdAt: instant,
    actions: z.object({ decide: action }),
  })
  .meta({ id: 'WaitingAffiliateProgramme' })
export type WaitingProgramme = z.infer<typeof waitingProgramme>

export const decideProgrammeBody = z.strictObject({
  decision: z.enum(programmeDecisions, { error: 'Scegli se approvare o rifiutare' }),
  reasons: text(programmeLimits.reasons.min, programmeLimits.reasons.max, 'Scrivi le motivazioni'),
})

/** @rule E-21 referral code; money in euro */
export const referral = z
  .object({
    id,
    referralCode: z.string(),
    clicks: z.int(),
    conversions: z.int(),
    commissionEarned: z.number(),
    /** @rule S-21 `converted` or `pending` */
    status: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Referral' })
export type Referral = z.infer<typeof referral>

/** @rule E-36 affiliate statistics; money in euro, rate in percent */
export const affiliateStats = z.object({
  totalClicks: z.int(),
  totalConversions: z.int(),
  conversionRate: z.number(),
  totalCommissionEarned: z.number(),
  pendingCommission: z.number(),
  monthlyEarnings: z.number(),
  activeReferrals: z.int(),
})

/** @rule Q-81 recorded, not paid; without data of the guest */
export const commission = z
  .object({
    id,
    referralCode: z.string(),
    commissionRate: z.number(),
    /** In euro. */
    amount: z.number(),
    status: z.enum(commissionStatuses),
    date: day,
  })
  .meta({ id: 'Commission' })
export type Commission = z.infer<typeof commission>

export const affiliateEndpoints = {
  programmes: endpoint({
    method: 'GET',
    path: '/api/affiliate/programs',
    summary: 'Returns the caller’s affiliate programmes, latest first',
    access: 'signed-in',
    response: z.array(programme),
  }),
  createProgramme: endpoint({
    method: 'POST',
    path: '/api/affiliate/programs',
    summary: 'Creates an affiliate programme; the first one also creates the referral code',
    access: 'signed-in',
    body: createProgrammeBody,
    response: programme,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  waitingProgrammes: endpoint({
    method: 'GET',
    path: '/api/admin/affiliate/programs',
    summary: 'Lists the affiliate programmes that wait for an administrator, oldest first',
    access: 'admin',
    response: z.array(waitingProgramme),
    recorded: { what: 'staff-read', why: 'affiliate' },
  }),
  decideProgramme: endpoint({
    method: 'PATCH',
    path: '/api/admin/affiliate/:accountId/programs/:id',
    summary: 'Approves or refuses an affiliate programme that waits, with reasons; 403 for one’s own',
    access: 'admin',
    params: z.object({ accountId: id, id }),
    body: decideProgrammeBody,
    response: null,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'affiliate' },
  }),
  affiliateStats: endpoint({
    method: 'GET',
    path: '/api/affiliate/stats',
    summary: 'Returns the clicks, registrations and earnings of the caller’s referral code',
    access: 'signed-in',
    response: affiliateStats,
  }),
  referrals: endpoint({
    method: 'GET',
    path: '/api/affiliate/referrals',
    summary: 'Returns the caller’s referral code with its clicks and conversions',
    access: 'signed-in',
    response: z.array(referral),
  }),
  commissions: endpoint({
    method: 'GET',
    path: '/api/affiliate/commissions',
    summary: 'Returns the caller’s commissions, latest first; with `format=csv` as a file',
    access: 'signed-in',
    query: z.object({
      format: z.enum(['json', 'csv']).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    response: z.array(commission),
    rateLimit: 'search',
  }),
}

/** @rule R-108 referral link to share */
export const referralLink = (origin: string, code: string) => `${origin}/register?ref=${encodeURIComponent(code)}`
/** @rule Q-82 URL of the commissions as CSV */
export const commissionsCsvUrl = `${affiliateEndpoints.commissions.path}?format=csv`
