import { randomUUID } from 'node:crypto'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type {
  AccountNotification,
  NotificationStore,
  PlannedDelivery,
  UnplannedNotification,
} from '../../application/accounts/notification-ports.ts'
import type { NameHasher } from '../../application/accounts/ports.ts'
import { smsNumberOf } from '../../application/accounts/sms-numbers.ts'
import type { Job, Jobs } from '../../application/ports/jobs.ts'
import {
  afterQuietHours,
  defaultConsents,
  earliestSending,
  nextMorning,
} from '../../domain/accounts/notification-settings.ts'
import { isUrgent } from '../../domain/accounts/rules.ts'
import { type NotificationChannel, notificationChannels } from '../../domain/accounts/vocabulary.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes } from '../../domain/kernel/time.ts'
import { notificationKinds } from '../../domain/kernel/vocabulary.ts'
import { isNotificationOf, isReadBy, notificationsById } from '../../projections/accounts/notifications.ts'
import { notificationSettingsIn, PreferencesRowSchema } from '../../projections/accounts/preferences.ts'
import { statement } from '../postgres/postgres.ts'
import { postgresPushSubscriptions } from './push-subscriptions.ts'
import type { SessionLimits } from './sessions.ts'
import { storageTask } from './storage.ts'

const batchSize = 500
const keptDays = 60

interface NotificationOptions {
  /** Head of the log; rejects if it is unavailable. */
  readonly head: () => Promise<Position | null>
  /** Minutes between two messages to one account by one channel; security notices wait by SMS only. */
  readonly pauseMinutes: number
  /** Text messages to one number on an Italian day. */
  readonly smsPerDay: number
  readonly hashPhone: NameHasher['phone']
  readonly sessionLimits: SessionLimits
  /** Adds jobs to the outbox in the transaction of these queries. */
  readonly outbox: (db: CommonQueryMethods) => Pick<Jobs, 'add'>
}

/** Deliveries and reading marks in Postgres (module `notifications`). */
export const postgresNotifications = (db: DatabasePool, options: NotificationOptions): NotificationStore => ({
  ...deliveries(db, options),
  ...readingMarks(db),
  ...postgresPushSubscriptions(db, options.sessionLimits),
  deleteAllOf: (accountId) =>
    storageTask(async () => {
      for (const table of ['deliveries', 'read', 'read_up_to', 'push_subscriptions'])
        await db.query(statement`
          delete from ${sql.identifier(['notifications', table])} where account_id = ${accountId}`)
    }),
})

const deliveries = (
  db: DatabasePool,
  options: NotificationOptions,
): Pick<NotificationStore, 'plan' | 'send' | 'inMessage' | 'sweep'> => ({
  plan: (deliveriesOf) =>
    storageTask(async () => {
      await startAtHead(db, options.head)
      return db.transaction(async (transaction) => {
        const after = await transaction.oneFirst(lockPlanned)
        const found = await transaction.any(unplanned(after))
        const last = found.at(-1)
        if (last === undefined) return 0
        await insertDeliveries(transaction, found.flatMap(toUnplanned).flatMap(deliveriesOf))
        await transaction.query(statement`update notifications.planned set position = ${last.position}`)
        return found.length
      })
    }),
  send: (at) =>
    storageTask(() =>
      db.transaction(async (transaction) => {
        const due = await transaction.any(dueDeliveries(at, plusMinutes(at, -options.pauseMinutes)))
        if (due.length === 0) return 0
        const { pointless = [], quiet = [], ready = [] } = Object.groupBy(due, (delivery) => stateOf(delivery, at))
        await dropDeliveries(transaction, pointless)
        await postpone(transaction, quiet, afterQuietHours(at))
        const { allowed = [], tooMany = [] } = await withinSmsLimit(
          transaction,
          options.smsPerDay,
          messagesOf(ready, options.hashPhone),
          at,
        )
        await postpone(transaction, tooMany.flatMap(deliveriesIn), nextMorning(at))
        await assignBatches(transaction, allowed, at)
        await options.outbox(transaction).add(allowed.map(toJob))
        return due.length
      }),
    ),
  inMessage: (batch) =>
    storageTask(async () => {
      const ids = await db.anyFirst(sql.type(z.object({ id: z.string() }))`
        select notification_id as id from notifications.deliveries where batch = ${batch}`)
      return (await notificationsById(db, ids)) as readonly AccountNotification[]
    }),
  sweep: (at) =>
    storageTask(async () => {
      const { rowCount } = await db.query(statement`
        delete from notifications.deliveries where batch is not null and due_at <= ${plusDays(at, -keptDays)}`)
      await db.query(statement`delete from notifications.sms_days where day < ${romeDay(at)}`)
      return rowCount
    }),
})

