import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { openAppealsOf } from '../../projections/appeals.ts'
import { bookingsToComplete } from '../../projections/bookings.ts'
import { clientsWithHeldRatings, everyRatingGiven } from '../../projections/ratings.ts'
import { clientsWithExpiredRewards } from '../../projections/reward-codes.ts'
import { accountsWithSpentSanctions } from '../../projections/sanctions.ts'
import { asked } from './asked.ts'
import { caseLookupsIn } from './case-lookups.ts'
import { payoutLookupsIn } from './payout-lookups.ts'
import { privacyLookupsIn } from './privacy-lookups.ts'
import { recentLookupsIn } from './recent-lookups.ts'
import { scoreLookupsIn } from './score-lookups.ts'
import { mustShow } from './shown.ts'
import { stayLookupsIn } from './stay-lookups.ts'

/** What commands look up, asked of the read models. */
export const lookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Lookups => ({
  cases: caseLookupsIn(db),
  privacy: privacyLookupsIn(db, projections, head),
  ...recentLookupsIn(db, projections, head),
  accountsWithSpentSanctions: (now, limit) => asked(() => accountsWithSpentSanctions(db, now, limit)),
  openAppealsOf: (reviewId, upTo) =>
    asked(async () => {
      await mustShow(projections, ['appeals'], upTo)
      return openAppealsOf(db, reviewId)
    }),
  bookingsToComplete: (today, limit) => asked(() => bookingsToComplete(db, today, limit)),
  ...payoutLookupsIn(db, projections, head),
  clientsWithExpiredRewards: (now, limit) => asked(() => clientsWithExpiredRewards(db, now, limit)),
  clientsWithHeldRatings: (upTo, limit) => asked(() => clientsWithHeldRatings(db, upTo, limit)),
  ratingsGivenBy: (businessId, upTo) =>
    asked(async () => {
      await mustShow(projections, ['ratings'], upTo)
      return everyRatingGiven(db, businessId)
    }),
  ...scoreLookupsIn(db, projections, head),
  ...stayLookupsIn(db, projections, head),
})
