import { apiQuery, pollEvery10Seconds } from '../../shared/queries.ts'

export const avaProfileQuery = apiQuery('ava', 'avaProfile', {})

export const avaTransactionsQuery = apiQuery('ava', 'avaTransactions', {})

export const avaHistoryQuery = apiQuery('ava', 'avaHistory', {})

export const avaWalletQuery = apiQuery('ava', 'avaWallet', {})

export const avaPayoutsQuery = apiQuery('ava', 'avaPayouts', {})

/** @rule A-58 */
export const companyWalletQuery = { ...apiQuery('company-wallet', 'companyWallet', {}), ...pollEvery10Seconds }
