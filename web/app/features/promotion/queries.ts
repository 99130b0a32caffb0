import { apiQuery, pollEvery60Seconds } from '../../shared/queries.ts'

/** @rule C-20 A-67 three on the business dashboard */
export const businessAdvertisementsQuery = apiQuery('advertisements', 'advertisements', {
  query: { userType: 'user', limit: 3 },
})

/** @rule C-20 A-67 six on the client dashboard, reloaded every minute while visible */
export const clientAdvertisementsQuery = {
  ...apiQuery('advertisements', 'advertisements', { query: { userType: 'client', limit: 6 } }),
  ...pollEvery60Seconds,
}

export const programmesQuery = apiQuery('affiliate', 'programmes', {})
export const waitingProgrammesQuery = apiQuery('affiliate', 'waitingProgrammes', {})
export const referralsQuery = apiQuery('affiliate', 'referrals', {})
export const commissionsQuery = apiQuery('affiliate', 'commissions', { query: {} })
export const affiliateStatsQuery = apiQuery('affiliate', 'affiliateStats', {})
