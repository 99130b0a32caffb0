import { walletCalls, companyWalletCalls } from './wallet.ts'
import { ruleSetCalls } from './rule-sets.ts'

export const ava = { ...walletCalls, ...companyWalletCalls, ...ruleSetCalls }
