import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { aggregates, type DomainEvent } from '../../domain/all.ts'
import type { EventFamily } from '../../domain/kernel/event.ts'
import { notificationKinds } from '../../domain/kernel/vocabulary.ts'
import { notificationsOf, notifyingTypes } from '../../domain/notifications.ts'
import {
  countColumn,
  DayOrder,
  dayOrder,
  dayOrderIndex,
  decodeCursor,
  instantColumn,
  type Page,
  pageByDay,
  pageOf,
  type PageRequest,
  romeDayOf,
} from '../columns.ts'
import type { Projection } from '../projection.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()]))

const NotificationRowSchema = z.object({
  /** Account or client. */
  recipient: z.string(),
  kind: z.enum(notificationKinds),
  /** Type of the event. */
  about: z.string(),
  values,
  hasOwnEmail: z.boolean(),
  at: z.string(),
  position: z.string(),
})
export type NotificationRow = z.infer<typeof NotificationRowSchema>

const events: EventFamily<DomainEvent> = {
  codecs: new Map(
    Object.values(aggregates)
      .flatMap((aggregate) => [...aggregate.events.codecs])
      .filter(([type]) => notifyingTypes.has(type)),
  ),
}

/** A row for each person an event notifies, which no rebuild sends again: delivery follows the log's positions. */
export const notifications: Projection<NotificationRow, DomainEvent> = {
  name: 'notifications',
  version: 2,
  row: NotificationRowSchema,
  columns: {
    recipient: { type: 'text' },
    kind: { type: 'text' },
    about: { type: 'text' },
    values: { type: 'json' },
    hasOwnEmail: { type: 'bool' },
    at: { type: 'instant' },
    position: { type: 'text' },
  },
  erasedWith: 'recipient',
  indexes: [
    'recipient, position collate "C" desc, key desc',
    `recipient, ${dayOrderIndex('at')}`,
    'position collate "C"',
  ],
  events,
  createdBy: 'all',
  keys: ({ id, event }) => notificationsOf(event).map((_, n) => keyOf(id, n)),
  evolve: (_, { id, event, meta, position }, key) => {
    const notification = notificationsOf(event).find((_, n) => keyOf(id, n) === key)
    if (notification === undefined) return null
    const { kind, to, values = {}, hasOwnEmail = false } = notification
    return { recipient: to, kind, about: event.type, values, hasOwnEmail, at: meta.occurredAt, position }
  },
}

/** Without the first part of the event's id (UUID v7), which contains its time. @rule Q-46 Q-60 */
const keyOf = (eventId: string, n: number) => `${eventId.split('-').slice(2).join('-') || eventId}.${n}`

/** Id of an account, and of its client; null for a business. */
interface Recipient {
  readonly accountId: string
  readonly clientId: string | null
}

const Notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  about: z.string(),
  values,
  at: instantColumn,
})
const ListedNotification = Notification.extend({ read: z.boolean() })
export type ListedNotification = z.infer<typeof ListedNotification>
const ByPosition = ListedNotification.extend({ position: z.string() })
const ByDay = ListedNotification.extend(DayOrder.shape)

const columns = sql.fragment`n.key as id, n.kind, n.about, n.values, n.at`
export const isNotificationOf = ({ accountId, clientId }: Recipient) =>
  sql.fragment`n.recipient = any(${sql.array([accountId, ...(clientId === null ? [] : [clientId])], 'text')})`

/** What an account has read: everything up to a position, and single later notifications. */
export const isReadBy = (account: FragmentSqlToken | string) => sql.fragment`(
  n.position collate "C" <= coalesce((select position from notifications.read_up_to where account_id = ${account}), '')
  or exists (select from notifications.read r where r.account_id = ${account} and r.notification_id = n.key))`

const cursorSchema = z.tuple([z.string().regex(/^\d{20}(:\d{20})?$/), z.string().regex(/^[\w.-]+$/)])

/**
 * Newest first; of a business the newest day first, as the order of its notifications would tell when a review between two
 * of them was written. @rule Q-60
 */
export const notificationsFor = (
  db: CommonQueryMethods,
  recipient: Recipient,
  page: PageRequest,
): Promise<Page<ListedNotification>> =>
  recipient.clientId === null ? notificationsByDay(db, recipient, page) : notificationsByPosition(db, recipient, page)

const notificationsByDay = async (db: CommonQueryMethods, recipient: Recipient, { limit, cursor }: PageRequest) => {
  const byDay = dayOrder(sql.fragment`n.at`, sql.fragment`n.key`)
  const rows = await db.any(sql.type(ByDay)`
    select ${columns}, ${byDay.columns}, ${isReadBy(recipient.accountId)} as read
    from read.notifications n where n.recipient = ${recipient.accountId} and ${byDay.before(cursor)}
    order by ${byDay.descending} limit ${limit + 1}`)
  return pageByDay(rows, limit)
}

const notificationsByPosition = async (
  db: CommonQueryMethods,
  recipient: Recipient,
  { limit, cursor }: PageRequest,
) => {
  const after = decodeCursor(cursorSchema, cursor)
  const isAfterCursor =
    after === null ? sql.fragment`true` : sql.fragment`(n.position collate "C", n.key) < (${after[0]}, ${after[1]})`
  const rows = await db.any(sql.type(ByPosition)`
    select ${columns}, n.position, ${isReadBy(recipient.accountId)} as read
    from read.notifications n where ${isNotificationOf(recipient)} and ${isAfterCursor}
    order by n.position collate "C" desc, n.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ position, id }) => [position, id])
}

/** Counting stops here; the app shows `99+`. */
const maxUnread = 100

export const unreadNotifications = (db: CommonQueryMethods, recipient: Recipient) =>
  db.oneFirst(sql.type(z.object({ count: countColumn }))`
    select count(*) from (
      select from read.notifications n where ${isNotificationOf(recipient)} and not ${isReadBy(recipient.accountId)}
      limit ${maxUnread}) unread`)

/** Notifications by id, oldest day first. @rule Q-60 their order within a day does not follow the time */
export const notificationsById = (db: CommonQueryMethods, ids: readonly string[]) =>
  db.any(sql.type(Notification)`
    select ${columns} from read.notifications n where n.key = any(${sql.array([...ids], 'text')})
    order by ${romeDayOf(sql.fragment`n.at`)}, n.key`)
