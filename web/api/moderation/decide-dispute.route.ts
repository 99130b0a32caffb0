import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { disputeForModerator } from '../../../projections/disputes.ts'
import { calls } from '../../contract/calls.ts'
import { judgedDisputeAnswer } from '../answers/moderation.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { reasonsIn } from './reasons-in.ts'

export const decideDisputeRoute = (hall: Hall) =>
  route(calls.decideDispute, ({ params, body, asker }) => {
    const { status, moderatorNotes = null, resolution = null, seenVersion = null, ...said } = body
    const given = reasonsIn(said)
    return pipe(
      hall.ask.decideDispute(asker, {
        disputeId: params.disputeId,
        status,
        moderatorNotes,
        resolution,
        given,
        seenVersion,
      }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => disputeForModerator(hall.db, params.disputeId)),
          TE.map((dispute) => ({ answer: judgedDisputeAnswer(dispute), position })),
        ),
      ),
    )
  })