const readingMarks = (db: CommonQueryMethods): Pick<NotificationStore, 'markRead' | 'markAllRead'> => ({
  markRead: (owner, id) =>
    storageTask(async () => {
      await db.query(statement`
        insert into notifications.read (account_id, notification_id)
        select ${owner.accountId}, n.key from read.notifications n
        where n.key = ${id} and ${isNotificationOf(owner)}
        on conflict do nothing`)
    }),
  markAllRead: (owner) =>
    storageTask(async () => {
      await db.query(statement`
        with newest as (
          select max(n.position collate "C") as position from read.notifications n
          where ${isNotificationOf(owner)}
        ), marked as (
          insert into notifications.read_up_to as r (account_id, position)
          select ${owner.accountId}, position from newest where position is not null
          on conflict (account_id) do update set position = greatest(r.position, excluded.position)
        )
        delete from notifications.read where account_id = ${owner.accountId}`)
    }),
})

// --- Planning ---------------------------------------------------------------------------------------

const lockPlanned = sql.type(z.object({ position: z.string() }))`
  select position from notifications.planned for update`

/** What the log holds when Garbo first plans deliveries is history, and does not leave the app. */
const startAtHead = async (db: CommonQueryMethods, head: NotificationOptions['head']): Promise<void> => {
  if (await db.exists(statement`select from notifications.planned`)) return
  await db.query(statement`
    insert into notifications.planned (position) values (${(await head()) ?? ''}) on conflict do nothing`)
}

const Unplanned = PreferencesRowSchema.pick({ notificationSettings: true }).extend({
  id: z.string(),
  position: z.string(),
  kind: z.enum(notificationKinds),
  hasOwnEmail: z.boolean(),
  /** Null for a deleted account. */
  accountId: z.string().nullable(),
  emailNotifications: z.boolean().nullable(),
  smsNotifications: z.boolean().nullable(),
  reachable: z.array(z.enum(notificationChannels)),
})

const unplanned = (after: Position) => sql.type(Unplanned)`
  select n.key as id, n.position, n.kind, n.has_own_email as "hasOwnEmail", a.account_id as "accountId",
    p.email_notifications as "emailNotifications", p.sms_notifications as "smsNotifications",
    p.notification_settings as "notificationSettings",
    array_remove(array[
      case when a.email_confirmed then 'email' end,
      case when a.phone is not null then 'sms' end,
      case when exists (select from notifications.push_subscriptions s where s.account_id = a.account_id) then 'push' end
    ], null) as reachable
  from read.notifications n
    left join read.accounts a on (a.key = n.recipient or a.client_id = n.recipient) and not a.deleted
    left join read.preferences p on p.key = a.account_id
  where n.position collate "C" > ${after}
  order by n.position collate "C" fetch first ${batchSize} rows with ties`

const toUnplanned = (row: z.infer<typeof Unplanned>): readonly UnplannedNotification[] => {
  const { id, kind, accountId, hasOwnEmail, reachable, emailNotifications, smsNotifications } = row
  if (accountId === null) return []
  const consents = {
    emailNotifications: emailNotifications ?? defaultConsents.emailNotifications,
    smsNotifications: smsNotifications ?? defaultConsents.smsNotifications,
  }
  const settings = { ...notificationSettingsIn(row), ...consents }
  return [{ id, accountId, kind, hasOwnEmail, reachable, settings }]
}

