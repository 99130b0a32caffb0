import type { Programme as ProgrammeRow } from '../../../projections/affiliate-programmes.ts'
import type { Commission as CommissionRow } from '../../../projections/commissions.ts'
import type { AffiliateStats, Referral as ReferralRow } from '../../../projections/referrals.ts'
import { affiliateDefaults, type Commission, type Programme, type Referral } from '../../contract/affiliate.ts'

const euro = (cents: number) => cents / 100

export const programmeAnswer = (row: ProgrammeRow): Programme => ({
  id: row.programmeId,
  programName: row.name,
  description: row.description,
  commissionRate: row.rateHundredths / 100,
  commissionType: affiliateDefaults.commissionType,
  cookieDuration: row.cookieDays,
  isActive: row.inForce,
})

/** S-21 */
export const referralAnswer = ({ code, clicks, conversions, earnedCents, openedAt }: ReferralRow): Referral => ({
  id: code,
  referralCode: code,
  clicks,
  conversions,
  commissionEarned: euro(earnedCents),
  status: conversions > 0 ? 'converted' : 'pending',
  createdAt: openedAt,
})

/** In percent; at most all, though two of one house may have come by one visit that counted. */
const rateOf = ({ clicks, conversions }: AffiliateStats) =>
  clicks === 0 ? 0 : Math.min(100, Math.round((conversions / clicks) * 1000) / 10)

export const statsAnswer = (stats: AffiliateStats) => ({
  totalClicks: stats.clicks,
  totalConversions: stats.conversions,
  conversionRate: rateOf(stats),
  totalCommissionEarned: euro(stats.earnedCents),
  pendingCommission: euro(stats.pendingCents),
  monthlyEarnings: euro(stats.earnedThisMonthCents),
  activeReferrals: stats.codes,
})

export const commissionAnswer = (row: CommissionRow): Commission => ({
  id: row.bookingId,
  referralCode: row.code,
  commissionRate: row.rateHundredths / 100,
  amount: euro(row.amountCents),
  status: row.status,
  date: row.recordedOn,
})
