import { apiQuery, pollEvery10Seconds } from '../../shared/queries.ts'

export const avaProfileQuery = apiQuery('ava', 'avaProfile', {})

export const avaTransactionsQuery = apiQuery('ava', 'avaTransactions', {})

export const avaWalletQuery = apiQuery('ava', 'avaWallet', {})

export const avaPayoutsQuery = apiQuery('ava', 'avaPayouts', {})

/** B-33 */
export const premiumOffer = { price: 10, days: 30 } as const

/** One AVA every ten given (B-30). */
export const ratingsUntilNextAva = (given: number) => 10 - (given % 10)

/** */
export const companyWalletQuery = { ...apiQuery('company', 'companyWallet', {}), ...pollEvery10Seconds }
