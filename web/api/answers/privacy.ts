import type { Account } from '../../../projections/accounts.ts'
import type { tracesOf } from '../../../projections/privacy.queries.ts'
import type { DeletionPreview } from '../../contract/privacy.ts'

/** E-45 */
export const deletionPreviewAnswer = (
  { businessName, firstName, lastName, email }: Account,
  createdAt: string,
  { bookings, ava, addresses, written, received }: Awaited<ReturnType<typeof tracesOf>>,
): DeletionPreview => ({
  accountInfo: { businessName: businessName ?? [firstName, lastName].join(' '), email, createdAt },
  dataToBeDeleted: { bookings, avaBalance: ava, walletConnections: addresses },
  dataToBeAnonymized: { reviews: written, businessReviews: received },
})
