import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, text } from './fields.ts'

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
const notAThreshold = 'La soglia va da 1 a 100 AVA.'

export const setWalletBody = z.strictObject({
  walletAddress: walletAddress('Inserisci un indirizzo wallet AVA valido'),
})
export const configureWalletBody = z.strictObject({
  publicWalletAddress: walletAddress('Inserisci un indirizzo wallet valido'),
  /** V-62 */
  payoutThreshold: z.int({ error: notAThreshold }).min(1, notAThreshold).max(100, notAThreshold),
})

export const avaCalls = {
  avaProfile: call({
    method: 'GET',
    path: '/api/ava/profile',
    says: 'The account’s AVA at a glance',
    who: 'signed-in',
    answer: avaProfile,
  }),
  avaTransactions: call({
    method: 'GET',
    path: '/api/ava/transactions',
    says: 'The account’s movements of AVA, newest first',
    who: 'signed-in',
    answer: z.array(avaTransaction),
  }),
  avaWallet: call({
    method: 'GET',
    path: '/api/ava/wallet',
    says: 'The account’s wallet',
    who: 'signed-in',
    answer: avaWallet,
  }),
  setWalletAddress: call({
    method: 'POST',
    path: '/api/ava/wallet',
    says: 'Sets where the account’s AVA are paid out',
    who: 'signed-in',
    body: setWalletBody,
    answer: avaWallet,
    limit: 'write',
  }),
  configureWallet: call({
    method: 'PUT',
    path: '/api/ava/wallet/:id',
    says: 'Sets where a business’s AVA are paid out, and from how many on',
    who: 'business',
    params: z.object({ id }),
    body: configureWalletBody,
    answer: avaWallet,
    limit: 'write',
  }),
  activatePremium: call({
    method: 'POST',
    path: '/api/ava/upgrade-premium',
    says: 'Spends 10 AVA on 30 days of Premium',
    who: 'signed-in',
    body: z.strictObject({ durationDays: z.int() }),
    answer: avaProfile,
    limit: 'write',
    idempotent: true,
  }),
  avaPayouts: call({
    method: 'GET',
    path: '/api/ava/payouts',
    says: 'The account’s payouts, newest first',
    who: 'signed-in',
    answer: z.array(avaPayout),
  }),
  forcePayout: call({
    method: 'POST',
    path: '/api/ava/force-payout',
    says: 'Has the daily payout done now',
    who: 'admin',
    answer: z.object({ message: z.string() }),
    limit: 'write',
  }),
}
