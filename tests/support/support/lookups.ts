import type { SupportLookups } from '../../../application/support/lookups.ts'
import type { EventLog } from '../event-log.ts'

export const supportLookups = ({ query }: EventLog): SupportLookups => ({
  accountOfSupportRequest: (requestId) =>
    query((dataOf) => dataOf('SupportRequested').find((request) => request.requestId === requestId)?.accountId ?? null),
})
