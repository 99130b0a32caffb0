import { ratingsReceived } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { ratingReceivedAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most } from './rating-lists.ts'

export const ratingsReceivedRoute = (hall: Hall) =>
  reading(calls.ratingsReceived, ({ person }) =>
    asked(async () => (await ratingsReceived(hall.db, person.clientId ?? '', most.ratings)).map(ratingReceivedAnswer)),
  )
