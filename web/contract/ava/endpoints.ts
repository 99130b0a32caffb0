import { walletEndpoints, companyWalletEndpoints } from './wallet.ts'
import { ruleSetEndpoints } from './rule-sets.ts'

export const ava = { ...walletEndpoints, ...companyWalletEndpoints, ...ruleSetEndpoints }
