import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { standingExclusions } from '../../../projections/exclusions.ts'
import { calls } from '../../contract/calls.ts'
import { scoresAnswer } from '../answers/scores.ts'
import { businessAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { businessIn } from './score.routes.ts'

export const businessProfileRoute = (hall: Hall) =>
  reading(calls.businessProfile, ({ params }) =>
    pipe(
      businessIn(hall, params.id),
      TE.flatMap((business) =>
        asked(async () => ({
          ...businessAnswer(business),
          scores: scoresAnswer(business, await standingExclusions(hall.db, params.id), hall.clock()),
        })),
      ),
    ),
  )
