import { read } from '../../shared/read.ts'

export const avaProfile = read('ava', 'avaProfile', {})

export const avaTransactions = read('ava', 'avaTransactions', {})

export const avaWallet = read('ava', 'avaWallet', {})

export const avaPayouts = read('ava', 'avaPayouts', {})

/** B-33 */
export const premiumOffer = { price: 10, days: 30 } as const

/** One AVA every ten given (B-30). */
export const leftUntilNext = (given: number) => 10 - (given % 10)
