import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { appealBy, appealsBy, type Appeal } from '../../../projections/appeals.ts'
import type { OwnAppeal } from '../../contract/appeals.ts'
import { calls } from '../../contract/calls.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { appealFileOf } from './appeal-file.ts'

const mostAppeals = 100

const lodgeAppealRoute = (hall: Hall) =>
  route(calls.lodgeAppeal, ({ params, body, asker, person }) =>
    pipe(
      hall.ask.lodgeAppeal(asker, { decisionId: params.id, text: body.reason }),
      TE.flatMap(({ decisionId, position }) =>
        pipe(
          readBack(hall, position, () => appealBy(hall.db, decisionId, person.accountId)),
          TE.map((appeal) => ({ answer: ownAppealAnswer(appeal), position })),
        ),
      ),
    ),
  )

const ownAppealsRoute = (hall: Hall) =>
  reading(calls.ownAppeals, ({ person }) =>
    asked(async () => (await appealsBy(hall.db, person.accountId, mostAppeals)).map(ownAppealAnswer)),
  )

/** Who decided stays inside. */
export const ownAppealAnswer = (appeal: Appeal): OwnAppeal => {
  const { toldId, reviewId, side, status, text, lodgedAt, measure, reason, closedAt } = appeal
  return { decisionId: toldId, reviewId, side, status, reason: text, lodgedAt, measure, answer: reason, closedAt }
}

const appealFileRoute = (hall: Hall) =>
  reading(calls.appealFile, ({ params, person }) => appealFileOf(hall, params.decisionId, person))

const takeAppealRoute = (hall: Hall) =>
  route(calls.takeAppeal, ({ params: { decisionId }, asker, person }) =>
    pipe(
      hall.ask.takeAppeal(asker, { decisionId }),
      TE.flatMap(({ position }) =>
        pipe(
          appealFileOf(hall, decisionId, person),
          TE.map((answer) => ({ answer, position })),
        ),
      ),
    ),
  )

const decideAppealRoute = (hall: Hall) =>
  route(calls.decideAppeal, ({ params: { decisionId }, body, asker, person }) =>
    pipe(
      hall.ask.decideAppeal(asker, { decisionId, ...body, measure: body.measure ?? null }),
      TE.flatMap(({ position }) =>
        pipe(
          appealFileOf(hall, decisionId, person),
          TE.map((answer) => ({ answer, position })),
        ),
      ),
    ),
  )

export const appealRoutes = (hall: Hall) =>
  [
    lodgeAppealRoute(hall),
    ownAppealsRoute(hall),
    appealFileRoute(hall),
    takeAppealRoute(hall),
    decideAppealRoute(hall),
  ] as const
