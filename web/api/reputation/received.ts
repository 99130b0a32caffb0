import { asked, type Hall } from '../hall.ts'
import type { Answer } from '../../../application/use-case.ts'
import { ratingsReceived } from '../../../projections/ratings.ts'
import type { RatingReceived } from '../../contract/ratings.ts'
import { ratingReceivedAnswer } from '../answers/reputation.ts'
import { most } from './rating-lists.ts'

/** What a client may know of the ratings received: by the day, and on a day in no order that tells anything. */
export const receivedBy = (hall: Hall, clientId: string, limit = most.ratings): Answer<readonly RatingReceived[]> =>
  asked(async () =>
    (await ratingsReceived(hall.db, clientId, limit))
      .map(ratingReceivedAnswer(hall.doors.names.rating))
      .toSorted((one, other) => compare(other.createdAt, one.createdAt) || compare(one.id, other.id)),
  )

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
