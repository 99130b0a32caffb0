import { requireImpartialTo } from '../../../application/moderation/own-matter.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import {
  type ConnectionGraph as GraphRow,
  concernsModerator,
  connectionGraph,
  type IdentifierUse,
  type SharedIdentifier as SharedIdentifierRow,
  sharedIdentifiers,
} from '../../../projections/accounts/connections.queries.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { ConnectionGraph, SharedIdentifier } from '../../contract/moderation/connections.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { matterContext, requireOthersAccount } from './own-matters.ts'
import { defaultPageSize, readRoute, recordingSubjects, route } from '../route.ts'

/** *Collegamenti* @rule Q-123 Q-128 */
export const connectionRoutes = (api: ApiContext) => [
  route(endpoints.connections, ({ query: { kind, limit = defaultPageSize, cursor }, person, recordSubjects }) =>
    pipe(
      runQuery(() =>
        sharedIdentifiers(api.db, { kind, moderatorId: person.accountId, now: api.clock(), limit, cursor }),
      ),
      recordingSubjects(recordSubjects, ({ items }) =>
        items.flatMap(({ accounts }) => accounts.map(({ accountId }) => accountId)),
      ),
      TE.map(({ items, nextCursor }) => ({ body: items.map(sharedIdentifierResponse), nextCursor })),
    ),
  ),
  readRoute(endpoints.connectionGraph, ({ params: { accountId }, person, recordSubjects }) =>
    pipe(
      requireOthersAccount(api, person, accountId),
      TE.flatMap(() => requireImpartialTo(matterContext(api, person), [accountId])),
      TE.flatMap(() => runQuery(() => concernsModerator(api.db, accountId, person.accountId))),
      TE.flatMap((concerns): Result<GraphRow | null> =>
        concerns
          ? TE.left(rejectedWith({ type: 'OwnMatter' }))
          : runQuery(() => connectionGraph(api.db, { accountId, moderatorId: person.accountId, now: api.clock() })),
      ),
      TE.filterOrElseW(
        (graph) => graph !== null,
        () => rejectedWith({ type: 'AccountUnknown' }),
      ),
      recordingSubjects(recordSubjects, ({ accounts }) => accounts.map((account) => account.accountId)),
      TE.map(graphResponse),
    ),
  ),
]

const useResponse = <Use extends IdentifierUse>(use: Use) => ({ ...use, adoptedFrom: [...use.adoptedFrom] })

const sharedIdentifierResponse = ({ accounts, ...identifier }: SharedIdentifierRow): SharedIdentifier => ({
  ...identifier,
  accounts: accounts.map(useResponse),
})

const graphResponse = ({ accounts, identifiers, uses, cut }: GraphRow): ConnectionGraph => ({
  accounts: accounts.map((account) => ({ ...account, openCases: [...account.openCases] })),
  identifiers: [...identifiers],
  uses: uses.map(useResponse),
  cut,
})
