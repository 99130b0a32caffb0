import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

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
}
