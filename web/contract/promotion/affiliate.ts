import { z } from 'zod'
import { call } from '../call.ts'
import { day, id, instant, optionalText, text } from '../fields.ts'

/** C-31 */
export const affiliateDefaults = { commissionRate: 5, commissionType: 'percentage', cookieDuration: 30 } as const
/** As a link carries it; whose it is, the server knows. */
export const referralCode = z.string().regex(/^[\w-]{1,40}$/, 'Codice non valido')
const rateOutOfRange = 'La commissione va da 0 a 100'

/** Percent with at most two decimals. */
const commissionRate = z
  .number({ error: rateOutOfRange })
  .min(0, rateOutOfRange)
  .max(100, rateOutOfRange)
  .refine((rate) => Number.isInteger(Math.round(rate * 1e6) / 1e4), 'Usa al massimo due decimali')

/** V-82 */
export const createProgrammeBody = z.strictObject({
  programName: text(1, 80, 'Il nome del programma è obbligatorio'),
  commissionRate,
  description: optionalText(500),
  commissionType: z.literal(affiliateDefaults.commissionType).optional(),
  cookieDuration: z.literal(affiliateDefaults.cookieDuration).optional(),
})

/** E-20 */
export const programme = z
  .object({
    id,
    programName: z.string(),
    description: z.string().nullable(),
    commissionRate: z.number(),
    commissionType: z.literal(affiliateDefaults.commissionType),
    /** In days. */
    cookieDuration: z.int(),
    /** It is the latest, by which conversions of today go. */
    isActive: z.boolean(),
  })
  .meta({ id: 'AffiliateProgramme' })
export type Programme = z.infer<typeof programme>

/** E-21; money in euro. */
export const referral = z
  .object({
    id,
    referralCode: z.string(),
    clicks: z.int(),
    conversions: z.int(),
    commissionEarned: z.number(),
    /** `converted` or `pending` today (S-21). */
    status: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Referral' })
export type Referral = z.infer<typeof referral>

/** E-36; money in euro, the rate in percent. */
export const affiliateStats = z.object({
  totalClicks: z.int(),
  totalConversions: z.int(),
  conversionRate: z.number(),
  totalCommissionEarned: z.number(),
  pendingCommission: z.number(),
  monthlyEarnings: z.number(),
  activeReferrals: z.int(),
})

/** Recorded, not paid; of the guest it says nothing. */
export const commission = z
  .object({
    id,
    referralCode: z.string(),
    commissionRate: z.number(),
    /** Euro. */
    amount: z.number(),
    /** Until the stay is over; then earned, or voided when it was cancelled. */
    status: z.enum(['pending', 'earned', 'voided']),
    date: day,
  })
  .meta({ id: 'Commission' })
export type Commission = z.infer<typeof commission>

export const affiliateCalls = {
  programmes: call({
    method: 'GET',
    path: '/api/affiliate/programs',
    summary: 'One’s own affiliate programmes, the latest first',
    access: 'signed-in',
    response: z.array(programme),
  }),
  createProgramme: call({
    method: 'POST',
    path: '/api/affiliate/programs',
    summary: 'Creates an affiliate programme; the first brings the referral code',
    access: 'signed-in',
    body: createProgrammeBody,
    response: programme,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  affiliateStats: call({
    method: 'GET',
    path: '/api/affiliate/stats',
    summary: 'What one’s referral code has brought',
    access: 'signed-in',
    response: affiliateStats,
  }),
  referrals: call({
    method: 'GET',
    path: '/api/affiliate/referrals',
    summary: 'One’s own referral code with its clicks and conversions',
    access: 'signed-in',
    response: z.array(referral),
  }),
  commissions: call({
    method: 'GET',
    path: '/api/affiliate/commissions',
    summary: 'One’s own commissions, the latest first; with `format=csv` as a file',
    access: 'signed-in',
    query: z.object({
      format: z.enum(['json', 'csv']).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    response: z.array(commission),
    rateLimit: 'search',
  }),
}

/** The link one shares. */
export const referralLink = (origin: string, code: string) => `${origin}/register?ref=${encodeURIComponent(code)}`
/** Where the commissions lie as a file. */
export const commissionsCsvUrl = `${affiliateCalls.commissions.path}?format=csv`
