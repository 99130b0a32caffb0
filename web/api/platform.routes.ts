import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { activeAnnouncement } from '../../domain/rewards/rules.ts'
import { endpoints } from '../contract/endpoints.ts'
import { type ApiContext, runQuery } from './api-context.ts'
import { type AnyRoute, readRoute, route, streamRoute } from './route.ts'

/** Routes that only need the session. */
export const sessionRoutes = [
  route(endpoints.logout, ({ endSession }) =>
    pipe(
      TE.fromTask(endSession),
      TE.map(() => ({ body: undefined })),
    ),
  ),
  readRoute(endpoints.csrfToken, ({ csrfToken }) => TE.right({ csrfToken: csrfToken ?? '' })),
]

const liveRoute = (api: ApiContext) =>
  streamRoute(endpoints.live, ({ person }, _after, push) =>
    api.live.subscribeToAccount(person, (topic) => void push({ data: { topic } })),
  )

const ruleSettingsRoute = ({ services, sessionMaxDays, announcement, clock }: ApiContext) =>
  readRoute(endpoints.ruleSettings, () => {
    const { promotion, ratings, reviews, rewards, travel } = services.ruleSettings
    return TE.right({
      bookingsPerDay: travel.bookingsPerDay,
      commissionApprovalAbove: promotion.approvalAbovePercent,
      disputeWorkingDays: reviews.disputeWorkingDays,
      ratingCountsEveryDays: ratings.countsEveryDays,
      ratingStayMaxDays: ratings.stayMaxDays,
      reviewIntervalDays: reviews.intervalDays,
      rewardMonths: rewards.ttlMonths,
      sessionMaxDays,
      promotion: activeAnnouncement(announcement, romeDay(clock())),
    })
  })

const devSettingsRoute = ({ gallery }: ApiContext) => readRoute(endpoints.devSettings, () => TE.right({ gallery }))

/** Exists only with the development transport. */
const devMailboxRoute = (messages: NonNullable<ApiContext['devMailbox']>) =>
  readRoute(endpoints.devMailbox, ({ query }) =>
    runQuery(async () => ({ messages: [...(await messages(query.to ?? undefined))] })),
  )

export const platformRoutes = (api: ApiContext): readonly AnyRoute[] => [
  liveRoute(api),
  ruleSettingsRoute(api),
  devSettingsRoute(api),
  ...(api.devMailbox === null ? [] : [devMailboxRoute(api.devMailbox)]),
]
