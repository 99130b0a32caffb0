import type { Instant } from '../kernel/primitives.ts'
import { programmeLimits, type ReferralStatus } from './vocabulary.ts'

/** Limits of affiliate programmes; commission in hundredths of a percent. @rule C-31 */
export const affiliateRules = {
  cookieDays: programmeLimits.cookieDays,
  minRateHundredths: programmeLimits.commission.min * 100,
  maxRateHundredths: programmeLimits.commission.max * 100,
  maxProgrammes: programmeLimits.programmes,
} as const

/** Maximum counted clicks per referral code and day; more come from bots. */
export const maxClicksPerDay = 1_000

/** Rounds half a cent up. */
export const commissionAmount = (totalCents: number, rateHundredths: number): number =>
  Math.round((totalCents * rateHundredths) / 10_000)

/** @rule S-21 converted from the first conversion on */
export const referralStatusOf = (conversions: number): ReferralStatus => (conversions > 0 ? 'converted' : 'pending')

export interface PromotionPeriod {
  readonly promotionalDate: Instant | null
  readonly promotionalEndDate: Instant | null
}

/** @rule S-22 within the promotion period, or without one */
export const isInPromotionPeriod = ({ promotionalDate, promotionalEndDate }: PromotionPeriod, at: Instant): boolean =>
  (promotionalDate === null || promotionalDate <= at) && (promotionalEndDate === null || promotionalEndDate >= at)
