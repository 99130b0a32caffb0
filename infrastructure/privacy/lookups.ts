import type { CommonQueryMethods } from 'slonik'
import type { PrivacyLookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { bookingsAhead, hasOpenDispute, hasOtherAdmin } from '../../projections/privacy/account-deletion.queries.ts'
import { erasuresDue } from '../../projections/privacy/erasures.ts'
import { queryReadModel, requireShown } from '../read-models.ts'

/** Lookups for deletions. They wait until the read models have caught up with the log. */
export const privacyLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): PrivacyLookups => {
  const awaitCaughtUp = async (...names: readonly string[]) => requireShown(projections, names, await head())
  return {
    hasOpenDispute: (accountId) =>
      queryReadModel(async () => {
        await awaitCaughtUp('reviews', 'disputes')
        return hasOpenDispute(db, accountId)
      }),
    hasOtherAdmin: (accountId) =>
      queryReadModel(async () => {
        await awaitCaughtUp('accounts')
        return hasOtherAdmin(db, accountId)
      }),
    bookingsAhead: (accountId, today) =>
      queryReadModel(async () => {
        await awaitCaughtUp('bookings')
        return bookingsAhead(db, accountId, today)
      }),
    erasuresDue: (paging) => queryReadModel(() => erasuresDue(db, paging)),
  }
}
