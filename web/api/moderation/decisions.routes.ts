import { houseRule } from '../../../application/moderation/house-rules.ts'
import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { decisionOnRecord, decisionsTold, type ToldDecision as Row } from '../../../projections/decisions.queries.ts'
import { figuresOf } from '../../../projections/transparency.queries.ts'
import { calls } from '../../contract/calls.ts'
import type { ToldDecision, Transparency } from '../../contract/decisions.ts'
import { asked, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { dsaStatementOf, isRestriction } from './dsa-statement.ts'
import { pageSize } from './paging.ts'

const ownDecisionsRoute = (hall: Hall) =>
  route(calls.ownDecisions, ({ person, query }) =>
    pipe(
      asked(() => decisionsTold(hall.db, person.accountId, { limit: query.limit ?? pageSize, cursor: query.cursor })),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(toldAnswer), nextCursor })),
    ),
  )

export const toldAnswer = ({ ground, rulesVersion, ...decision }: Row): ToldDecision => ({
  ...decision,
  rule: { ground, ...houseRule(ground, rulesVersion), version: rulesVersion },
})

const suggestReasonsRoute = (hall: Hall) =>
  reading(calls.suggestReasons, ({ params, query, asker }) =>
    pipe(
      hall.ask.suggestReasons(asker, {
        reviewId: params.id,
        decision: query.decision,
        flagId: query.flagId ?? null,
      }),
      TE.map(({ ground, facts }) => ({ ground, facts })),
    ),
  )

const dsaStatementRoute = (hall: Hall) =>
  reading(calls.dsaStatement, ({ params }) =>
    pipe(
      asked(() => decisionOnRecord(hall.db, params.id)),
      TE.filterOrElse(
        (decision) => decision !== null,
        () => refuse({ type: 'DecisionUnknown' }),
      ),
      TE.filterOrElse(isRestriction, () => refuse({ type: 'NotARestriction' })),
      TE.map(dsaStatementOf),
    ),
  )

const transparencyRoute = (hall: Hall) =>
  reading(calls.transparency, ({ params }) =>
    asked(async () => figures(Number(params.year), await figuresOf(hall.db, Number(params.year)))),
  )

const figures = (year: number, counted: Awaited<ReturnType<typeof figuresOf>>): Transparency => {
  const { notices, answers, actions, grounds, appeals } = counted
  const { medianMinutes, ...outcomes } = answers
  const { held, hidden, removed, restored, overturned, detected, releasedAgain } = actions
  return {
    year,
    notices,
    answers: outcomes,
    medianMinutes,
    actions: { held, hidden, removed, restored },
    grounds: [...grounds],
    overturned,
    appeals,
    automated: { decided: held, detected, reversed: releasedAgain },
  }
}

export const decisionRoutes = (hall: Hall) =>
  [suggestReasonsRoute(hall), ownDecisionsRoute(hall), dsaStatementRoute(hall), transparencyRoute(hall)] as const
