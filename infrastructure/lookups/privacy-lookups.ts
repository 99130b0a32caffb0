import type { CommonQueryMethods } from 'slonik'
import type { PrivacyLookups } from '../../application/ports/privacy-lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { erasuresDue } from '../../projections/erasures.ts'
import { bookingsAhead, hasOpenDispute, hasOtherAdmin } from '../../projections/privacy.queries.ts'
import { asked } from './asked.ts'
import { mustShow } from './shown.ts'

/** What stands in the way of a deletion is asked of read models that have come as far as the log. */
export const privacyLookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): PrivacyLookups => {
  const upToDate = async (...names: readonly string[]) => mustShow(projections, names, await head())
  return {
    hasOpenDispute: (accountId) =>
      asked(async () => {
        await upToDate('reviews', 'disputes')
        return hasOpenDispute(db, accountId)
      }),
    hasOtherAdmin: (accountId) =>
      asked(async () => {
        await upToDate('accounts')
        return hasOtherAdmin(db, accountId)
      }),
    bookingsAhead: (accountId, today) =>
      asked(async () => {
        await upToDate('bookings')
        return bookingsAhead(db, accountId, today)
      }),
    erasuresDue: (paging) => asked(() => erasuresDue(db, paging)),
  }
}
