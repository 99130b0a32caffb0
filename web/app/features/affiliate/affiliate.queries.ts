import { read } from '../../shared/read.ts'

export const programmes = read('affiliate', 'programmes', {})
export const referrals = read('affiliate', 'referrals', {})
export const commissions = read('affiliate', 'commissions', { query: {} })
export const stats = read('affiliate', 'affiliateStats', {})
