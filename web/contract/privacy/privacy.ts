import { z } from 'zod'
import { call } from '../call.ts'
import { secret } from '../fields.ts'

/** V-79, C-34 */
export const deletionPhrase = 'ELIMINA IL MIO ACCOUNT'

export const deletionPhraseMismatch = 'Testo di conferma errato'

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

const exportRecord = z.record(z.string(), z.unknown())

const exportList = z.array(exportRecord)

/** E-47; beside its keys, what was recorded of the account as it happened. */
export const dataExport = z
  .object({
    exportDate: z.string(),
    userId: z.string(),
    userProfile: exportRecord,
    reviewsWritten: exportList,
    reviewsReceived: exportList,
    rewards: exportList,
    avaTransactions: exportList,
    avaWallet: exportRecord,
    avaPayouts: exportList,
    bookings: exportList,
    reviewFlags: exportList,
    reviewDisputes: exportList,
    /** What the account said in disputes, whoever opened them. */
    disputeStatements: exportList,
    /** What was decided on what the account wrote or reported, and its appeals. */
    decisions: exportList,
    appeals: exportList,
    clients: exportList,
    ratings: exportList,
    sanctions: exportList,
    affiliatePrograms: exportList,
    affiliateReferrals: exportList,
    affiliateCommissions: exportList,
    /** Which advertisements the account followed, and on what days. */
    advertisements: exportList,
    adClicks: exportList,
    history: exportList,
  })
  .meta({ id: 'DataExport' })

export const privacyCalls = {
  exportData: call({
    method: 'GET',
    path: '/api/user/export',
    summary: 'All that is kept about the asker, as one JSON file or as a zip of CSV files; nobody else’s name is in it',
    access: 'signed-in',
    query: z.object({ format: z.enum(['json', 'csv'], 'Formato non valido').default('json') }),
    response: dataExport,
    respondsWithFile: true,
    rateLimit: 'replay',
    allowedWhileSuspended: true,
  }),
  deletionEligibility: call({
    method: 'GET',
    path: '/api/user/deletion-eligibility',
    summary: 'Whether the account can be deleted now, and if not, why',
    access: 'signed-in',
    response: deletionEligibility,
    allowedWhileSuspended: true,
  }),
  deletionPreview: call({
    method: 'GET',
    path: '/api/user/deletion-preview',
    summary: 'What a deletion takes away, and what stays without a name',
    access: 'signed-in',
    response: deletionPreview,
    allowedWhileSuspended: true,
  }),
  deleteAccount: call({
    method: 'POST',
    path: '/api/user/delete-account',
    summary: 'Deletes one’s own account, for ever',
    access: 'signed-in',
    body: z.strictObject({
      /** V-81 */
      reason: z.string().trim().max(500, 'Al massimo 500 caratteri').nullish(),
      confirmationText: z.literal(deletionPhrase, { error: deletionPhraseMismatch }),
      password: secret('Password richiesta'),
    }),
    response: null,
    rateLimit: 'code',
    allowedWhileSuspended: true,
  }),
}

export const privacy = { ...privacyCalls }
