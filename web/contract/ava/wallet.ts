import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant, secret, text } from '../fields.ts'

/** E-39 */
export const avaProfile = z
  .object({
    avaBalance: z.int(),
    /** Shown, but not to be spent before check-out. */
    avaMaturing: z.int(),
    totalRatingsGiven: z.int(),
    isPremium: z.boolean(),
    premiumExpiresAt: instant.nullable(),
    avaWalletAddress: z.string().nullable(),
  })
  .meta({ id: 'AvaProfile' })
export type AvaProfile = z.infer<typeof avaProfile>

/** E-08 */
export const avaTransaction = z
  .object({
    id: z.string(),
    type: z.enum(['earned', 'spent', 'premium_upgrade']),
    amount: z.int(),
    description: z.string(),
    maturing: z.boolean(),
    relatedRatingId: id.nullable(),
    transactionHash: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AvaTransaction' })
export type AvaTransaction = z.infer<typeof avaTransaction>

/** E-53 */
export const avaWallet = z
  .object({ id, virtualBalance: z.int(), payoutThreshold: z.int(), publicWalletAddress: z.string().nullable() })
  .meta({ id: 'AvaWallet' })
export type AvaWallet = z.infer<typeof avaWallet>

/** E-10 */
export const avaPayout = z
  .object({
    id: z.string(),
    walletId: id,
    amount: z.int(),
    toAddress: z.string(),
    /** S-16: confirmed once the chain says so. */
    status: z.enum(['pending', 'confirmed']),
    transactionHash: z.string().nullable(),
    /** Of the whole transaction, which pays many. */
    gasUsed: z.int().nullable(),
    createdAt: instant,
    confirmedAt: instant.nullable(),
  })
  .meta({ id: 'AvaPayout' })
export type AvaPayout = z.infer<typeof avaPayout>

/** 0x and forty hex digits, not all zero (V-61, Q-70); what is missing and what is wrong are told alike. */
const walletAddress = (whenWrong: string) => text(1, 100, whenWrong).regex(/^0x(?!0{40}$)[0-9a-f]{40}$/i, whenWrong)
const thresholdOutOfRange = 'La soglia va da 1 a 100 AVA.'

export const setWalletBody = z.strictObject({
  walletAddress: walletAddress('Inserisci un indirizzo wallet AVA valido'),
})
export const configureWalletBody = z.strictObject({
  publicWalletAddress: walletAddress('Inserisci un indirizzo wallet valido'),
  /** V-62 */
  payoutThreshold: z.int({ error: thresholdOutOfRange }).min(1, thresholdOutOfRange).max(100, thresholdOutOfRange),
})

export const walletCalls = {
  avaProfile: call({
    method: 'GET',
    path: '/api/ava/profile',
    summary: 'The account’s AVA at a glance',
    access: 'signed-in',
    response: avaProfile,
  }),
  avaTransactions: call({
    method: 'GET',
    path: '/api/ava/transactions',
    summary: 'The account’s movements of AVA, newest first',
    access: 'signed-in',
    response: z.array(avaTransaction),
  }),
  avaWallet: call({
    method: 'GET',
    path: '/api/ava/wallet',
    summary: 'The account’s wallet',
    access: 'signed-in',
    response: avaWallet,
  }),
  setWalletAddress: call({
    method: 'POST',
    path: '/api/ava/wallet',
    summary: 'Sets where the account’s AVA are paid out',
    access: 'signed-in',
    body: setWalletBody,
    response: avaWallet,
    rateLimit: 'write',
  }),
  configureWallet: call({
    method: 'PUT',
    path: '/api/ava/wallet/:id',
    summary: 'Sets where a business’s AVA are paid out, and from how many on',
    access: 'business',
    params: z.object({ id }),
    body: configureWalletBody,
    response: avaWallet,
    rateLimit: 'write',
  }),
  activatePremium: call({
    method: 'POST',
    path: '/api/ava/upgrade-premium',
    summary: 'Spends 10 AVA on 30 days of Premium',
    access: 'signed-in',
    body: z.strictObject({ durationDays: z.int() }),
    response: avaProfile,
    rateLimit: 'write',
    idempotent: true,
  }),
  avaPayouts: call({
    method: 'GET',
    path: '/api/ava/payouts',
    summary: 'The account’s payouts, newest first',
    access: 'signed-in',
    response: z.array(avaPayout),
  }),
  forcePayout: call({
    method: 'POST',
    path: '/api/ava/force-payout',
    summary: 'Has the daily payout done now',
    access: 'admin',
    response: z.object({ message: z.string() }),
    rateLimit: 'write',
  }),
}

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
    summary: 'The company’s wallet: whether there is one, and what is in it',
    access: 'admin',
    response: companyWalletInfo,
  }),
  /** Not `idempotent`: what it answers is kept nowhere, so it cannot be answered again. */
  generateWallet: call({
    method: 'POST',
    path: '/api/ava/wallet/generate',
    summary: 'Keys for a wallet of the company, shown once and kept nowhere; with a fresh password',
    access: 'admin',
    body: z.strictObject({ password: secret('Inserisci la tua password') }),
    response: z.object({ wallet: generatedWallet }),
    rateLimit: 'code',
  }),
}
