import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import { normalisePhone } from '../../domain/access/phone.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { accountOfClient } from '../../projections/accounts.ts'
import { hasHistory, isClientOf, isKnownTo } from '../../projections/client-standings.ts'
import { placeOfDecision } from '../../projections/decision-places.ts'
import { reviewOfFlag } from '../../projections/flags.ts'
import { recordOfReporter } from '../../projections/moderation.queries.ts'
import { accountsWithPhone } from '../../projections/phones.ts'
import { clientOfCode } from '../../projections/reward-codes.ts'
import { accountOfSanction } from '../../projections/sanctions.ts'
import { asked } from './asked.ts'
import { areShown } from './shown.ts'

/** Milliseconds. */
const patience = 2_000

const isThere = (known: unknown) => known !== null && known !== false

type Recent =
  | 'accountOfClient'
  | 'accountOfSanction'
  | 'accountsWithPhone'
  | 'clientOfCode'
  | 'decidedIn'
  | 'hasHistory'
  | 'isClientOf'
  | 'isKnownTo'
  | 'recordOfReporter'
  | 'reviewOfFlag'

/** What people look up right after somebody wrote it. */
export const recentLookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, Recent> => {
  const shownBy = async (names: readonly string[]) => areShown(projections, names, await head(), patience)
  /**
   * What is not found may have been written a moment ago: it is looked for again where the log ended meanwhile. What cannot
   * be known yet is no answer: whoever asked comes again.
   */
  const found = <A>(names: readonly string[], query: () => Promise<A>) =>
    asked(async () => {
      const known = await query()
      if (isThere(known)) return known
      const shown = await shownBy(names)
      const last = await query()
      if (!shown && !isThere(last)) throw new Error(`Not shown yet: ${names.join(', ')}`)
      return last
    })
  return {
    accountOfClient: (clientId) =>
      found(['accounts'], async () => (await accountOfClient(db, clientId))?.accountId ?? null),
    accountOfSanction: (sanctionId) => found(['sanctions'], () => accountOfSanction(db, sanctionId)),
    accountsWithPhone: (kind, phone) =>
      asked(async () => {
        const number = normalisePhone(phone)
        if (number === null) return []
        await shownBy(['phones'])
        return (await accountsWithPhone(db, kind, number)).map(({ accountId }) => accountId)
      }),
    clientOfCode: (code) => found(['reward_codes'], () => clientOfCode(db, code)),
    decidedIn: (decisionId) => found(['decision_places'], () => placeOfDecision(db, decisionId)),
    hasHistory: ({ accountId, clientId }) => found(['reviews', 'ratings'], () => hasHistory(db, accountId, clientId)),
    isClientOf: (businessId, clientId) =>
      found(['ratings', 'reward_codes'], () => isClientOf(db, businessId, clientId)),
    isKnownTo: (clientId, businessId) => found(['ratings', 'reward_codes'], () => isKnownTo(db, clientId, businessId)),
    recordOfReporter: (accountId) =>
      asked(async () => {
        await shownBy(['flags'])
        return recordOfReporter(db, accountId)
      }),
    reviewOfFlag: (flagId) => found(['flags'], () => reviewOfFlag(db, flagId)),
  }
}
