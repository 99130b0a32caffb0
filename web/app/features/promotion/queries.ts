import { apiQuery } from '../../shared/queries.ts'

/** A-67, C-20: three on the dashboard of a business. */
export const businessAdvertisementsQuery = apiQuery('advertisements', 'advertisements', {
  query: { userType: 'user', limit: 3 },
})

/** A-67, C-20: six on that of a client, read again every minute while the window is seen. */
export const clientAdvertisementsQuery = {
  ...apiQuery('advertisements', 'advertisements', { query: { userType: 'client', limit: 6 } }),
  refetchInterval: 60_000,
  refetchIntervalInBackground: false,
}

export const programmesQuery = apiQuery('affiliate', 'programmes', {})
export const referralsQuery = apiQuery('affiliate', 'referrals', {})
export const commissionsQuery = apiQuery('affiliate', 'commissions', { query: {} })
export const affiliateStatsQuery = apiQuery('affiliate', 'affiliateStats', {})
