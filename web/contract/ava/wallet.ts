import { z } from 'zod'
import { payoutStatuses, transactionTypes } from '../../../domain/ava/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, secret, text } from '../fields.ts'
import { ruleParameters } from '../rule-parameters.ts'

/** AVA balance and Premium of an account. @rule E-39 */
export const avaProfile = z
  .object({
    avaBalance: z.int(),
    /** Not spendable until the day after check-out. @rule Q-72 */
    avaMaturing: z.int(),
    totalRatingsGiven: z.int(),
    /** Ratings or reviews that earn one AVA. @rule B-30 */
    ratingsPerAva: z.int(),
    /** Ratings or reviews missing for the next AVA. */
    ratingsToNextAva: z.int(),
    isPremium: z.boolean(),
    premiumExpiresAt: instant.nullable(),
    /** Price in AVA, and whether the balance suffices. @rule B-33 @rule V-63 */
    premiumOffer: z.object({ days: z.int(), price: z.int(), affordable: z.boolean() }),
    /** Parts of the balance; AVA of bookings that no partner confirmed are never paid out. @rule Q-126 */
    avaPots: z.object({ ratings: z.int(), stays: z.int(), unconfirmedStays: z.int() }),
    avaWalletAddress: z.string().nullable(),
    /** When payouts to the address start; null if they may already. @rule Q-127 */
    payoutsFrom: instant.nullable(),
  })
  .meta({ id: 'AvaProfile' })
export type AvaProfile = z.infer<typeof avaProfile>

/** A transaction of the wallet. @rule E-08 */
export const avaTransaction = z
  .object({
    id: z.string(),
    type: z.enum(transactionTypes),
    amount: z.int(),
    description: z.string(),
    maturing: z.boolean(),
    relatedRatingId: id.nullable(),
    transactionHash: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AvaTransaction' })
export type AvaTransaction = z.infer<typeof avaTransaction>

/** Balance at the end of the first and last day of twelve months, and of each day in between on which it changes. */
const avaHistory = z.object({ points: z.array(z.object({ day, balance: z.int() })) }).meta({ id: 'AvaHistory' })

const hash = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .meta({ description: 'SHA-256, lower-case hex' })
const owed = z.int().min(0)

/** What Garbo owes in AVA on a day. @rule D-54 */
const liabilities = z
  .object({
    date: day,
    total: owed.meta({ description: 'Sum of all balances: available, maturing and reserved for a payout' }),
    root: hash.meta({ description: 'Root of the Merkle sum tree' }),
    /** Null without a company wallet, or while the chain was unreachable. */
    companyBalance: owed.nullable(),
  })
  .meta({ id: 'Liabilities' })
export type Liabilities = z.infer<typeof liabilities>

/** A leaf is SHA-256(0x00 ‖ nonce ‖ sum), a node SHA-256(0x01 ‖ left hash ‖ left sum ‖ right hash ‖ right sum). @rule D-54 */
const liabilityProof = z
  .object({
    date: day,
    leaf: z.object({ sum: owed, nonce: hash.meta({ description: '32 random bytes, lower-case hex' }) }),
    leafHash: hash,
    path: z.array(z.object({ side: z.enum(['left', 'right']), hash, sum: owed })),
    root: hash,
    total: owed,
  })
  .meta({ id: 'LiabilityProof' })
export type LiabilityProof = z.infer<typeof liabilityProof>

/** Payout configuration of an account. @rule E-53 */
export const avaWallet = z
  .object({
    id,
    virtualBalance: z.int(),
    payoutThreshold: z.int(),
    publicWalletAddress: z.string().nullable(),
    /** When payouts to the address start; null if they may already. @rule Q-127 */
    payoutsFrom: instant.nullable(),
  })
  .meta({ id: 'AvaWallet' })
export type AvaWallet = z.infer<typeof avaWallet>

/** A payout. @rule E-10 */
export const avaPayout = z
  .object({
    id: z.string(),
    walletId: id,
    amount: z.int(),
    toAddress: z.string(),
    /** Confirmed once the chain reports it. @rule S-16 */
    status: z.enum(payoutStatuses),
    transactionHash: z.string().nullable(),
    /** Gas of the whole transaction, shared with other payouts. */
    gasUsed: z.int().nullable(),
    createdAt: instant,
    confirmedAt: instant.nullable(),
  })
  .meta({ id: 'AvaPayout' })
export type AvaPayout = z.infer<typeof avaPayout>

/** `0x` and forty hex digits, not all zero; one message for missing and invalid addresses. @rule V-61 @rule Q-70 */
const walletAddress = (message: string) => text(1, 100, message).regex(/^0x(?!0{40}$)[0-9a-f]{40}$/i, message)
const { payoutThresholdMin, payoutThresholdMax } = ruleParameters
const thresholdOutOfRange = `La soglia va da ${payoutThresholdMin} a ${payoutThresholdMax} AVA.`

/** Required if the address changes. @rule Q-127 @rule Q-105 */
const password = secret('Inserisci la tua password').optional()

const setWalletBody = z.strictObject({
  walletAddress: walletAddress('Inserisci un indirizzo wallet AVA valido'),
  password,
})
const configureWalletBody = z.strictObject({
  publicWalletAddress: walletAddress('Inserisci un indirizzo wallet valido'),
  /** @rule V-62 */
  payoutThreshold: z
    .int({ error: thresholdOutOfRange })
    .min(payoutThresholdMin, thresholdOutOfRange)
    .max(payoutThresholdMax, thresholdOutOfRange),
  password,
})

export const walletEndpoints = {
  avaProfile: endpoint({
    method: 'GET',
    path: '/api/ava/profile',
    summary: 'Returns the caller’s AVA balance and Premium status',
    access: 'signed-in',
    response: avaProfile,
  }),
  avaTransactions: endpoint({
    method: 'GET',
    path: '/api/ava/transactions',
    summary: 'Lists the caller’s AVA transactions, newest first',
    access: 'signed-in',
    response: z.array(avaTransaction),
  }),
  avaHistory: endpoint({
    method: 'GET',
    path: '/api/ava/history',
    summary: 'Returns the caller’s AVA balance over the last twelve months',
    access: 'signed-in',
    response: avaHistory,
  }),
  liabilities: endpoint({
    method: 'GET',
    path: '/api/audit/liabilities',
    summary: 'Returns what Garbo owed in AVA on the newest day, and what it held on chain',
    access: 'signed-in',
    response: liabilities,
    rateLimit: 'search',
  }),
  liabilityProof: endpoint({
    method: 'GET',
    path: '/api/ava/proof',
    summary: 'Proves that the caller’s balance is in the total that Garbo owes',
    access: 'signed-in',
    response: liabilityProof,
    rateLimit: 'search',
  }),
  avaWallet: endpoint({
    method: 'GET',
    path: '/api/ava/wallet',
    summary: 'Returns the caller’s payout configuration',
    access: 'signed-in',
    response: avaWallet,
  }),
  setWalletAddress: endpoint({
    method: 'POST',
    path: '/api/ava/wallet',
    summary: 'Sets the caller’s payout address; a different one requires the password',
    access: 'signed-in',
    body: setWalletBody,
    response: avaWallet,
    rateLimit: 'write',
    recorded: { what: 'payout', why: 'payout-address' },
  }),
  configureWallet: endpoint({
    method: 'PUT',
    path: '/api/ava/wallet/:id',
    summary:
      'Sets the payout address and threshold of the caller’s business; a different address requires the password',
    access: 'business',
    params: z.object({ id }),
    body: configureWalletBody,
    response: avaWallet,
    rateLimit: 'write',
    recorded: { what: 'payout', why: 'payout-address' },
  }),
  undoWalletAddress: endpoint({
    method: 'POST',
    path: '/api/ava/wallet/undo',
    summary: 'Undoes a change of a payout address by the token in the letter about it',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(1).max(1000) }),
    /** Whether the former address is restored; otherwise the wallet has none. */
    response: z.object({ restored: z.boolean() }),
    rateLimit: 'code',
    recorded: { what: 'payout', why: 'payout-address' },
    allowedWhileSuspended: true,
    allowedBeforePasswordChange: true,
  }),
  activatePremium: endpoint({
    method: 'POST',
    path: '/api/ava/upgrade-premium',
    summary: 'Buys Premium with AVA',
    access: 'signed-in',
    body: z.strictObject({ durationDays: z.int() }),
    response: avaProfile,
    rateLimit: 'write',
    idempotent: true,
  }),
  avaPayouts: endpoint({
    method: 'GET',
    path: '/api/ava/payouts',
    summary: 'Lists the caller’s payouts, newest first',
    access: 'signed-in',
    response: z.array(avaPayout),
  }),
  forcePayout: endpoint({
    method: 'POST',
    path: '/api/ava/force-payout',
    summary: 'Starts the daily payout now',
    access: 'admin',
    response: z.object({ message: z.string() }),
    rateLimit: 'write',
    recorded: { what: 'payout', why: 'payout-run' },
  }),
}

