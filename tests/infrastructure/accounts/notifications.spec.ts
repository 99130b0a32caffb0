import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  NotificationStore,
  PlannedDelivery,
  UnplannedNotification,
} from '../../../application/accounts/notification-ports.ts'
import type { NotificationChannel } from '../../../domain/accounts/vocabulary.ts'
import type { NotificationKind } from '../../../domain/kernel/vocabulary.ts'
import { postgresNotifications } from '../../../infrastructure/accounts/notifications.ts'
import { postgresSessions } from '../../../infrastructure/accounts/sessions.ts'
import { outboxJobs } from '../../../infrastructure/reactions/policy-runner.ts'
import { unwrap } from '../../support/application.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { at } from '../../support/sample-values.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'

let database: Awaited<ReturnType<typeof databaseWithTables>>
let store: NotificationStore
let sessions: ReturnType<typeof postgresSessions>
const sessionLimits = { idleHours: 72, maxDays: 30 }
let head: string | null
beforeAll(async () => {
  database = await databaseWithTables()
  store = postgresNotifications(database.queries, {
    head: () => Promise.resolve(head),
    pauseMinutes: 15,
    outbox: outboxJobs,
    sessionLimits,
    smsPerDay: 3,
    hashPhone: (number) => `hash of ${number}`,
  })
  sessions = postgresSessions(database.queries, sessionLimits)
})
afterAll(() => database.drop())
beforeEach(async () => {
  head = null
  await database.pool.query(`
    delete from read.notifications; delete from read.accounts; delete from read.phones; delete from read.preferences;
    truncate ops.outbox, notifications.planned, notifications.deliveries, notifications.read, notifications.read_up_to,
      notifications.push_subscriptions;
    truncate notifications.sms_days;
    delete from access.sessions; delete from access.credentials`)
  await addAccount('anna')
})

/** A session of the account with its token. */
const startSession = async (accountId: string) => {
  const token = (await sessions.begin({ accountId }, now)) ?? ''
  return { accountId, sessionId: (await sessions.find(token, now))?.publicId ?? '', token }
}

const positionOf = (n: number) => String(n).padStart(20, '0')

const addAccount = (id: string, { confirmed = true, deleted = false } = {}) =>
  database.pool.query(
    `insert into read.accounts (key, account_id, kind, client_id, email, phone, photo_consent, roles, email_confirmed,
       registered_at, deleted)
     values ($1, $1, 'client', 'client-' || $1, $1 || '@example.it', null, false, '[]', $2, now(), $3)`,
    [id, confirmed, deleted],
  )

const notify = (n: number, recipient = 'anna', kind: NotificationKind = 'booking', part = 0) =>
  database.pool.query(
    `insert into read.notifications (key, recipient, kind, about, values, has_own_email, at, position)
     values ($1, $2, $3, 'BookingCancelled', '{}', false, now(), $4)`,
    [`event-${n}.${part}`, recipient, kind, positionOf(n)],
  )

const addPhone = (accountId: string, phone: string) =>
  database.pool.query(
    `insert into read.phones (key, account_id, kind, phone, registered_at) values ($1, $1, 'client', $2, now())`,
    [accountId, phone],
  )

const now = at('2026-05-04', '10:00')
const seen: UnplannedNotification[] = []
const plan = async (channel: NotificationChannel = 'email', dueAt = now) => {
  const done = unwrap(
    await store.plan((notification): readonly PlannedDelivery[] => {
      seen.push(notification)
      return [{ notification, channel, dueAt }]
    })(),
  )
  return { done, seen: seen.splice(0) }
}
const send = async (when = now) => unwrap(await store.send(when)())
interface MessageData {
  readonly accountId: string
  readonly batch: string
  readonly phone?: string
}
const messages = async () => {
  const { rows } = await database.pool.query<{ kind: string; payload: MessageData }>(
    'select kind, payload from ops.outbox order by number',
  )
  return rows
}

/** Notifications in the latest message to an account. */
const inMessageTo = async (accountId: string) => {
  const last = (await messages()).findLast(({ payload }) => payload.accountId === accountId)
  return unwrap(await store.inMessage(last?.payload.batch ?? '')()).map(({ id }) => id)
}

