import { matterOfAccount } from '../../../application/moderation/own-matter.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { type Period, validatePeriod } from '../../../domain/reviews/excluded-periods.ts'
import { openAnomalies } from '../../../projections/reviews/anomalies.ts'
import { activeExclusions, exclusionsOf } from '../../../projections/reviews/excluded-periods.ts'
import { scoreAndPeriodSums } from '../../../projections/reviews/venue-scores.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { ExclusionPreview, VenueExclusions } from '../../contract/reviews/scores.ts'
import { loadBusiness } from '../accounts/businesses.routes.ts'
import { type ApiContext, readAfterWrite, runQuery } from '../api-context.ts'
import { pageWithoutOwnMatters, requireOthersAccount } from '../moderation/own-matters.ts'
import { roundedAverage } from '../rounding.ts'
import { defaultPageSize, readRoute, recordingSubjects, route } from '../route.ts'
import { type AnomalyRow, anomalyResponse, exclusionResponse, scoresResponse } from './responses.ts'

export const maxExclusions = 100

/** Anomalies and excluded periods, for moderators. */
export const exclusionRoutes = (api: ApiContext) => [
  route(endpoints.anomalies, ({ query, person, recordSubjects }) =>
    pipe(
      runQuery(() => openAnomalies(api.db, { limit: query.limit ?? defaultPageSize, cursor: query.cursor })),
      TE.flatMap(pageWithoutOwnMatters(api, person, matterOfAnomaly)),
      recordingSubjects(recordSubjects, ({ items }) => items.map(({ businessId }) => businessId)),
      TE.map(({ items, nextCursor }) => ({ body: items.map(anomalyResponse), nextCursor })),
    ),
  ),
  route(endpoints.dismissAnomaly, ({ params, body, caller, recordSubjects }) => {
    recordSubjects(params.id)
    return pipe(
      api.useCases.dismissAnomaly(caller, { businessId: params.id, day: params.day as Day, notes: body.notes }),
      TE.map(({ position }) => ({ body: undefined, position })),
    )
  }),
  readRoute(endpoints.exclusions, ({ params: { id }, person, recordSubjects }) => {
    recordSubjects(id)
    return pipe(
      requireOthersAccount(api, person, id),
      TE.flatMap(() => loadExclusions(api, id)),
    )
  }),
  readRoute(endpoints.exclusionPreview, ({ params: { id }, query, person, recordSubjects }) => {
    recordSubjects(id)
    return pipe(
      requireOthersAccount(api, person, id),
      TE.flatMap(() => previewExclusion(api, id, { from: query.from as Day, to: query.to as Day })),
    )
  }),
  route(endpoints.excludePeriod, ({ params, body, newEntityId, caller, recordSubjects }) => {
    recordSubjects(params.id)
    return pipe(
      api.useCases.excludePeriod(caller, {
        ...body,
        businessId: params.id,
        exclusionId: newEntityId,
        from: body.from as Day,
        to: body.to as Day,
      }),
      TE.flatMap(exclusionsAfterWrite(api, params.id)),
    )
  }),
  route(endpoints.liftExclusion, ({ params: { id, exclusionId }, body, caller, recordSubjects }) => {
    recordSubjects(id)
    return pipe(
      api.useCases.liftExclusion(caller, { businessId: id, exclusionId, facts: body.facts }),
      TE.flatMap(exclusionsAfterWrite(api, id)),
    )
  }),
]

const matterOfAnomaly = ({ businessId }: AnomalyRow) => matterOfAccount(businessId)

const loadExclusions = (api: ApiContext, id: string): Result<VenueExclusions> =>
  pipe(
    loadBusiness(api, id),
    TE.flatMap((business) =>
      runQuery(async () => {
        const exclusions = await exclusionsOf(api.db, id, maxExclusions)
        const active = exclusions.filter(({ liftedAt }) => liftedAt === null)
        return {
          businessId: id,
          businessName: business.businessName,
          scores: scoresResponse(business, active, api.clock()),
          exclusions: exclusions.map(exclusionResponse),
        }
      }),
    ),
  )

const exclusionsAfterWrite =
  (api: ApiContext, id: string) =>
  ({ position }: { readonly position: Position | null }) =>
    pipe(
      readAfterWrite(api, position, loadExclusions(api, id)),
      TE.map((body) => ({ body, position })),
    )

/** Rejects the periods that the command would reject. */
const previewExclusion = (api: ApiContext, id: string, period: Period): Result<ExclusionPreview> =>
  pipe(
    loadBusiness(api, id),
    TE.flatMap(() => runQuery(() => activeExclusions(api.db, id))),
    TE.flatMap((exclusions): Result<null> => {
      const periods = exclusions.map(({ from, to }) => ({ from: from as Day, to: to as Day }))
      const rejection = validatePeriod(period, periods, romeDay(api.clock()))
      return rejection === null ? TE.right(null) : TE.left(rejectedWith(rejection))
    }),
    TE.flatMap(() => runQuery(() => scoreAndPeriodSums(api.db, id, period.from, period.to))),
    TE.map(({ starSum, counted, periodStarSum, periodCounted }) => ({
      before: { average: roundedAverage(starSum, counted), opinions: counted },
      after: {
        average: roundedAverage(starSum - periodStarSum, counted - periodCounted),
        opinions: counted - periodCounted,
      },
      out: periodCounted,
    })),
  )
