import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { disputesOf } from '../../../projections/disputes.ts'
import { calls } from '../../contract/calls.ts'
import { disputeAnswer } from '../answers/moderation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { mostDisputes } from './review-lists.ts'

export const openDisputeRoute = (hall: Hall) =>
  route(calls.openDispute, ({ params, body, asker, person }) =>
    pipe(
      hall.ask.openDispute(asker, { reviewId: params.id, ...body, evidenceUrls: body.evidenceUrls ?? [] }),
      TE.flatMap(({ disputeId, position }) =>
        pipe(
          readBack(hall, position, async () => {
            const own = await disputesOf(hall.db, person.accountId, mostDisputes)
            return own.find(({ id }) => id === disputeId) ?? null
          }),
          TE.map((dispute) => ({ answer: disputeAnswer(dispute), position })),
        ),
      ),
    ),
  )
