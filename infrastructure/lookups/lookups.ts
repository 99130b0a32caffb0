import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import { normalisePhone } from '../../domain/access/phone.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { accountOfClient } from '../../projections/accounts.ts'
import { openAppealsOf } from '../../projections/appeals.ts'
import { bookingsToComplete } from '../../projections/bookings.ts'
import { placeOfDecision } from '../../projections/decision-places.ts'
import { hasHistory, isClientOf, isKnownTo } from '../../projections/client-standings.ts'
import { reviewOfFlag } from '../../projections/flags.ts'
import { recordOfReporter } from '../../projections/moderation.queries.ts'
import { accountsWithPhone } from '../../projections/phones.ts'
import { clientsWithHeldRatings, everyRatingGiven } from '../../projections/ratings.ts'
import { accountOfSanction, accountsWithSpentSanctions } from '../../projections/sanctions.ts'
import { clientOfCode, clientsWithExpiredRewards } from '../../projections/reward-codes.ts'
import { asked } from './asked.ts'
import { caseLookupsIn } from './case-lookups.ts'
import { privacyLookupsIn } from './privacy-lookups.ts'
import { payoutLookupsIn } from './payout-lookups.ts'
import { scoreLookupsIn } from './score-lookups.ts'
import { stayLookupsIn } from './stay-lookups.ts'

const patienceMs = 10_000
const momentMs = 2_000

/** What commands look up, asked of the read models. */
export const lookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Lookups => {
  /** Not for long: what cannot be shown in time is answered as it stands. */
  const shownBy = async (names: readonly string[]) => {
    const last = await head()
    if (last !== null) await projections.waitFor(names, last, momentMs)
  }
  /** What is not found may have been written a moment ago: it is looked for again where the log ended meanwhile. */
  const found = <A>(names: readonly string[], query: () => Promise<A>) =>
    asked(async () => {
      const known = await query()
      if (known !== null && known !== false) return known
      await shownBy(names)
      return query()
    })
  return {
    cases: caseLookupsIn(db),
    privacy: privacyLookupsIn(db, projections, head),
    accountOfClient: (clientId) =>
      found(['accounts'], async () => (await accountOfClient(db, clientId))?.accountId ?? null),
    accountsWithPhone: (kind, phone) =>
      asked(async () => {
        const number = normalisePhone(phone)
        if (number === null) return []
        await shownBy(['phones'])
        return (await accountsWithPhone(db, kind, number)).map(({ accountId }) => accountId)
      }),
    isClientOf: (businessId, clientId) =>
      found(['ratings', 'reward_codes'], () => isClientOf(db, businessId, clientId)),
    isKnownTo: (clientId, businessId) => found(['ratings', 'reward_codes'], () => isKnownTo(db, clientId, businessId)),
    clientOfCode: (code) => found(['reward_codes'], () => clientOfCode(db, code)),
    recordOfReporter: (accountId) =>
      asked(async () => {
        await shownBy(['flags'])
        return recordOfReporter(db, accountId)
      }),
    hasHistory: ({ accountId, clientId }) => found(['reviews', 'ratings'], () => hasHistory(db, accountId, clientId)),
    accountOfSanction: (sanctionId) => found(['sanctions'], () => accountOfSanction(db, sanctionId)),
    accountsWithSpentSanctions: (now, limit) => asked(() => accountsWithSpentSanctions(db, now, limit)),
    reviewOfFlag: (flagId) => found(['flags'], () => reviewOfFlag(db, flagId)),
    decidedIn: (decisionId) => found(['decision_places'], () => placeOfDecision(db, decisionId)),
    openAppealsOf: (reviewId, upTo) =>
      asked(async () => {
        const waited = await projections.waitFor(['appeals'], upTo, patienceMs)
        if (waited.type === 'Behind') throw new Error('The appeals have not come that far yet')
        return openAppealsOf(db, reviewId)
      }),
    bookingsToComplete: (today, limit) => asked(() => bookingsToComplete(db, today, limit)),
    ...payoutLookupsIn(db, projections, head),
    clientsWithExpiredRewards: (now, limit) => asked(() => clientsWithExpiredRewards(db, now, limit)),
    clientsWithHeldRatings: (upTo, limit) => asked(() => clientsWithHeldRatings(db, upTo, limit)),
    ratingsGivenBy: (businessId, upTo) =>
      asked(async () => {
        const waited = await projections.waitFor(['ratings'], upTo, patienceMs)
        if (waited.type === 'Behind') throw new Error('The ratings have not come that far yet')
        return everyRatingGiven(db, businessId)
      }),
    ...scoreLookupsIn(db, projections, head),
    ...stayLookupsIn(db, projections, head),
  }
}
