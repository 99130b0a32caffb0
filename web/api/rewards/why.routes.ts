import { unfoldReward, unfoldStanding } from '../../../application/rewards/standing-why.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { rewardWhyAnswer, standingWhyAnswer } from '../answers/why.ts'
import type { Hall } from '../hall.ts'
import { receivedBy } from '../reputation/received.ts'
import { reading } from '../route.ts'

export const whyRoutes = (hall: Hall) => [
  reading(calls.standingWhy, ({ person }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      unfoldStanding(hall.doors, person, clientId),
      TE.flatMap((unfolded) =>
        pipe(
          receivedBy(hall, clientId),
          TE.map((received) => standingWhyAnswer(unfolded, received, hall.doors.names.rating, hall.clock())),
        ),
      ),
    )
  }),
  reading(calls.rewardWhy, ({ person, params }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      unfoldReward(hall.doors, clientId, params.code),
      TE.flatMap((unfolded) =>
        pipe(
          receivedBy(hall, clientId),
          TE.map((received) => rewardWhyAnswer(unfolded, received, hall.doors.names.rating)),
        ),
      ),
    )
  }),
]
