import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { standingExclusions } from '../../../projections/exclusions.ts'
import { disputesOfVenue } from '../../../projections/venue-disputes.ts'
import { calls } from '../../contract/calls.ts'
import { scoresAnswer } from '../answers/scores.ts'
import { businessAnswer, disputeRecordAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { businessIn } from './score.routes.ts'

export const businessProfileRoute = (hall: Hall) => {
  const { db, clock } = hall
  return reading(calls.businessProfile, ({ params: { id } }) =>
    pipe(
      businessIn(hall, id),
      TE.flatMap((business) =>
        asked(async () => {
          const [standing, disputes] = await Promise.all([standingExclusions(db, id), disputesOfVenue(db, id)])
          return {
            ...businessAnswer(business),
            scores: scoresAnswer(business, standing, clock()),
            disputes: disputeRecordAnswer(disputes),
          }
        }),
      ),
    ),
  )
}
