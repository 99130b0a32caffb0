import { payoutBatches, payouts } from './payouts.ts'
import { avaTransactions } from './transactions.ts'
import { premiumAccounts } from './premium-accounts.ts'
import { wallets } from './wallets.ts'

export const avaProjections = { payoutBatches, payouts, avaTransactions, premiumAccounts, wallets } as const
