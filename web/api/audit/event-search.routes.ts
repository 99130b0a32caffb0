import { requireImpartialTo } from '../../../application/moderation/own-matter.ts'
import { hasAdminRole, type Person } from '../../../application/person.ts'
import { accountByName } from '../../../application/accounts/auth-services.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { causationTrees } from '../../../domain/audit/causation-tree.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import {
  accountIdsOf,
  accountsWithIds,
  eventsOfCorrelation,
  type SearchTerm,
} from '../../../projections/audit/search.queries.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { matterContext } from '../moderation/own-matters.ts'
import { type AnyRoute, defaultPageSize, readRoute, type RouteRequest } from '../route.ts'
import { pageWithoutPartialEvents } from './partial-events.ts'
import { endOf, startOf } from './periods.ts'

/** Events of a correlation that are shown. @rule D-49 */
const maxCorrelated = 10_000
/** Ids in an answer whose accounts are looked up: to refuse a partial reader, and for their access logs. */
const maxLookedUp = 1_000

type RecordSubjects = RouteRequest<typeof endpoints.searchEvents>['recordSubjects']

export const eventSearchRoutes = (api: ApiContext): readonly AnyRoute[] => [
  readRoute(endpoints.searchEvents, ({ query, person, recordSubjects }) => {
    const { q, subject, actor, category, type, from, to, limit = defaultPageSize, cursor } = query
    const period = { from: from && startOf(from), to: to && endOf(to) }
    return pipe(
      TE.Do,
      TE.bind('term', () => (q === undefined ? TE.right(undefined) : searchTerm(api, person, q))),
      TE.bind('subjects', () => (subject === undefined ? TE.right(undefined) : idsOfAccount(api, subject))),
      TE.bind('page', ({ term, subjects }) => {
        const filter = { term, subject: subjects, actor, category, type, ...period }
        return pageWithoutPartialEvents(api, person, { ...filter, limit, cursor })
      }),
      TE.bind('accountIds', ({ term, subjects = [], page: { items } }) => {
        const found = [...(term?.accounts ?? []), ...items.flatMap(({ accounts }) => accounts)]
        return accountsOf(api, [...subjects, ...found, ...(actor === undefined ? [] : [actor])])
      }),
      TE.tapIO(({ accountIds }) => recordAccounts(recordSubjects, accountIds)),
      TE.map(({ page: { items, nextCursor } }) => ({
        items: items.map(({ accounts: _, correlationId: _id, ...event }) => event),
        nextCursor,
      })),
    )
  }),
  readRoute(endpoints.readModelChecks, () =>
    pipe(
      runQuery(api.readModelChecks),
      TE.map((checks) => [...checks]),
    ),
  ),
  readRoute(endpoints.correlation, ({ params: { correlationId }, person, recordSubjects }) =>
    pipe(
      runQuery(() => eventsOfCorrelation(api.db, correlationId, maxCorrelated)),
      TE.filterOrElse(
        (events) => events.length > 0,
        () => rejectedWith({ type: 'CorrelationNotFound' }),
      ),
      TE.bindTo('events'),
      TE.bind('accountIds', ({ events }) =>
        accountsOf(
          api,
          events.flatMap(({ accounts }) => accounts),
        ),
      ),
      TE.tap(({ accountIds }) => requireImpartialTo(matterContext(api, person), accountIds)),
      TE.tapIO(({ accountIds }) => recordAccounts(recordSubjects, accountIds)),
      TE.map(({ events }) => ({
        id: correlationId,
        roots: [...causationTrees(events.map(({ accounts: _, ...event }) => event))],
      })),
    ),
  ),
]

/** An e-mail address is looked up by its keyed hash, and only for administrators. @rule D-48 */
const searchTerm = (api: ApiContext, person: Person, q: string): Result<SearchTerm> => {
  if (!q.includes('@')) return TE.map((accounts: readonly string[]) => ({ names: [q], accounts }))(idsOfAccount(api, q))
  if (!hasAdminRole(person)) return TE.left(rejectedWith({ type: 'EmailSearchReserved' }))
  return pipe(
    accountByName(api.services, 'email', api.services.nameHasher.email(q)),
    TE.flatMap((accountId) => (accountId === null ? TE.right([]) : idsOfAccount(api, accountId))),
    TE.map((accounts) => ({ names: [], accounts })),
  )
}

/** The id of an account and of its client; the given id alone if no account has it. */
const idsOfAccount = (api: ApiContext, id: string): Result<readonly string[]> =>
  pipe(
    runQuery(() => accountIdsOf(api.db, id)),
    TE.map((ids) => (ids === null ? [id] : [ids.accountId, ...(ids.clientId === null ? [] : [ids.clientId])])),
  )

/** Accounts of the first of these ids, which are theirs or those of their clients. */
const accountsOf = (api: ApiContext, ids: readonly string[]): Result<readonly string[]> => {
  const named = [...new Set(ids)].slice(0, maxLookedUp)
  if (named.length === 0) return TE.right([])
  return pipe(
    runQuery(() => accountsWithIds(api.db, named)),
    TE.map((accounts) => [...new Set(accounts.values())]),
  )
}

/** @rule Q-97 whose events were looked for, or found by what was looked for */
const recordAccounts = (recordSubjects: RecordSubjects, accountIds: readonly string[]) => () => {
  if (accountIds.length > 0) recordSubjects(...accountIds)
}
