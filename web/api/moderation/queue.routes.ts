import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay, startOfRomeDay } from '../../../domain/kernel/italian-calendar.ts'
import {
  casesPerDay,
  moderationQueue,
  openCasesByDay,
  type QueuedCase,
  queueCounts,
} from '../../../projections/moderation/queue.queries.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { defaultPageSize, readRoute, recordingSubjects, route, streamRoute } from '../route.ts'
import { pageWithoutOwnMatters } from './own-matters.ts'
import { queuedCaseResponse, queueStatisticsResponse, statisticsDays } from './responses.ts'

const queueRoute = (api: ApiContext) =>
  readRoute(endpoints.queue, ({ query, person, recordSubjects }) => {
    const { lane, limit = defaultPageSize, cursor } = query
    const now = api.clock()
    return pipe(
      runQuery(async () => {
        const [page, counts] = await Promise.all([
          moderationQueue(api.db, { lane, now, limit, cursor }),
          queueCounts(api.db, now),
        ])
        return { ...page, counts }
      }),
      TE.flatMap(pageWithoutOwnMatters(api, person, matterOfQueuedCase)),
      recordingSubjects(recordSubjects, ({ items }) => items.map(({ authorId }) => authorId)),
      TE.map(({ items, nextCursor, counts }) => ({ items: items.map(queuedCaseResponse), nextCursor, counts })),
    )
  })

const matterOfQueuedCase = ({ parties, venueId }: QueuedCase) => ({
  parties,
  venues: venueId === null ? [] : [venueId],
  sanctioned: null,
})

const queueStatisticsRoute = (api: ApiContext) =>
  readRoute(endpoints.queueStatistics, () =>
    runQuery(async () => {
      const today = romeDay(api.clock())
      const [first = today] = statisticsDays(today)
      const [daily, open] = await Promise.all([casesPerDay(api.db, startOfRomeDay(first)), openCasesByDay(api.db)])
      return queueStatisticsResponse(daily, open, today)
    }),
  )

const queueEventsRoute = (api: ApiContext) =>
  streamRoute(endpoints.queueEvents, (_request, after, push) =>
    api.live.subscribeToQueue(after, (data, position) => push({ id: position, data })),
  )

const nextCaseRoute = (api: ApiContext) =>
  route(endpoints.nextCase, ({ body, caller }) =>
    pipe(
      api.useCases.nextCase(caller, { lane: body.lane ?? null }),
      TE.map(({ caseId, claimedUntil, position }) => ({ body: { caseId, claimedUntil }, position })),
    ),
  )

const claimCaseRoute = (api: ApiContext) =>
  route(endpoints.claimCase, ({ params, caller }) =>
    pipe(
      api.useCases.claimCase(caller, params),
      TE.map(({ claimedUntil, position }) => ({ body: { claimedUntil }, position })),
    ),
  )

const releaseCaseRoute = (api: ApiContext) =>
  route(endpoints.releaseCase, ({ params, caller }) =>
    pipe(
      api.useCases.releaseCase(caller, params),
      TE.map(({ position }) => ({ body: undefined, position })),
    ),
  )

export const queueRoutes = (api: ApiContext) =>
  [
    queueRoute(api),
    queueStatisticsRoute(api),
    queueEventsRoute(api),
    nextCaseRoute(api),
    claimCaseRoute(api),
    releaseCaseRoute(api),
  ] as const
