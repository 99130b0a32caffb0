import { apiQuery } from '../../shared/queries.ts'

/** @rule C-20 three on the business dashboard */
export const businessAdvertisementsQuery = apiQuery('advertisements', 'advertisements', {
  query: { userType: 'user', limit: 3 },
})

/** @rule C-20 six on the client dashboard, reloaded every minute while visible */
export const clientAdvertisementsQuery = {
  ...apiQuery('advertisements', 'advertisements', { query: { userType: 'client', limit: 6 } }),
  refetchInterval: 60_000,
  refetchIntervalInBackground: false,
}

export const programmesQuery = apiQuery('affiliate', 'programmes', {})
export const referralsQuery = apiQuery('affiliate', 'referrals', {})
export const commissionsQuery = apiQuery('affiliate', 'commissions', { query: {} })
export const affiliateStatsQuery = apiQuery('affiliate', 'affiliateStats', {})
