import { z } from 'zod'
import { call } from './call.ts'
import { secret } from './fields.ts'

/** E-40 */
export const companyWalletInfo = z
  .object({
    configured: z.boolean(),
    walletAddress: z.string().nullable(),
    /** Whole AVA; null while the chain cannot be asked. */
    balance: z.number().min(0).nullable(),
    message: z.string(),
  })
  .meta({ id: 'CompanyWallet' })
export type CompanyWalletInfo = z.infer<typeof companyWalletInfo>

/** E-41 */
export const generatedWallet = z
  .object({ address: z.string(), privateKey: z.string(), mnemonic: z.string() })
  .meta({ id: 'GeneratedWallet' })
export type GeneratedWallet = z.infer<typeof generatedWallet>

export const companyWalletCalls = {
  companyWallet: call({
    method: 'GET',
    path: '/api/ava/wallet/info',
    says: 'The company’s wallet: whether there is one, and what is in it',
    who: 'admin',
    answer: companyWalletInfo,
  }),
  /** Not `idempotent`: what it answers is kept nowhere, so it cannot be answered again. */
  generateWallet: call({
    method: 'POST',
    path: '/api/ava/wallet/generate',
    says: 'Keys for a wallet of the company, shown once and kept nowhere; with a fresh password',
    who: 'admin',
    body: z.strictObject({ password: secret('Inserisci la tua password') }),
    answer: z.object({ wallet: generatedWallet }),
    limit: 'code',
  }),
}
