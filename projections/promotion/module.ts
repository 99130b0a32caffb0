import { adClicks, advertisements } from './advertisements.ts'
import { affiliateProgrammes, commissions, referrals } from './affiliate.ts'

export const promotionProjections = { adClicks, advertisements, affiliateProgrammes, commissions, referrals } as const
