import { ratingsGiven } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { ratingGivenAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most } from './rating-lists.ts'

export const ratingsGivenRoute = (hall: Hall) =>
  reading(calls.ratingsGiven, ({ person, query }) =>
    asked(async () =>
      (await ratingsGiven(hall.db, person.accountId, query.limit ?? most.ratings)).map(
        ratingGivenAnswer(hall.doors.limits.ratingAmendDays),
      ),
    ),
  )
