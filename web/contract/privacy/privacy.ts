import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { secret } from '../fields.ts'

/** @rule V-79 C-34 phrase that confirms a deletion */
export const deletionPhrase = 'ELIMINA IL MIO ACCOUNT'

export const deletionPhraseMismatch = 'Testo di conferma errato'

/** Whether the account can be deleted (E-44). */
const deletionEligibility = z
  .object({ canDelete: z.boolean(), reason: z.string().nullable() })
  .meta({ id: 'DeletionEligibility' })

const count = z.int().min(0)

/** Effects of a deletion (E-45). */
export const deletionPreview = z
  .object({
    accountInfo: z.object({
      /** First and last name for a client. */
      businessName: z.string(),
      email: z.string(),
      createdAt: z.string(),
    }),
    dataToBeDeleted: z.object({ bookings: count, avaBalance: count, walletConnections: count }),
    /** Reviews by the account, and about it. */
    dataToBeAnonymized: z.object({ reviews: count, businessReviews: count }),
  })
  .meta({ id: 'DeletionPreview' })

export type DeletionPreview = z.infer<typeof deletionPreview>

const exportRecord = z.record(z.string(), z.unknown())

const exportList = z.array(exportRecord)

/** Personal data of the account (E-47), with its event history. */
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
    /** Statements of the account in any dispute. */
    disputeStatements: exportList,
    /** Moderation decisions on the account's content and flags. */
    decisions: exportList,
    appeals: exportList,
    clients: exportList,
    ratings: exportList,
    /** Contests of ratings received or given, also of ratings that no longer exist. */
    ratingContests: exportList,
    sanctions: exportList,
    affiliatePrograms: exportList,
    affiliateReferrals: exportList,
    affiliateCommissions: exportList,
    /** Advertisements the account clicked, by day. */
    advertisements: exportList,
    adClicks: exportList,
    /** Requests to the help desk with their messages. */
    supportRequests: exportList,
    history: exportList,
  })
  .meta({ id: 'DataExport' })

const privacyEndpoints = {
  exportData: endpoint({
    method: 'GET',
    path: '/api/user/export',
    summary:
      'Exports the caller’s personal data as JSON, as a zip of CSV files, or as a zip that proves itself, for which the header X-Garbo-Password holds the password; contains no other person’s name',
    access: 'signed-in',
    query: z.object({ format: z.enum(['json', 'csv', 'zip'], 'Formato non valido').default('json') }),
    response: dataExport,
    respondsWithFile: true,
    rateLimit: 'replay',
    allowedWhileSuspended: true,
    recorded: { what: 'export', why: 'personal-data' },
  }),
  deletionEligibility: endpoint({
    method: 'GET',
    path: '/api/user/deletion-eligibility',
    summary: 'Returns whether the caller’s account can be deleted now, and the obstacle if not',
    access: 'signed-in',
    response: deletionEligibility,
    allowedWhileSuspended: true,
  }),
  deletionPreview: endpoint({
    method: 'GET',
    path: '/api/user/deletion-preview',
    summary: 'Returns what a deletion would remove and what would remain anonymously',
    access: 'signed-in',
    response: deletionPreview,
    allowedWhileSuspended: true,
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/user/delete-account',
    summary: 'Deletes the caller’s account permanently',
    access: 'signed-in',
    body: z.strictObject({
      /** @rule V-81 optional, at most 500 characters */
      reason: z.string().trim().max(500, 'Al massimo 500 caratteri').nullish(),
      confirmationText: z.literal(deletionPhrase, { error: deletionPhraseMismatch }),
      password: secret('Password richiesta'),
    }),
    response: null,
    rateLimit: 'code',
    allowedWhileSuspended: true,
    recorded: { what: 'deletion' },
  }),
}

export const privacy = { ...privacyEndpoints }
