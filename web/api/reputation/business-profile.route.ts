import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { standingExclusions } from '../../../projections/exclusions.ts'
import { disputesOfVenue } from '../../../projections/venue-disputes.ts'
import { calls } from '../../contract/calls.ts'
import { scoresAnswer } from '../answers/scores.ts'
import { businessAnswer, disputeRecordAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { businessIn } from './score.routes.ts'

export const businessProfileRoute = (hall: Hall) =>
  reading(calls.businessProfile, ({ params: { id } }) =>
    pipe(
      businessIn(hall, id),
      TE.flatMap((business) =>
        asked(async () => {
          const [standing, record] = await Promise.all([standingExclusions(hall.db, id), disputesOfVenue(hall.db, id)])
          const scores = scoresAnswer(business, standing, hall.clock())
          return { ...businessAnswer(business), scores, disputes: disputeRecordAnswer(record) }
        }),
      ),
    ),
  )