const insertDeliveries = async (db: CommonQueryMethods, planned: readonly PlannedDelivery[]): Promise<void> => {
  const rows = planned.map(({ notification: { id, accountId, kind }, channel, dueAt }) => [
    accountId,
    channel,
    id,
    kind,
    dueAt,
  ])
  await db.query(statement`
    insert into notifications.deliveries (account_id, channel, notification_id, kind, due_at)
    select * from ${sql.unnest(rows, ['text', 'text', 'text', 'text', 'timestamptz'])} on conflict do nothing`)
}

// --- Sending ----------------------------------------------------------------------------------------

const Due = PreferencesRowSchema.pick({ notificationSettings: true }).extend({
  accountId: z.string(),
  channel: z.enum(notificationChannels),
  notificationId: z.string(),
  kind: z.enum(notificationKinds),
  read: z.boolean(),
  /** The account's number, if the channel is SMS. */
  phone: z.string().nullable(),
})
type DueDelivery = z.infer<typeof Due>
type DeliveryKey = Pick<DueDelivery, 'accountId' | 'channel' | 'notificationId'>

/** `pointless`: read in the app, or the account has no number any longer; `quiet`: waits for the end of the quiet hours. */
const stateOf = (delivery: DueDelivery, at: Instant): 'pointless' | 'quiet' | 'ready' => {
  const { read, channel, phone, kind } = delivery
  if (read || (channel === 'sms' && smsNumberOf(phone) === null)) return 'pointless'
  return isBefore(at, earliestSending(kind, notificationSettingsIn(delivery), at)) ? 'quiet' : 'ready'
}

/** @rule D-37 by SMS, security notices wait for the pause too */
const dueDeliveries = (at: Instant, pausedSince: Instant) => sql.type(Due)`
  select d.account_id as "accountId", d.channel, d.notification_id as "notificationId", d.kind,
    coalesce(${isReadBy(sql.fragment`d.account_id`)}, false) as read, ph.phone,
    p.notification_settings as "notificationSettings"
  from notifications.deliveries d
    left join read.notifications n on n.key = d.notification_id
    left join read.preferences p on p.key = d.account_id
    left join read.phones ph on ph.key = d.account_id and d.channel = 'sms'
  where d.batch is null and d.due_at <= ${at}
    and ((d.kind = any(${sql.array(notificationKinds.filter(isUrgent), 'text')}) and d.channel <> 'sms') or not exists (
      select from notifications.deliveries s
      where s.account_id = d.account_id and s.channel = d.channel and s.sent_at > ${pausedSince}))
  order by d.due_at limit ${batchSize} for update of d skip locked`

interface NotificationMessage {
  readonly batch: string
  readonly accountId: string
  readonly channel: NotificationChannel
  /** Keyed hash of the number; null for other channels. */
  readonly phone: string | null
  readonly notificationIds: readonly string[]
}

const messagesOf = (due: readonly DueDelivery[], hashPhone: NameHasher['phone']): readonly NotificationMessage[] => {
  const groups = Map.groupBy(due, ({ accountId, channel }) => JSON.stringify([accountId, channel]))
  return [...groups.values()].flatMap((deliveries) => {
    const [first] = deliveries
    if (first === undefined) return []
    const { accountId, channel } = first
    const phone = first.phone === null ? null : hashPhone(first.phone)
    const notificationIds = deliveries.map((each) => each.notificationId)
    return [{ batch: randomUUID(), accountId, channel, phone, notificationIds }]
  })
}

const deliveriesIn = ({ accountId, channel, notificationIds }: NotificationMessage): readonly DeliveryKey[] =>
  notificationIds.map((notificationId) => ({ accountId, channel, notificationId }))