describe('deliveries of notifications', () => {
  it('D-28: start at the end of the log: what is in it when they begin is history', async () => {
    await notify(1)
    head = positionOf(1)
    expect(await plan()).toEqual({ done: 0, seen: [] })
    await notify(2)
    expect((await plan()).seen).toMatchObject([{ id: 'event-2.0', accountId: 'anna' }])
  })

  it('D-28: are planned once, also if several processes plan at a time or the read model is rebuilt', async () => {
    for (let n = 1; n <= 30; n++) await notify(n)
    const planned = await Promise.all([plan(), plan(), plan()])
    expect(planned.reduce((sum, { done }) => sum + done, 0)).toBe(30)
    await database.pool.query('update read.notifications set at = now()')
    expect(await plan()).toEqual({ done: 0, seen: [] })
  })

  it('D-28: are planned for all recipients of one event, also where a page ends', async () => {
    for (let n = 1; n < 500; n++) await notify(n)
    await addAccount('bruno')
    await notify(500, 'anna', 'appeal', 0)
    await notify(500, 'bruno', 'appeal', 1)
    expect(await plan()).toMatchObject({ done: 501 })
    expect(await plan()).toMatchObject({ done: 0 })
  })

  it('D-28: reach the account of a client, and no deleted account or unconfirmed address', async () => {
    await addAccount('carla', { confirmed: false })
    await addAccount('dario', { deleted: true })
    await notify(1, 'client-anna')
    await notify(2, 'carla')
    await notify(3, 'dario')
    expect(await plan()).toMatchObject({
      done: 3,
      seen: [
        { accountId: 'anna', reachable: ['email'] },
        { accountId: 'carla', reachable: [] },
      ],
    })
  })

  it('D-28: that are due together leave in one message, once', async () => {
    await notify(1)
    await notify(2)
    await plan()
    expect(await send()).toBe(2)
    expect(await send()).toBe(0)
    const [message, ...others] = await messages()
    expect(others).toEqual([])
    expect(message).toMatchObject({ kind: 'notification-mail', payload: { accountId: 'anna' } })
    expect(unwrap(await store.inMessage(message?.payload.batch ?? '')())).toMatchObject([
      { id: 'event-1.0' },
      { id: 'event-2.0' },
    ])
  })

  it('D-28: follow another message after a pause; a security notice does not wait', async () => {
    await notify(1)
    await plan()
    await send()
    await notify(2)
    await plan()
    expect(await send(at('2026-05-04', '10:14'))).toBe(0)
    await notify(3, 'anna', 'new-device')
    await plan()
    expect(await send(at('2026-05-04', '10:14'))).toBe(1)
    expect(await send(at('2026-05-04', '10:28'))).toBe(0)
    expect(await send(at('2026-05-04', '10:30'))).toBe(1)
    expect(await messages()).toHaveLength(3)
  })

  it('D-29: wait until they are due', async () => {
    await notify(1)
    await plan()
    expect(await send(at('2026-05-04', '09:59'))).toBe(0)
    expect(await send()).toBe(1)
  })

  it('D-29: that are late wait until 8 in the quiet hours, unless they are urgent or the account has none', async () => {
    const evening = at('2026-05-04', '18:50')
    const night = at('2026-05-04', '19:05')
    await addAccount('bruno')
    await database.pool.query(
      `insert into read.preferences (key, account_id, email_notifications, sms_notifications, marketing_consent,
         notification_settings)
       values ('bruno', 'bruno', true, false, false, $1)`,
      [JSON.stringify({ noEmail: [], noSms: [], noPush: [], digest: 'none', quietHours: false })],
    )
    await notify(1)
    await notify(2, 'anna', 'new-device')
    await notify(3, 'bruno')
    await plan('push', evening)
    await send(night)
    expect((await messages()).map(({ payload }) => payload.accountId).toSorted()).toEqual(['anna', 'bruno'])
    expect(await inMessageTo('anna')).toEqual(['event-2.0'])
    expect(await send(at('2026-05-05', '05:59'))).toBe(0)
    expect(await send(at('2026-05-05', '06:00'))).toBe(1)
    expect(await inMessageTo('anna')).toEqual(['event-1.0'])
  })

  it('are not sent if their reader has seen them in the app', async () => {
    await addAccount('bruno')
    for (const [n, who] of [
      [1, 'anna'],
      [2, 'anna'],
      [3, 'bruno'],
    ] as const)
      await notify(n, who)
    await plan()
    unwrap(await store.markRead({ accountId: 'anna', clientId: 'client-anna' }, 'event-1.0')())
    unwrap(await store.markAllRead({ accountId: 'bruno', clientId: null })())
    await send()
    const [message, ...others] = await messages()
    expect(others).toEqual([])
    expect(unwrap(await store.inMessage(message?.payload.batch ?? '')())).toMatchObject([{ id: 'event-2.0' }])
  })

  it('cannot be marked as read by somebody else', async () => {
    await notify(1)
    unwrap(await store.markRead({ accountId: 'bruno', clientId: null }, 'event-1.0')())
    await plan()
    await send()
    expect(await messages()).toHaveLength(1)
  })

  it('disappear with their account, and two months after they were sent', async () => {
    const key = { p256dh: 'a', auth: 'b' }
    const session = await startSession('anna')
    unwrap(await store.subscribe(session, { endpoint: 'https://push.example/1', keys: key }, now)())
    await notify(1)
    await plan()
    await send()
    expect(unwrap(await store.sweep(at('2026-06-30'))())).toBe(0)
    expect(unwrap(await store.sweep(at('2026-07-10'))())).toBe(1)
    unwrap(await store.deleteAllOf('anna')())
    expect(unwrap(await store.subscriptionsOf('anna', now)())).toEqual([])
  })
})

