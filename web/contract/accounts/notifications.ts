import { z } from 'zod'
import { notificationChannels, notificationDigests } from '../../../domain/accounts/vocabulary.ts'
import { notificationKinds } from '../../../domain/kernel/vocabulary.ts'
import { endpoint } from '../endpoint.ts'

export { isMandatory } from '../../../domain/accounts/rules.ts'

export const notification = z
  .object({
    id: z.string(),
    kind: z.enum(notificationKinds),
    at: z.string(),
    title: z.string(),
    text: z.string(),
    /** Path in the app. */
    link: z.string(),
    read: z.boolean(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

const unread = z.int().meta({ description: 'At most 100' })

const channels = z.strictObject({ email: z.boolean(), sms: z.boolean(), push: z.boolean() })

/** Channels of each kind that the caller can get, digest and quiet hours. Kinds that are left out keep their channels. */
export const notificationSettings = z
  .strictObject({
    kinds: z.strictObject(
      Object.fromEntries(notificationKinds.map((kind) => [kind, channels.optional()])) as Record<
        (typeof notificationKinds)[number],
        z.ZodOptional<typeof channels>
      >,
    ),
    digest: z.enum(notificationDigests),
    quietHours: z.boolean(),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof notificationSettings>
export type NotificationKind = (typeof notificationKinds)[number]
export { notificationChannels, notificationDigests, notificationKinds }

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), 'Valore non valido')

/** As `PushSubscription.toJSON()` returns it. */
const pushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https$/, error: 'Indirizzo non valido' }).max(1_000),
  expirationTime: z.number().nullish(),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})

const token = z.string().min(1).max(1_000)

export const notificationEndpoints = {
  notifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Lists the caller’s notifications, newest first',
    access: 'signed-in',
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.object({ items: z.array(notification), unread, nextCursor: z.string().nullable() }),
  }),
  readNotification: endpoint({
    method: 'POST',
    path: '/api/notifications/:id/read',
    summary: 'Marks a notification as read',
    access: 'signed-in',
    params: z.object({ id: z.string().regex(/^[\w.-]{1,120}$/, 'Identificativo non valido') }),
    response: null,
    rateLimit: 'write',
  }),
  readAllNotifications: endpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: 'Marks all notifications as read',
    access: 'signed-in',
    response: null,
    rateLimit: 'write',
  }),
  notificationEvents: endpoint({
    method: 'GET',
    path: '/api/notifications/events',
    summary: 'Streams the number of unread notifications and the newest one',
    access: 'signed-in',
    response: z.object({ unread, newest: notification.nullable() }),
    stream: true,
  }),
  notificationSettings: endpoint({
    method: 'GET',
    path: '/api/notifications/preferences',
    summary: 'Returns the channels of each kind of notification that the caller can get',
    access: 'signed-in',
    response: notificationSettings,
  }),
  setNotificationSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/preferences',
    summary: 'Sets the channels of kinds of notification; ignores kinds that the caller cannot get',
    access: 'signed-in',
    body: notificationSettings,
    response: notificationSettings,
    rateLimit: 'write',
  }),
  pushKey: endpoint({
    method: 'GET',
    path: '/api/notifications/push',
    summary: 'Returns the public key (VAPID) with which browsers subscribe to push messages, and the subscribed ones',
    access: 'signed-in',
    response: z.object({
      publicKey: z.string(),
      endpoints: z.array(z.string()).meta({ description: 'Endpoints that receive push messages of the account' }),
    }),
  }),
  subscribeToPush: endpoint({
    method: 'POST',
    path: '/api/notifications/push',
    summary: 'Sends push messages to a browser until somebody ends the session; repeating it changes nothing',
    access: 'signed-in',
    body: pushSubscription,
    response: null,
    rateLimit: 'write',
  }),
  unsubscribeFromPush: endpoint({
    method: 'DELETE',
    path: '/api/notifications/push',
    summary: 'Stops sending push messages to a browser',
    access: 'signed-in',
    body: pushSubscription,
    response: null,
    rateLimit: 'write',
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/unsubscribe',
    summary: 'Ends the e-mails of the kind that the token’s e-mail was about; also by the one-click form of RFC 8058',
    access: 'anyone',
    query: z.object({ token: token.optional() }),
    body: z.strictObject({ token: token.optional(), 'List-Unsubscribe': z.literal('One-Click').optional() }),
    response: null,
    rateLimit: 'code',
    oneClickForm: true,
    allowedWhileSuspended: true,
  }),
}