/** Counts text messages by number and day; locks numbers in one order, so that concurrent senders wait only. @rule D-37 */
const withinSmsLimit = async (
  db: CommonQueryMethods,
  smsPerDay: number,
  messages: readonly NotificationMessage[],
  at: Instant,
): Promise<Partial<Record<'allowed' | 'tooMany', readonly NotificationMessage[]>>> => {
  const phones = [...new Set(messages.flatMap(({ phone }) => phone ?? []))]
  if (phones.length === 0) return { allowed: messages }
  const day = romeDay(at)
  const counted = await db.any(sql.type(SmsCount)`
    insert into notifications.sms_days as s (phone, day, messages)
    select phone, ${day}::date, 0 from unnest(${sql.array(phones, 'text')}) as n (phone) order by phone
    on conflict (phone, day) do update set messages = s.messages returning s.phone, s.messages`)
  const counts = new Map(counted.map(({ phone, messages: count }) => [phone, count]))
  const divided = Object.groupBy(messages, ({ phone }) => {
    if (phone === null) return 'allowed'
    const count = counts.get(phone) ?? 0
    if (count >= smsPerDay) return 'tooMany'
    counts.set(phone, count + 1)
    return 'allowed'
  })
  await db.query(statement`
    update notifications.sms_days s set messages = n.messages
    from ${sql.unnest([...counts], ['text', 'int4'])} as n (phone, messages) where (s.phone, s.day) = (n.phone, ${day}::date)`)
  return divided
}

const SmsCount = z.object({ phone: z.string(), messages: z.number() })

const postpone = async (db: CommonQueryMethods, deliveries: readonly DeliveryKey[], until: Instant): Promise<void> => {
  if (deliveries.length === 0) return
  await db.query(statement`
    update notifications.deliveries d set due_at = ${until}
    from ${keysOf(deliveries)}
    where (d.account_id, d.channel, d.notification_id) = (k.account_id, k.channel, k.notification_id)`)
}

const keysOf = (deliveries: readonly DeliveryKey[]) => {
  const rows = deliveries.map(({ accountId, channel, notificationId }) => [accountId, channel, notificationId])
  return sql.fragment`${sql.unnest(rows, ['text', 'text', 'text'])} as k (account_id, channel, notification_id)`
}

const assignBatches = async (
  db: CommonQueryMethods,
  messages: readonly NotificationMessage[],
  at: Instant,
): Promise<void> => {
  const rows = messages.flatMap(({ batch, accountId, channel, notificationIds }) =>
    notificationIds.map((id) => [accountId, channel, id, batch]),
  )
  await db.query(statement`
    update notifications.deliveries d set batch = m.batch, sent_at = ${at}
    from ${sql.unnest(rows, ['text', 'text', 'text', 'text'])} as m (account_id, channel, notification_id, batch)
    where (d.account_id, d.channel, d.notification_id) = (m.account_id, m.channel, m.notification_id)`)
}

const dropDeliveries = async (db: CommonQueryMethods, deliveries: readonly DeliveryKey[]): Promise<void> => {
  if (deliveries.length === 0) return
  await db.query(statement`
    delete from notifications.deliveries d using ${keysOf(deliveries)}
    where (d.account_id, d.channel, d.notification_id) = (k.account_id, k.channel, k.notification_id)`)
}

/** Queue and job names are stored. */
const jobs: Readonly<Record<NotificationChannel, { readonly queue: string; readonly name: string }>> = {
  email: { queue: 'mail', name: 'notification-mail' },
  sms: { queue: 'mail', name: 'notification-sms' },
  push: { queue: 'push', name: 'notification-push' },
}

/** A text message names its number, by a hash: it leaves to that number or not at all. */
const toJob = ({ batch, accountId, channel, phone }: NotificationMessage): Job => ({
  ...jobs[channel],
  data: { accountId, batch, ...(phone === null ? {} : { phone }) },
  key: `notification-${batch}`,
})
