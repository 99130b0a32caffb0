import type { PrivacyLookups } from '../../application/privacy/lookups.ts'
import {
  upcomingBookings,
  hasUndecidedDispute,
  otherAdmins,
} from '../../projections/privacy/account-deletion.queries.ts'
import { erasuresDue } from '../../projections/privacy/erasures.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const privacyLookups = ({ db, queryCaughtUp }: ReadModels): PrivacyLookups => ({
  hasUndecidedDispute: (accountId) => queryCaughtUp(['reviews', 'disputes'], () => hasUndecidedDispute(db, accountId)),
  otherAdmins: (accountId) => queryCaughtUp(['accounts'], () => otherAdmins(db, accountId)),
  upcomingBookings: (accountId, today) => queryCaughtUp(['bookings'], () => upcomingBookings(db, accountId, today)),
  erasuresDue: (paging) => queryReadModel(() => erasuresDue(db, paging)),
})