describe('text messages about notifications', () => {
  const number = '+393331234567'
  /** Plans a security notice by SMS and sends what is due. */
  const warn = async (n: number, accountId: string, when: Instant) => {
    await notify(n, accountId, 'new-device')
    await plan('sms', when)
    return send(when)
  }
  const sentTo = async () => (await messages()).map(({ payload }) => payload.accountId)

  it('D-37: follow each other after the pause, security notices too', async () => {
    await addPhone('anna', number)
    await warn(1, 'anna', at('2026-05-04', '10:00'))
    await warn(2, 'anna', at('2026-05-04', '10:05'))
    await warn(3, 'anna', at('2026-05-04', '10:14'))
    expect(await sentTo()).toEqual(['anna'])
    await send(at('2026-05-04', '10:15'))
    expect(await sentTo()).toEqual(['anna', 'anna'])
    expect(await inMessageTo('anna')).toEqual(['event-2.0', 'event-3.0'])
  })

  it('D-37: are three a day to one number at most, whatever accounts have it; the rest leaves the next morning', async () => {
    for (const accountId of ['bruno', 'carla', 'dario']) await addAccount(accountId)
    for (const accountId of ['anna', 'bruno', 'carla', 'dario']) await addPhone(accountId, number)
    for (const [n, accountId] of ['anna', 'bruno', 'carla'].entries()) await notify(n, accountId, 'new-device')
    await plan('sms')
    await send()
    expect((await sentTo()).toSorted()).toEqual(['anna', 'bruno', 'carla'])
    await warn(4, 'dario', at('2026-05-04', '10:20'))
    await warn(5, 'anna', at('2026-05-04', '10:40'))
    await send(at('2026-05-05', '05:59'))
    expect(await sentTo()).toHaveLength(3)
    await send(at('2026-05-05', '06:00'))
    expect((await sentTo()).slice(3).toSorted()).toEqual(['anna', 'dario'])
  })

  it('D-37: leave only while the number they are counted for is the account’s, and say its hash', async () => {
    await warn(1, 'anna', now)
    expect(await messages()).toEqual([])
    await addPhone('anna', number)
    await warn(2, 'anna', now)
    expect(await messages()).toMatchObject([{ kind: 'notification-sms', payload: { phone: `hash of ${number}` } }])
    unwrap(await store.sweep(at('2026-05-06'))())
    expect((await database.pool.query('select from notifications.sms_days')).rows).toEqual([])
  })
})

describe('browsers that receive push messages', () => {
  type Session = Awaited<ReturnType<typeof startSession>>
  const subscribe = async (session: Session, name: string, minute = 0) =>
    unwrap(
      await store.subscribe(
        session,
        { endpoint: `https://push.example/${name}`, keys: { p256dh: name, auth: 'secret' } },
        at('2026-05-04', `10:${String(minute).padStart(2, '0')}`),
      )(),
    )
  const endpointsOf = async (accountId: string, when = now) =>
    unwrap(await store.subscriptionsOf(accountId, when)()).map(({ endpoint }) => endpoint.slice(-1))

  it('belong to the account that subscribed last', async () => {
    await subscribe(await startSession('anna'), '1')
    await subscribe(await startSession('bruno'), '1')
    expect([await endpointsOf('anna'), await endpointsOf('bruno')]).toEqual([[], ['1']])
    unwrap(await store.unsubscribe('anna', 'https://push.example/1')())
    expect(await endpointsOf('bruno')).toEqual(['1'])
  })

  it('are at most ten, the latest', async () => {
    const anna = await startSession('anna')
    for (const [n, name] of 'abcdefghijkl'.split('').entries()) await subscribe(anna, name, n)
    expect((await endpointsOf('anna')).join('')).toBe('cdefghijkl')
  })

  it('D-28: receive none once their session was ended or is a month old, or another password was chosen', async () => {
    const [ended, lasting] = [await startSession('anna'), await startSession('anna')]
    await subscribe(ended, '1')
    await subscribe(lasting, '2')
    await sessions.end(ended.token)
    expect(await endpointsOf('anna')).toEqual(['2'])
    await sessions.sweep(at('2026-05-08', '10:01'))
    expect(await endpointsOf('anna', at('2026-05-08', '10:01'))).toEqual(['2'])
    expect(await endpointsOf('anna', at('2026-06-03', '10:01'))).toEqual([])
    await database.pool.query(
      "insert into access.credentials (account_id, hash, changed_at, number) values ('anna', 'x', now(), 1)",
    )
    expect(await endpointsOf('anna')).toEqual([])
    await sessions.sweep(now)
    const { rows } = await database.pool.query('select from notifications.push_subscriptions')
    expect(rows).toEqual([])
  })

  it('D-28: cannot be subscribed in a session that has ended, nor in one of another account', async () => {
    const [anna, bruno] = [await startSession('anna'), await startSession('bruno')]
    await sessions.end(anna.token)
    await subscribe(anna, '1')
    await subscribe({ ...bruno, accountId: 'anna' }, '2')
    expect([await endpointsOf('anna'), await endpointsOf('bruno')]).toEqual([[], []])
  })
})
