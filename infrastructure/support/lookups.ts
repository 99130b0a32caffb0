import type { SupportLookups } from '../../application/support/lookups.ts'
import { accountOfSupportRequest } from '../../projections/support/support-requests.ts'
import type { ReadModels } from '../read-models.ts'

export const supportLookups = ({ db, find }: ReadModels): SupportLookups => ({
  accountOfSupportRequest: (requestId) => find(['support_requests'], () => accountOfSupportRequest(db, requestId)),
})
