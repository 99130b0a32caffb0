import type { SubscribingSession } from '../../../application/accounts/notification-ports.ts'
import { unsubscribe } from '../../../application/accounts/notifications.ts'
import type { Person } from '../../../application/person.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { hidesTime, settingsSeenBy } from '../../../domain/accounts/notification-settings.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import {
  type ListedNotification,
  notificationsFor,
  unreadNotifications,
} from '../../../projections/accounts/notifications.ts'
import { notificationSettingsIn, preferencesOf } from '../../../projections/accounts/preferences.ts'
import type { Notification } from '../../contract/accounts/notifications.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, readAfterWrite, runQuery } from '../api-context.ts'
import { startOfDay } from '../rounding.ts'
import { type AnyRoute, defaultPageSize, readRoute, route, type RouteRequest, streamRoute } from '../route.ts'

const responseOf =
  ({ services }: ApiContext, { kind: viewer }: Person) =>
  ({ id, kind: about, at, read, ...notification }: ListedNotification): Notification => ({
    id,
    kind: about,
    at: hidesTime(about, viewer) ? startOfDay(at) : at,
    read,
    ...services.notifications.textOf(notification, viewer),
  })

const listRoute = (api: ApiContext) =>
  readRoute(endpoints.notifications, ({ query: { cursor, limit = defaultPageSize }, person }) =>
    runQuery(async () => {
      const [{ items, nextCursor }, unread] = await Promise.all([
        notificationsFor(api.db, person, { limit, cursor }),
        unreadNotifications(api.db, person),
      ])
      return { items: items.map(responseOf(api, person)), unread, nextCursor }
    }),
  )

const eventsRoute = (api: ApiContext) =>
  streamRoute(endpoints.notificationEvents, ({ person }, _after, push) => {
    const send = async () => {
      const [{ items }, unread] = await Promise.all([
        notificationsFor(api.db, person, { limit: 1 }),
        unreadNotifications(api.db, person),
      ])
      await push({ data: { unread, newest: items.map(responseOf(api, person))[0] ?? null } })
    }
    // a failed read is made up for by the next event or the client's next poll
    const sendOrSkip = () => void send().catch(() => undefined)
    sendOrSkip()
    return api.live.subscribeToAccount(person, (topic) => {
      if (topic === 'notifications') sendOrSkip()
    })
  })

const noContent = TE.map(() => ({ body: undefined }))

const readRoutes = (api: ApiContext) => [
  route(endpoints.readNotification, ({ params, person }) =>
    noContent(api.services.notifications.store.markRead(person, params.id)),
  ),
  route(endpoints.readAllNotifications, ({ person }) =>
    noContent(api.services.notifications.store.markAllRead(person)),
  ),
]

const loadSettings = (api: ApiContext, { accountId, kind }: Person) =>
  runQuery(async () => settingsSeenBy(kind, notificationSettingsIn(await preferencesOf(api.db, accountId))))

const settingsRoutes = (api: ApiContext) => [
  readRoute(endpoints.notificationSettings, ({ person }) => loadSettings(api, person)),
  route(endpoints.setNotificationSettings, ({ body, caller, person }) =>
    pipe(
      api.useCases.setNotificationSettings(caller, body),
      TE.flatMap((position) =>
        pipe(
          readAfterWrite(api, position, loadSettings(api, person)),
          TE.map((settings) => ({ body: settings, position })),
        ),
      ),
    ),
  ),
]

const sessionOf = ({
  person: { accountId },
  publicSessionId,
}: Pick<RouteRequest<typeof endpoints.subscribeToPush>, 'person' | 'publicSessionId'>): SubscribingSession => ({
  accountId,
  sessionId: publicSessionId ?? '',
})

const pushRoutes = (api: ApiContext) => {
  const { store, push } = api.services.notifications
  return [
    readRoute(endpoints.pushKey, ({ person }) =>
      pipe(
        store.subscriptionsOf(person.accountId, api.clock()),
        TE.map((subscribed) => ({ publicKey: push.publicKey, endpoints: subscribed.map(({ endpoint }) => endpoint) })),
      ),
    ),
    route(endpoints.subscribeToPush, ({ body: { endpoint, keys }, ...request }) =>
      push.accepts(endpoint)
        ? noContent(store.subscribe(sessionOf(request), { endpoint, keys }, api.clock()))
        : TE.left(rejectedWith({ type: 'PushServiceUnknown' })),
    ),
    route(endpoints.unsubscribeFromPush, ({ body: { endpoint }, person }) =>
      noContent(store.unsubscribe(person.accountId, endpoint)),
    ),
  ]
}

const unsubscribeRoute = (api: ApiContext) =>
  route(endpoints.unsubscribe, ({ query, body, caller }) =>
    pipe(
      unsubscribe(api.services)({ token: body.token ?? query.token ?? '' }, caller.correlationId),
      TE.map((position) => ({ body: undefined, position })),
    ),
  )

export const notificationRoutes = (api: ApiContext): readonly AnyRoute[] => [
  listRoute(api),
  eventsRoute(api),
  ...readRoutes(api),
  ...settingsRoutes(api),
  ...pushRoutes(api),
  unsubscribeRoute(api),
]
