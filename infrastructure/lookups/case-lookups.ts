import type { CommonQueryMethods } from 'slonik'
import type { CaseLookups } from '../../application/ports/case-lookups.ts'
import {
  caseClaimedFor,
  casesBeside,
  casesToTime,
  casesWaiting,
  moderatorIds,
  namesOf,
  queueDeadlines,
} from '../../projections/queue.queries.ts'
import { asked } from './asked.ts'

/** What is looked up of the moderators' queue, asked of the read models. */
export const caseLookupsIn = (db: CommonQueryMethods): CaseLookups => ({
  waiting: ({ lane, by, at, limit }) => asked(() => casesWaiting(db, { lane: lane ?? undefined, by, now: at, limit })),
  claimedFor: (correlationId, accountId, at) => asked(() => caseClaimedFor(db, correlationId, accountId, at)),
  besides: (caseId) => asked(() => casesBeside(db, caseId)),
  toTime: (at, soonUntil, limit) => asked(() => casesToTime(db, at, soonUntil, limit)),
  deadlines: (at, soonUntil) => asked(() => queueDeadlines(db, at, soonUntil)),
  moderators: () => asked(() => moderatorIds(db)),
  nameOf: (accountId) => asked(async () => (await namesOf(db, [accountId])).get(accountId) ?? null),
})
