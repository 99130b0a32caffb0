import type { CommonQueryMethods } from 'slonik'
import type { CaseLookups } from '../../application/ports/lookups.ts'
import {
  accountNames,
  casesClaimedByRequests,
  casesToRecheck,
  type ClaimLookup,
  deadlineCounts,
  moderatorIds,
  otherCasesOf,
  waitingCases,
} from '../../projections/moderation/queue.queries.ts'
import { batchQueries } from '../postgres/postgres.ts'
import { queryReadModel } from '../read-models.ts'

/** Lookups in the moderators' queue. Concurrent lookups of one kind share a query. */
export const caseLookups = (db: CommonQueryMethods): CaseLookups => {
  const claimedFor = batchQueries((claims: readonly ClaimLookup[]) => casesClaimedByRequests(db, claims))
  const otherCases = batchQueries((caseIds: readonly string[]) => otherCasesOf(db, caseIds))
  return {
    waiting: ({ lane, at, limit, except }) =>
      queryReadModel(() => waitingCases(db, { lane: lane ?? undefined, now: at, limit, except })),
    claimedFor: (correlationId, by, now) =>
      queryReadModel(async () => (await claimedFor({ correlationId, by, now })).caseId),
    otherCasesOf: (caseId) => queryReadModel(() => otherCases(caseId)),
    casesToRecheck: (at, soonUntil, limit) => queryReadModel(() => casesToRecheck(db, at, soonUntil, limit)),
    deadlineCounts: (at, soonUntil) => queryReadModel(() => deadlineCounts(db, at, soonUntil)),
    moderators: () => queryReadModel(() => moderatorIds(db)),
    nameOf: (accountId) => queryReadModel(async () => (await accountNames(db, [accountId])).get(accountId) ?? null),
  }
}