/** The company wallet. @rule E-40 */
export const companyWalletInfo = z
  .object({
    configured: z.boolean(),
    walletAddress: z.string().nullable(),
    /** Whole AVA; null while the chain is unreachable. */
    balance: z.number().min(0).nullable(),
    message: z.string(),
  })
  .meta({ id: 'CompanyWallet' })
export type CompanyWalletInfo = z.infer<typeof companyWalletInfo>

/** Credentials of a generated wallet. @rule E-41 */
export const generatedWallet = z
  .object({ address: z.string(), privateKey: z.string(), mnemonic: z.string() })
  .meta({ id: 'GeneratedWallet' })
export type GeneratedWallet = z.infer<typeof generatedWallet>

export const companyWalletEndpoints = {
  companyWallet: endpoint({
    method: 'GET',
    path: '/api/ava/wallet/info',
    summary: 'Returns the company wallet and its balance',
    access: 'admin',
    response: companyWalletInfo,
  }),
  /** Not `idempotent`: the response is stored nowhere and cannot be repeated. @rule Q-14 */
  generateWallet: endpoint({
    method: 'POST',
    path: '/api/ava/wallet/generate',
    summary: 'Generates keys for a company wallet, shown once and stored nowhere; requires the password',
    access: 'admin',
    body: z.strictObject({ password: secret('Inserisci la tua password') }),
    response: z.object({ wallet: generatedWallet }),
    respondsWithSecret: true,
    rateLimit: 'code',
    recorded: { what: 'wallet-generation' },
  }),
}
