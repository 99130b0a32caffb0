import { accountByName } from '../../../application/accounts/auth-services.ts'
import { parseFlagAbuseCaseId } from '../../../application/moderation/cases.ts'
import { loadMatterOfSanction } from '../../../application/moderation/own-matter.ts'
import type { Person } from '../../../application/person.ts'
import type { Result } from '../../../application/use-case.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { ProposalOutcome } from '../../../domain/sanctions/vocabulary.ts'
import { accountById } from '../../../projections/accounts/accounts.ts'
import { businessesByName } from '../../../projections/accounts/businesses.ts'
import {
  sanctionById,
  sanctionsForModerators,
  sanctionsOf,
  type SanctionView,
} from '../../../projections/sanctions/sanctions.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { displayNameOf } from '../accounts/responses.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { type AnyRoute, defaultPageSize, readRoute, recordingSubjects, route, type RouteRequest } from '../route.ts'
import { matterContext, withoutOwnMatters } from '../moderation/own-matters.ts'
import { ownSanctionResponse, sanctionResponse } from './responses.ts'

/** Clients are found by their complete e-mail address only, so that personal data cannot be browsed. */
const findAccountsRoute = (api: ApiContext) =>
  readRoute(endpoints.findAccounts, ({ body: { query }, recordSubjects }) =>
    pipe(
      query.includes('@') ? findByEmail(api, query) : findByName(api, query),
      TE.tapIO((found) => () => {
        if (found.length > 0) recordSubjects(...found.map(({ id }) => id))
      }),
    ),
  )

const findByName = (api: ApiContext, name: string) =>
  runQuery(async () => {
    const businesses = await businessesByName(api.db, name)
    return businesses.map(({ id, businessName, location }) => ({
      id,
      kind: 'business' as const,
      name: businessName,
      place: location,
    }))
  })

const findByEmail = (api: ApiContext, email: string) =>
  pipe(
    accountByName(api.services, 'email', api.services.nameHasher.email(email)),
    TE.flatMap((accountId): Result<Awaited<ReturnType<typeof accountById>>> =>
      accountId === null ? TE.right(null) : runQuery(() => accountById(api.db, accountId)),
    ),
    TE.map((account) =>
      account === null
        ? []
        : [{ id: account.accountId, kind: account.kind, name: displayNameOf(account), place: account.location }],
    ),
  )

/** The sanction once the read model has caught up with the write. */
const sanctionAfterWrite = (api: ApiContext, sanctionId: string, position: Position | null) =>
  readWritten(api, position, () => sanctionById(api.db, sanctionId, api.clock()))

interface ChangedSanction extends Pick<RouteRequest<typeof endpoints.liftSanction>, 'person' | 'recordSubjects'> {
  readonly sanctionId: string
}

/** Answer to a moderator who changed the sanction. */
const changedSanction =
  (api: ApiContext, { sanctionId, person, recordSubjects }: ChangedSanction) =>
  ({ position }: { readonly position: Position | null }) =>
    pipe(
      sanctionAfterWrite(api, sanctionId, position),
      recordingSubjects(recordSubjects, ({ userId }) => [userId]),
      TE.map((sanction) => ({ body: sanctionResponse(sanction, api.clock(), person), position })),
    )

const sanctionsRoute = (api: ApiContext) =>
  route(endpoints.sanctions, ({ query: { userId, active, limit = defaultPageSize, cursor }, person, recordSubjects }) =>
    pipe(
      runQuery(() =>
        sanctionsForModerators(api.db, { userId, activeOnly: active === 'true', now: api.clock(), limit, cursor }),
      ),
      TE.flatMap((page) =>
        pipe(
          withMatters(api, person, page.items),
          TE.flatMap(withoutOwnMatters(api, person, ({ matter }) => matter)),
          TE.map((items) => ({ ...page, items: items.map(({ sanction }) => sanction) })),
        ),
      ),
      recordingSubjects(recordSubjects, ({ items }) => items.map(({ userId }) => userId)),
      TE.map(({ items, nextCursor }) => ({
        body: items.map((sanction) => sanctionResponse(sanction, api.clock(), person)),
        nextCursor,
      })),
    ),
  )

