import type { CommonQueryMethods } from 'slonik'
import type { CaseLookups } from '../../application/ports/case-lookups.ts'
import { casesBeside, casesClaimedFor, casesWaiting, type ClaimAsked } from '../../projections/next-case.queries.ts'
import { casesToTime, moderatorIds, namesOf, queueDeadlines } from '../../projections/queue.queries.ts'
import { together } from '../postgres/together.ts'
import { asked } from './asked.ts'

/** What is looked up of the moderators' queue, asked of the read models. */
export const caseLookupsIn = (db: CommonQueryMethods): CaseLookups => {
  const claimedFor = together((claims: readonly ClaimAsked[]) => casesClaimedFor(db, claims))
  const besides = together((caseIds: readonly string[]) => casesBeside(db, caseIds))
  return {
    waiting: ({ lane, at, limit, except }) =>
      asked(() => casesWaiting(db, { lane: lane ?? undefined, now: at, limit, except })),
    claimedFor: (correlationId, by, now) => asked(async () => (await claimedFor({ correlationId, by, now })).caseId),
    besides: (caseId) => asked(() => besides(caseId)),
    toTime: (at, soonUntil, limit) => asked(() => casesToTime(db, at, soonUntil, limit)),
    deadlines: (at, soonUntil) => asked(() => queueDeadlines(db, at, soonUntil)),
    moderators: () => asked(() => moderatorIds(db)),
    nameOf: (accountId) => asked(async () => (await namesOf(db, [accountId])).get(accountId) ?? null),
  }
}
