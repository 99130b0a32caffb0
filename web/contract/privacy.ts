import { z } from 'zod'
import { call } from './call.ts'
import { secret } from './fields.ts'

/** V-79, C-34 */
export const deletionPhrase = 'ELIMINA IL MIO ACCOUNT'
export const wrongPhrase = 'Testo di conferma errato'

/** E-44 */
export const deletionEligibility = z
  .object({ canDelete: z.boolean(), reason: z.string().nullable() })
  .meta({ id: 'DeletionEligibility' })

const count = z.int().min(0)
/** E-45 */
export const deletionPreview = z
  .object({
    accountInfo: z.object({
      /** Of a client: first and last name. */
      businessName: z.string(),
      email: z.string(),
      createdAt: z.string(),
    }),
    dataToBeDeleted: z.object({ bookings: count, avaBalance: count, walletConnections: count }),
    /** Written by the account; written about it. */
    dataToBeAnonymized: z.object({ reviews: count, businessReviews: count }),
  })
  .meta({ id: 'DeletionPreview' })
export type DeletionPreview = z.infer<typeof deletionPreview>

const record = z.record(z.string(), z.unknown())
const list = z.array(record)
/** E-47; beside its keys, what was recorded of the account as it happened. */
export const dataExport = z
  .object({
    exportDate: z.string(),
    userId: z.string(),
    userProfile: record,
    reviewsWritten: list,
    reviewsReceived: list,
    rewards: list,
    avaTransactions: list,
    avaWallet: record,
    avaPayouts: list,
    bookings: list,
    reviewFlags: list,
    reviewDisputes: list,
    /** What the account said in disputes, whoever opened them. */
    disputeStatements: list,
    /** What was decided on what the account wrote or reported, and its appeals. */
    decisions: list,
    appeals: list,
    clients: list,
    ratings: list,
    sanctions: list,
    affiliatePrograms: list,
    affiliateReferrals: list,
    affiliateCommissions: list,
    /** Which advertisements the account followed, and on what days. */
    advertisements: list,
    adClicks: list,
    history: list,
  })
  .meta({ id: 'DataExport' })

export const privacyCalls = {
  exportData: call({
    method: 'GET',
    path: '/api/user/export',
    says: 'All that is kept about the asker, as one JSON file or as a zip of CSV files; nobody else’s name is in it',
    who: 'signed-in',
    query: z.object({ format: z.enum(['json', 'csv'], 'Formato non valido').default('json') }),
    answer: dataExport,
    file: true,
    limit: 'replay',
    whileSuspended: true,
  }),
  deletionEligibility: call({
    method: 'GET',
    path: '/api/user/deletion-eligibility',
    says: 'Whether the account can be deleted now, and if not, why',
    who: 'signed-in',
    answer: deletionEligibility,
    whileSuspended: true,
  }),
  deletionPreview: call({
    method: 'GET',
    path: '/api/user/deletion-preview',
    says: 'What a deletion takes away, and what stays without a name',
    who: 'signed-in',
    answer: deletionPreview,
    whileSuspended: true,
  }),
  deleteAccount: call({
    method: 'POST',
    path: '/api/user/delete-account',
    says: 'Deletes one’s own account, for ever',
    who: 'signed-in',
    body: z.strictObject({
      /** V-81 */
      reason: z.string().trim().max(500, 'Al massimo 500 caratteri').nullish(),
      confirmationText: z.literal(deletionPhrase, { error: wrongPhrase }),
      password: secret('Password richiesta'),
    }),
    answer: null,
    limit: 'code',
    whileSuspended: true,
  }),
}
