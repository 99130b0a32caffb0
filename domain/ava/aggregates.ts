import type { Aggregates } from '../kernel/aggregates.ts'
import { companyWallets } from './company-wallet.ts'
import { liabilities } from './liabilities.ts'
import { payoutBatch } from './payout-batch.ts'
import { ruleSets } from './rule-sets.ts'
import { wallet } from './wallet.ts'

/** By the category of their streams. */
export const avaAggregates = {
  wallet,
  payout: payoutBatch,
  treasury: companyWallets,
  rulebook: ruleSets,
  liabilities,
} as const satisfies Aggregates
