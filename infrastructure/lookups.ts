import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../application/ports/lookups.ts'
import type { Projections } from '../application/ports/projections.ts'
import { normalisePhone } from '../domain/accounts/phone.ts'
import type { Position } from '../domain/kernel/event-envelope.ts'
import { accountOfClient, accountsWithPhone } from '../projections/accounts/accounts.ts'
import { openAppealsOf } from '../projections/moderation/appeals.ts'
import { recordOfReporter } from '../projections/moderation/case-file.queries.ts'
import { streamOfDecision } from '../projections/moderation/decisions.ts'
import { allRatingsGiven, clientsWithHeldRatings } from '../projections/ratings/ratings.ts'
import { reviewOfFlag } from '../projections/reviews/flags.ts'
import { hasHistory, isClientOf, isKnownTo } from '../projections/rewards/client-standings.ts'
import { clientOfCode, clientsWithExpiredRewards } from '../projections/rewards/reward-codes.ts'
import { accountOfSanction, accountsWithExpiredSanctions } from '../projections/sanctions/sanctions.ts'
import { bookingsToComplete } from '../projections/travel/bookings.ts'
import { payoutLookups, stayLookups } from './ava/lookups.ts'
import { caseLookups } from './moderation/lookups.ts'
import { privacyLookups } from './privacy/lookups.ts'
import { queryReadModel, requireShown, waitUntilShown } from './read-models.ts'
import { scoreLookups } from './reviews/lookups.ts'

/** Lookups of the commands, answered from read models. */
export const readModelLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Lookups => ({
  cases: caseLookups(db),
  privacy: privacyLookups(db, projections, head),
  ...recentLookups(db, projections, head),
  accountsWithExpiredSanctions: (now, limit) => queryReadModel(() => accountsWithExpiredSanctions(db, now, limit)),
  openAppealsOf: (reviewId, upTo) =>
    queryReadModel(async () => {
      await requireShown(projections, ['appeals'], upTo)
      return openAppealsOf(db, reviewId)
    }),
  bookingsToComplete: (today, limit) => queryReadModel(() => bookingsToComplete(db, today, limit)),
  ...payoutLookups(db, projections, head),
  clientsWithExpiredRewards: (now, limit) => queryReadModel(() => clientsWithExpiredRewards(db, now, limit)),
  clientsWithHeldRatings: (upTo, limit) => queryReadModel(() => clientsWithHeldRatings(db, upTo, limit)),
  ratingsGivenBy: (businessId, upTo) =>
    queryReadModel(async () => {
      await requireShown(projections, ['ratings'], upTo)
      return allRatingsGiven(db, businessId)
    }),
  ...scoreLookups(db, projections, head),
  ...stayLookups(db, projections, head),
})

const freshnessTimeoutMs = 2_000

const isFound = (known: unknown) => known !== null && known !== false

type RecentLookups =
  | 'accountOfClient'
  | 'accountOfSanction'
  | 'accountsWithPhone'
  | 'clientOfCode'
  | 'decisionStream'
  | 'hasHistory'
  | 'isClientOf'
  | 'isKnownTo'
  | 'recordOfReporter'
  | 'reviewOfFlag'

/** Lookups that often follow immediately after the write they depend on. */
const recentLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, RecentLookups> => {
  const shownBy = async (names: readonly string[]) =>
    waitUntilShown(projections, names, await head(), freshnessTimeoutMs)
  /**
   * If nothing is found, waits until the read models show the current head and queries again. Fails if they do not get
   * there in time and still nothing is found, so that the caller can retry.
   */
  const found = <A>(names: readonly string[], query: () => Promise<A>) =>
    queryReadModel(async () => {
      const known = await query()
      if (isFound(known)) return known
      const shown = await shownBy(names)
      const last = await query()
      if (!shown && !isFound(last)) throw new Error(`Read models are behind: ${names.join(', ')}`)
      return last
    })
  return {
    accountOfClient: (clientId) =>
      found(['accounts'], async () => (await accountOfClient(db, clientId))?.accountId ?? null),
    accountOfSanction: (sanctionId) => found(['sanctions'], () => accountOfSanction(db, sanctionId)),
    accountsWithPhone: (kind, phone) =>
      queryReadModel(async () => {
        const number = normalisePhone(phone)
        if (number === null) return []
        await shownBy(['phones'])
        return (await accountsWithPhone(db, kind, number)).map(({ accountId }) => accountId)
      }),
    clientOfCode: (code) => found(['reward_codes'], () => clientOfCode(db, code)),
    decisionStream: (decisionId) => found(['decision_places'], () => streamOfDecision(db, decisionId)),
    hasHistory: ({ accountId, clientId }) => found(['reviews', 'ratings'], () => hasHistory(db, accountId, clientId)),
    isClientOf: (businessId, clientId) =>
      found(['ratings', 'reward_codes'], () => isClientOf(db, businessId, clientId)),
    isKnownTo: (clientId, businessId) => found(['ratings', 'reward_codes'], () => isKnownTo(db, clientId, businessId)),
    recordOfReporter: (accountId) =>
      queryReadModel(async () => {
        await shownBy(['flags'])
        return recordOfReporter(db, accountId)
      }),
    reviewOfFlag: (flagId) => found(['flags'], () => reviewOfFlag(db, flagId)),
  }
}
