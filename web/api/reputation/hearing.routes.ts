import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { refuse } from '../../../application/use-case.ts'
import { disputeWithParties } from '../../../projections/disputes.ts'
import { statementsOf } from '../../../projections/dispute-statements.ts'
import { calls } from '../../contract/calls.ts'
import type { Hearing } from '../../contract/hearings.ts'
import { hearingAnswer } from '../answers/hearings.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

export const hearingRoutes = (hall: Hall) => [
  reading(calls.hearing, ({ params, person }) =>
    pipe(
      asked(() => hearingOf(hall, params.id, person.accountId)),
      TE.filterOrElse(
        (found) => found !== null,
        () => refuse({ type: 'DisputeNotFound' }),
      ),
    ),
  ),
  route(calls.fileStatement, ({ params, body, intentId, asker, person }) =>
    pipe(
      hall.ask.fileStatement(asker, { disputeId: params.id, statementId: intentId, message: body.message }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => hearingOf(hall, params.id, person.accountId)),
          TE.map((answer) => ({ answer, position })),
        ),
      ),
    ),
  ),
]

/** Null for whoever is neither of the two sides. */
const hearingOf = async ({ db }: Hall, disputeId: string, accountId: string): Promise<Hearing | null> => {
  const dispute = await disputeWithParties(db, disputeId)
  if (dispute === null || (accountId !== dispute.businessId && accountId !== dispute.authorId)) return null
  const side = accountId === dispute.businessId ? 'business' : 'author'
  return hearingAnswer(side, dispute, await statementsOf(db, disputeId))
}
