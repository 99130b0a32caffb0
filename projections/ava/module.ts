import { payoutBatches, payouts } from './payouts.ts'
import { avaTransactions } from './transactions.ts'
import { wallets } from './wallets.ts'

export const avaProjections = { payoutBatches, payouts, avaTransactions, wallets } as const