const withMatters = (api: ApiContext, reader: Person, sanctions: readonly SanctionView[]) =>
  pipe(
    sanctions,
    TE.traverseArray((sanction) =>
      pipe(
        loadMatterOfSanction(matterContext(api, reader), sanction.userId, sanction.id),
        TE.map((matter) => ({ sanction, matter })),
      ),
    ),
  )

const imposeSanctionRoute = (api: ApiContext) =>
  route(endpoints.imposeSanction, ({ body, caller, person, newEntityId: sanctionId, recordSubjects }) => {
    const { userId: accountId, reason, severity, description = null } = body
    recordSubjects(accountId)
    return pipe(
      api.useCases.imposeSanction(caller, { sanctionId, accountId, reason, severity, description }),
      TE.flatMap(({ position }) =>
        pipe(
          sanctionAfterWrite(api, sanctionId, position),
          TE.map((sanction) => ({ body: sanctionResponse(sanction, api.clock(), person), position })),
        ),
      ),
    )
  })

const answerProposalRoute = (
  api: ApiContext,
  endpoint: typeof endpoints.consentToSanction | typeof endpoints.refuseSanction,
  outcome: ProposalOutcome,
) =>
  route(endpoint, ({ params, caller, person, recordSubjects }) =>
    pipe(
      api.useCases.answerProposal(caller, { sanctionId: params.id, outcome }),
      TE.flatMap(changedSanction(api, { sanctionId: params.id, person, recordSubjects })),
    ),
  )

const liftSanctionRoute = (api: ApiContext) =>
  route(endpoints.liftSanction, ({ params, body, caller, person, recordSubjects }) =>
    pipe(
      api.useCases.liftSanction(caller, { sanctionId: params.id, reason: body.reason }),
      TE.flatMap(changedSanction(api, { sanctionId: params.id, person, recordSubjects })),
    ),
  )

const decideSanctionAppealRoute = (api: ApiContext) =>
  route(endpoints.decideSanctionAppeal, ({ params, body: { decision, reason = '' }, caller, person, recordSubjects }) =>
    pipe(
      decision === undefined
        ? api.useCases.takeSanctionAppealUnderReview(caller, { sanctionId: params.id })
        : api.useCases.decideSanctionAppeal(caller, { sanctionId: params.id, decision, reason }),
      TE.flatMap(changedSanction(api, { sanctionId: params.id, person, recordSubjects })),
    ),
  )

const ownSanctionsRoute = (api: ApiContext) =>
  readRoute(endpoints.ownSanctions, ({ person }) =>
    runQuery(async () =>
      (await sanctionsOf(api.db, person.accountId, api.clock())).map((sanction) =>
        ownSanctionResponse(sanction, api.clock()),
      ),
    ),
  )

const appealSanctionRoute = (api: ApiContext) =>
  route(endpoints.appealSanction, ({ params, body, caller }) =>
    pipe(
      api.useCases.appealSanction(caller, { sanctionId: params.id, reason: body.appealReason }),
      TE.flatMap(({ position }) =>
        pipe(
          sanctionAfterWrite(api, params.id, position),
          TE.map((sanction) => ({ body: ownSanctionResponse(sanction, api.clock()), position })),
        ),
      ),
    ),
  )

const decideFlagAbuseRoute = (api: ApiContext) =>
  route(endpoints.decideFlagAbuse, ({ params, body, caller, recordSubjects }) => {
    recordSubjects(parseFlagAbuseCaseId(params.caseId)?.accountId ?? null)
    return pipe(
      api.useCases.decideFlagAbuse(caller, { ...params, ...body }),
      TE.map(({ position }) => ({ body: undefined, position })),
    )
  })

export const sanctionRoutes = (api: ApiContext): readonly AnyRoute[] => [
  findAccountsRoute(api),
  sanctionsRoute(api),
  imposeSanctionRoute(api),
  answerProposalRoute(api, endpoints.consentToSanction, 'consented'),
  answerProposalRoute(api, endpoints.refuseSanction, 'refused'),
  liftSanctionRoute(api),
  decideSanctionAppealRoute(api),
  ownSanctionsRoute(api),
  appealSanctionRoute(api),
  decideFlagAbuseRoute(api),
]
