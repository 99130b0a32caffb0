import type { ModerationLookups } from '../../application/moderation/lookups.ts'
import { openAppealsOf } from '../../projections/moderation/appeals.ts'
import { streamOfDecision } from '../../projections/moderation/decisions.ts'
import {
  accountNames,
  casesClaimedByRequests,
  casesToRecheck,
  type ClaimLookup,
  deadlineCounts,
  moderatorIds,
  siblingCasesOf,
  waitingCases,
} from '../../projections/moderation/queue.queries.ts'
import { batchReads } from '../projections/projection-engine.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

/** Concurrent lookups of claims and of other cases share a query each. */
export const moderationLookups = ({ db, find, queryCaughtUp }: ReadModels): ModerationLookups => {
  const caseClaimedByRequest = batchReads(['cases'], (claims: readonly ClaimLookup[]) =>
    casesClaimedByRequests(db, claims),
  )
  const siblingCases = batchReads(['cases'], (caseIds: readonly string[]) => siblingCasesOf(db, caseIds))
  return {
    waitingCases: ({ lane, at, limit, except }) =>
      queryReadModel(() => waitingCases(db, { lane: lane ?? undefined, now: at, limit, except })),
    caseClaimedByRequest: (correlationId, by, now) =>
      queryReadModel(async () => (await caseClaimedByRequest({ correlationId, by, now })).caseId),
    siblingCasesOf: (caseId) => queryReadModel(() => siblingCases(caseId)),
    casesToRecheck: (at, soonUntil, limit) => queryReadModel(() => casesToRecheck(db, at, soonUntil, limit)),
    deadlineCounts: (at, soonUntil) => queryReadModel(() => deadlineCounts(db, at, soonUntil)),
    moderatorIds: () => queryReadModel(() => moderatorIds(db)),
    moderatorName: (accountId) =>
      queryReadModel(async () => (await accountNames(db, [accountId])).get(accountId) ?? null),
    decisionStream: (decisionId) => find(['decision_places'], () => streamOfDecision(db, decisionId)),
    openAppealsOf: (reviewId, atLeast) => queryCaughtUp(['appeals'], () => openAppealsOf(db, reviewId), atLeast),
  }
}
