import { unfoldReward, unfoldStanding } from '../../../application/rewards/standing-why.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { ratingsReceived } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { rewardWhyAnswer, standingWhyAnswer } from '../answers/why.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most } from './standing.ts'

export const whyRoutes = (hall: Hall) => [
  reading(calls.standingWhy, ({ person }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      unfoldStanding(hall.doors, person, clientId),
      TE.flatMap((unfolded) =>
        asked(async () => {
          const received = await ratingsReceived(hall.db, clientId, most)
          return standingWhyAnswer(unfolded, received, hall.doors.names.rating, hall.clock())
        }),
      ),
    )
  }),
  reading(calls.rewardWhy, ({ person, params }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      unfoldReward(hall.doors, clientId, params.code),
      TE.flatMap((unfolded) =>
        asked(async () =>
          rewardWhyAnswer(unfolded, await ratingsReceived(hall.db, clientId, most), hall.doors.names.rating),
        ),
      ),
    )
  }),
]
