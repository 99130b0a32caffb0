import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { sanctionById, sanctionsForModerators, sanctionsOf } from '../../../projections/sanctions.queries.ts'
import { calls } from '../../contract/calls.ts'
import { ownSanctionAnswer, sanctionAnswer } from '../answers/conduct.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { pageSize } from '../moderation/paging.ts'
import { findAccountsRoute } from './find-accounts.route.ts'
import { reading, route } from '../route.ts'

/** The record as it stands once what was just written shows. */
const shown = (hall: Hall, sanctionId: string, position: Position | null) =>
  readBack(hall, position, () => sanctionById(hall.db, sanctionId, hall.clock()))

const sanctionsRoute = (hall: Hall) =>
  route(calls.sanctions, ({ query: { userId, active, limit = pageSize, cursor } }) =>
    pipe(
      asked(() =>
        sanctionsForModerators(hall.db, { userId, activeOnly: active === 'true', now: hall.clock(), limit, cursor }),
      ),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(sanctionAnswer), nextCursor })),
    ),
  )

const imposeSanctionRoute = (hall: Hall) =>
  route(calls.imposeSanction, ({ body, asker, intentId: sanctionId }) => {
    const { userId: accountId, reason, severity, description = null } = body
    return pipe(
      hall.ask.imposeSanction(asker, { sanctionId, accountId, reason, severity, description }),
      TE.flatMap(({ position }) =>
        pipe(
          shown(hall, sanctionId, position),
          TE.map((found) => ({ answer: sanctionAnswer(found), position })),
        ),
      ),
    )
  })

const liftSanctionRoute = (hall: Hall) =>
  route(calls.liftSanction, ({ params, body, asker }) =>
    pipe(
      hall.ask.liftSanction(asker, { sanctionId: params.id, reason: body.reason }),
      TE.flatMap(({ position }) =>
        pipe(
          shown(hall, params.id, position),
          TE.map((found) => ({ answer: sanctionAnswer(found), position })),
        ),
      ),
    ),
  )

const decideSanctionAppealRoute = (hall: Hall) =>
  route(calls.decideSanctionAppeal, ({ params, body: { decision, reason = '' }, asker }) =>
    pipe(
      decision === undefined
        ? hall.ask.takeSanctionAppeal(asker, { sanctionId: params.id })
        : hall.ask.decideSanctionAppeal(asker, { sanctionId: params.id, decision, reason }),
      TE.flatMap(({ position }) =>
        pipe(
          shown(hall, params.id, position),
          TE.map((found) => ({ answer: sanctionAnswer(found), position })),
        ),
      ),
    ),
  )

const ownSanctionsRoute = (hall: Hall) =>
  reading(calls.ownSanctions, ({ person }) =>
    asked(async () => (await sanctionsOf(hall.db, person.accountId, hall.clock())).map(ownSanctionAnswer)),
  )

const appealSanctionRoute = (hall: Hall) =>
  route(calls.appealSanction, ({ params, body, asker }) =>
    pipe(
      hall.ask.appealSanction(asker, { sanctionId: params.id, reason: body.appealReason }),
      TE.flatMap(({ position }) =>
        pipe(
          shown(hall, params.id, position),
          TE.map((found) => ({ answer: ownSanctionAnswer(found), position })),
        ),
      ),
    ),
  )

export const conductRoutes = (hall: Hall) => [
  findAccountsRoute(hall),
  sanctionsRoute(hall),
  imposeSanctionRoute(hall),
  liftSanctionRoute(hall),
  decideSanctionAppealRoute(hall),
  ownSanctionsRoute(hall),
  appealSanctionRoute(hall),
]
