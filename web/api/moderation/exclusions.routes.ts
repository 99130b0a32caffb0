import { refuse, type Answer } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { flawOfPeriod, type Period } from '../../../domain/reputation/exclusion/periods.ts'
import { openAnomalies } from '../../../projections/anomalies.ts'
import { exclusionsOf, standingExclusions } from '../../../projections/exclusions.ts'
import { scoreAndPeriod } from '../../../projections/venue-days.ts'
import { calls } from '../../contract/calls.ts'
import type { ExclusionPreview, VenueExclusions } from '../../contract/scores.ts'
import { averageOf } from '../answers/user.ts'
import { anomalyAnswer, exclusionAnswer, scoresAnswer } from '../answers/scores.ts'
import { asked, type Hall } from '../hall.ts'
import { businessIn, mostExclusions } from '../reputation/score.routes.ts'
import { reading, route } from '../route.ts'
import { pageSize } from './paging.ts'

export const exclusionRoutes = (hall: Hall) => [
  route(calls.anomalies, ({ query }) =>
    pipe(
      asked(() => openAnomalies(hall.db, { limit: query.limit ?? pageSize, cursor: query.cursor })),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(anomalyAnswer), nextCursor })),
    ),
  ),
  route(calls.dismissAnomaly, ({ params, body, asker }) =>
    pipe(
      hall.ask.dismissAnomaly(asker, { businessId: params.id, day: params.day as Day, notes: body.notes }),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  ),
  reading(calls.exclusions, ({ params }) => exclusionsIn(hall, params.id)),
  reading(calls.exclusionPreview, ({ params, query }) =>
    previewOf(hall, params.id, { from: query.from as Day, to: query.to as Day }),
  ),
  route(calls.excludePeriod, ({ params, body, intentId, asker }) =>
    pipe(
      hall.ask.excludePeriod(asker, {
        ...body,
        businessId: params.id,
        exclusionId: intentId,
        from: body.from as Day,
        to: body.to as Day,
      }),
      TE.flatMap(afterwards(hall, params.id)),
    ),
  ),
  route(calls.liftExclusion, ({ params: { id, exclusionId }, body, asker }) =>
    pipe(
      hall.ask.liftExclusion(asker, { businessId: id, exclusionId, facts: body.facts }),
      TE.flatMap(afterwards(hall, id)),
    ),
  ),
]

const exclusionsIn = (hall: Hall, id: string): Answer<VenueExclusions> =>
  pipe(
    businessIn(hall, id),
    TE.flatMap((business) =>
      asked(async () => {
        const found = await exclusionsOf(hall.db, id, mostExclusions)
        const standing = found.filter(({ liftedAt }) => liftedAt === null)
        return {
          businessId: id,
          businessName: business.businessName,
          scores: scoresAnswer(business, standing, hall.clock()),
          exclusions: found.map(exclusionAnswer),
        }
      }),
    ),
  )

const afterwards =
  (hall: Hall, id: string) =>
  ({ position }: { readonly position: Position | null }) =>
    pipe(
      asked(async () => (position === null ? true : hall.settled(position))),
      TE.flatMap(() => exclusionsIn(hall, id)),
      TE.map((answer) => ({ answer, position })),
    )

/** Refused as the exclusion itself would be. */
const previewOf = (hall: Hall, id: string, period: Period): Answer<ExclusionPreview> =>
  pipe(
    businessIn(hall, id),
    TE.flatMap(() => asked(() => standingExclusions(hall.db, id))),
    TE.flatMap((standing): Answer<null> => {
      const periods = standing.map(({ from, to }) => ({ from: from as Day, to: to as Day }))
      const flaw = flawOfPeriod(period, periods, romeDay(hall.clock()))
      return flaw === null ? TE.right(null) : TE.left(refuse(flaw))
    }),
    TE.flatMap(() => asked(() => scoreAndPeriod(hall.db, id, period.from, period.to))),
    TE.map(({ ratingSum, raters, periodSum, periodRaters }) => ({
      before: { average: averageOf(ratingSum, raters), opinions: raters },
      after: { average: averageOf(ratingSum - periodSum, raters - periodRaters), opinions: raters - periodRaters },
      out: periodRaters,
    })),
  )
