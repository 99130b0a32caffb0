import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { NotificationStore } from '../../application/accounts/notification-ports.ts'
import { isForeignKeyViolation, statement } from '../postgres/postgres.ts'
import { isOpenSession, type SessionLimits } from './sessions.ts'
import { storageTask } from './storage.ts'

const maxSubscriptions = 10

/** The database deletes subscriptions with their session. @rule D-28 */
export const postgresPushSubscriptions = (
  db: CommonQueryMethods,
  sessionLimits: SessionLimits,
): Pick<NotificationStore, 'subscribe' | 'unsubscribe' | 'subscriptionsOf'> => ({
  subscribe: ({ accountId, sessionId }, { endpoint, keys }, at) =>
    storageTask(async () => {
      await db
        .query(
          statement`
        insert into notifications.push_subscriptions (endpoint, account_id, session_id, p256dh, auth, subscribed_at)
        select ${endpoint}, account_id, id, ${keys.p256dh}, ${keys.auth}, ${at} from access.sessions
        where account_id = ${accountId} and id::text = ${sessionId}
        on conflict (endpoint) do update set account_id = excluded.account_id, session_id = excluded.session_id,
          p256dh = excluded.p256dh, auth = excluded.auth, subscribed_at = excluded.subscribed_at`,
        )
        // the session ended in the meantime
        .catch((error: unknown) => (isForeignKeyViolation(error) ? undefined : Promise.reject(error as Error)))
      await db.query(statement`
        delete from notifications.push_subscriptions where endpoint in (
          select endpoint from notifications.push_subscriptions where account_id = ${accountId}
          order by subscribed_at desc, endpoint offset ${maxSubscriptions})`)
    }),
  unsubscribe: (accountId, endpoint) =>
    storageTask(async () => {
      await db.query(statement`
        delete from notifications.push_subscriptions where endpoint = ${endpoint} and account_id = ${accountId}`)
    }),
  subscriptionsOf: (accountId, at) =>
    storageTask(async () =>
      (
        await db.any(sql.type(StoredSubscription)`
        select p.id, p.endpoint, p.p256dh, p.auth
        from notifications.push_subscriptions p
          join access.sessions s on s.id = p.session_id and s.account_id = p.account_id
          left join access.credentials c on c.account_id = s.account_id
        where p.account_id = ${accountId} and ${isOpenSession(sessionLimits, at)}
        order by p.subscribed_at, p.endpoint`)
      ).map(({ id, endpoint, ...keys }) => ({ id, endpoint, keys })),
    ),
})

const StoredSubscription = z.object({ id: z.string(), endpoint: z.string(), p256dh: z.string(), auth: z.string() })
