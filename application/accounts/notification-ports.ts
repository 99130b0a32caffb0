import type { ChannelConsents, NotificationSettings } from '../../domain/accounts/notification-settings.ts'
import type { AccountKind, NotificationChannel } from '../../domain/accounts/vocabulary.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { NotificationValues } from '../../domain/kernel/notification.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { NotificationKind } from '../../domain/kernel/vocabulary.ts'
import type { Attachment } from '../ports/mail.ts'
import type { NotificationText } from '../notification-texts.ts'
import type { StorageFailure } from './ports.ts'

type Stored<A> = TE.TaskEither<StorageFailure, A>

/** A notification of an account, whatever event it is about. */
export interface AccountNotification {
  readonly id: string
  readonly kind: NotificationKind
  /** Type of the event. */
  readonly about: string
  readonly values: NotificationValues
  readonly at: Instant
}

/** A new notification, with what decides where it is sent. */
export interface UnplannedNotification {
  readonly id: string
  readonly accountId: string
  readonly kind: NotificationKind
  readonly hasOwnEmail: boolean
  readonly settings: NotificationSettings & ChannelConsents
  /** Channels that can reach the account: a confirmed address, a telephone, a subscribed browser. */
  readonly reachable: readonly NotificationChannel[]
}

/** Files attached to the e-mail about a notification. */
export type NotificationFiles = (
  notification: Pick<AccountNotification, 'about' | 'values'>,
  accountId: string,
) => Promise<readonly Attachment[]>

export interface PlannedDelivery {
  readonly notification: Pick<UnplannedNotification, 'id' | 'accountId' | 'kind'>
  readonly channel: NotificationChannel
  readonly dueAt: Instant
}

/** A browser's address at its push service, as in the browser's PushSubscription. */
export interface PushSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface SubscribingSession {
  readonly accountId: string
  /** Its `Session.publicId`. */
  readonly sessionId: string
}

export interface StoredPushSubscription extends PushSubscription {
  readonly id: string
}

/** Deliveries and reading marks of notifications, in addition to the read model of what there is to tell. */
export interface NotificationStore {
  /**
   * Plans the notifications after the last planned log position, in order and once; the first call starts at the log's
   * end. Returns their number, at most a batch.
   */
  readonly plan: (deliveriesOf: (notification: UnplannedNotification) => readonly PlannedDelivery[]) => Stored<number>
  /**
   * Puts the unread notifications that are due into messages, one for each account and channel, and adds those to the
   * outbox. Returns their number, at most a batch.
   */
  readonly send: (at: Instant) => Stored<number>
  /** Notifications of a message, oldest first; empty if it is too old or all were withdrawn. */
  readonly inMessage: (batch: string) => Stored<readonly AccountNotification[]>
  /** Ignores an id that is unknown or somebody else's. */
  readonly markRead: (owner: NotificationOwner, id: string) => Stored<void>
  readonly markAllRead: (owner: NotificationOwner) => Stored<void>
  /**
   * Lasts until the session is ended or too old. An endpoint belongs to the session that subscribed last. The oldest of an account's
   * subscriptions make way for new ones.
   */
  readonly subscribe: (session: SubscribingSession, subscription: PushSubscription, at: Instant) => Stored<void>
  readonly unsubscribe: (accountId: string, endpoint: string) => Stored<void>
  /** Those of sessions that nobody has ended, also of idle ones: push messages are for people who are away. */
  readonly subscriptionsOf: (accountId: string, at: Instant) => Stored<readonly StoredPushSubscription[]>
  readonly deleteAllOf: (accountId: string) => Stored<void>
  /** Deletes old messages and returns the number of their deliveries. */
  readonly sweep: (at: Instant) => Stored<number>
}

export interface NotificationOwner {
  readonly accountId: string
  readonly clientId: string | null
}

/** Tokens of the links that end e-mails of one kind; they do not expire and contain no readable id. */
export interface UnsubscribeTokens {
  readonly issue: (subject: UnsubscribeSubject) => string
  /** Null unless issued here. */
  readonly read: (token: string) => UnsubscribeSubject | null
}

export interface UnsubscribeSubject {
  readonly accountId: string
  readonly kinds: readonly NotificationKind[]
}

/** Sends encrypted push messages (RFC 8291). */
export interface PushSender {
  /** Whether the endpoint belongs to a push service that Garbo sends to. */
  readonly accepts: (endpoint: string) => boolean
  /** `gone`: the push service no longer knows the subscription. Rejects if the service is unavailable. */
  readonly send: (subscription: PushSubscription, message: string) => Promise<'sent' | 'gone'>
  /** Public key that browsers subscribe with (VAPID, RFC 8292), base64url. */
  readonly publicKey: string
}

export type ReadNotification = (
  notification: Pick<AccountNotification, 'about' | 'values'>,
  reader: AccountKind,
) => NotificationText

/** Services of notifications. */
export interface NotificationServices {
  readonly store: NotificationStore
  readonly textOf: ReadNotification
  readonly filesOf: NotificationFiles
  readonly unsubscribeTokens: UnsubscribeTokens
  readonly push: PushSender
}
