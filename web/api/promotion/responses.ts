import type { Person } from '../../../application/person.ts'
import { promotion } from '../../../application/promotion/module.ts'
import { decisionRejection } from '../../../domain/promotion/affiliate.ts'
import { referralStatusOf } from '../../../domain/promotion/rules.ts'
import type {
  AffiliateStats,
  Commission as CommissionRow,
  Programme as ProgrammeRow,
  Referral as ReferralRow,
  WaitingProgramme as WaitingProgrammeRow,
} from '../../../projections/promotion/affiliate.ts'
import {
  affiliateDefaults,
  type Commission,
  type Programme,
  type Referral,
  type WaitingProgramme,
} from '../../contract/promotion/affiliate.ts'
import { actionResponse } from '../actions.ts'

const toEuro = (cents: number) => cents / 100

export const programmeResponse = (row: ProgrammeRow): Programme => ({
  id: row.programmeId,
  programName: row.name,
  description: row.description,
  commissionRate: row.rateHundredths / 100,
  commissionType: affiliateDefaults.commissionType,
  cookieDuration: row.cookieDays,
  isActive: row.inForce,
  status: row.status,
  reasons: row.reasons,
})

/** A programme that waits, with what this administrator may do with it. @rule Q-133 */
export const waitingProgrammeResponse =
  (person: Person) =>
  ({ programmeId: id, name, rateHundredths, ...row }: WaitingProgrammeRow): WaitingProgramme => ({
    ...row,
    id,
    programName: name,
    commissionRate: rateHundredths / 100,
    actions: {
      decide: actionResponse(
        promotion.useCases.decideProgramme,
        person,
        decisionRejection({ accountId: row.accountId, by: person.accountId }),
      ),
    },
  })

export const referralResponse = ({ code, clicks, conversions, earnedCents, openedAt }: ReferralRow): Referral => ({
  id: code,
  referralCode: code,
  clicks,
  conversions,
  commissionEarned: toEuro(earnedCents),
  status: referralStatusOf(conversions),
  createdAt: openedAt,
})

/** In percent, at most 100: one counted visit can lead to several registrations. */
const conversionRateOf = ({ clicks, conversions }: AffiliateStats) =>
  clicks === 0 ? 0 : Math.min(100, Math.round((conversions / clicks) * 1000) / 10)

export const affiliateStatsResponse = (stats: AffiliateStats) => ({
  totalClicks: stats.clicks,
  totalConversions: stats.conversions,
  conversionRate: conversionRateOf(stats),
  totalCommissionEarned: toEuro(stats.earnedCents),
  pendingCommission: toEuro(stats.pendingCents),
  monthlyEarnings: toEuro(stats.earnedThisMonthCents),
  activeReferrals: stats.codes,
})

export const commissionResponse = (row: CommissionRow): Commission => ({
  id: row.bookingId,
  referralCode: row.code,
  commissionRate: row.rateHundredths / 100,
  amount: toEuro(row.amountCents),
  status: row.status,
  date: row.recordedOn,
})
