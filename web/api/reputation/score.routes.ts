import { refuse, type Answer } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { publicBusiness } from '../../../projections/businesses.queries.ts'
import { exclusionsOf, standingExclusions } from '../../../projections/exclusions.ts'
import { weighedReviews } from '../../../projections/opinions.ts'
import { starsOfVenue } from '../../../projections/venue-days.ts'
import { calls } from '../../contract/calls.ts'
import { exclusionAnswer, scoreWhyAnswer, weighedReviewAnswer } from '../answers/scores.ts'
import { asked, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { pageSize } from './review-lists.ts'

export const mostExclusions = 100

export const scoreRoutes = (hall: Hall) => [
  reading(calls.scoreWhy, ({ params: { id } }) =>
    pipe(
      businessIn(hall, id),
      TE.flatMap((sums) =>
        asked(async () => {
          const [stars, standing] = await Promise.all([starsOfVenue(hall.db, id), standingExclusions(hall.db, id)])
          return scoreWhyAnswer(sums, stars, standing, hall.clock())
        }),
      ),
    ),
  ),
  route(calls.scoreReviews, ({ params: { id }, query, person }) =>
    pipe(
      own(id, person.accountId),
      TE.flatMap(() => businessIn(hall, id)),
      TE.flatMap((sums) =>
        asked(async () => {
          const paging = { limit: query.limit ?? pageSize, cursor: query.cursor }
          const { items, nextCursor } = await weighedReviews(hall.db, id, paging)
          return { answer: items.map(weighedReviewAnswer(sums)), nextCursor }
        }),
      ),
    ),
  ),
  reading(calls.scoreExclusions, ({ params: { id }, person }) =>
    pipe(
      own(id, person.accountId),
      TE.flatMap(() => asked(async () => (await exclusionsOf(hall.db, id, mostExclusions)).map(exclusionAnswer))),
    ),
  ),
]

/** A business with its sums; the answer for an id nobody has is the same as for a client's. */
export const businessIn = (hall: Hall, id: string) =>
  pipe(
    asked(() => publicBusiness(hall.db, id)),
    TE.filterOrElse(
      (business) => business !== null,
      () => refuse({ type: 'TargetUnknown' }),
    ),
  )

/** Only the venue itself reads review by review how its score comes about. */
const own = (id: string, accountId: string): Answer<unknown> =>
  id === accountId ? TE.right(null) : TE.left(refuse({ type: 'TargetUnknown' }))
