import { sameContent } from '../kernel/equality.ts'
import type { DataOf } from '../kernel/event.ts'
import { nextDay, romeDay, startOfRomeDay } from '../kernel/italian-calendar.ts'
import type { Day, Instant } from '../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'
import { type NotificationKind, notificationKinds } from '../kernel/vocabulary.ts'
import type { AccountEvent } from './account-events.ts'
import { canReceive, isMandatory, isUrgent } from './rules.ts'
import {
  type AccountKind,
  type NotificationChannel,
  notificationChannels,
  type NotificationDigest,
} from './vocabulary.ts'

/** Channels of one kind, in addition to the list in the app, which shows everything. */
export type KindChannels = Readonly<Record<NotificationChannel, boolean>>

export interface NotificationSettings {
  readonly kinds: Readonly<Record<NotificationKind, KindChannels>>
  /** Collects e-mails. Text messages and push messages are never collected. */
  readonly digest: NotificationDigest
  /** Nothing is sent from 21 to 8, Italian time. */
  readonly quietHours: boolean
}

/** Settings as their owner sees and chooses them: without the kinds that no notification of the account can have. */
export interface ChosenNotificationSettings extends Omit<NotificationSettings, 'kinds'> {
  readonly kinds: { readonly [Kind in NotificationKind]?: KindChannels | undefined }
}

export const settingsSeenBy = (reader: AccountKind, settings: NotificationSettings): ChosenNotificationSettings => ({
  ...settings,
  kinds: ofReader(reader, settings.kinds),
})

const ofReader = (
  reader: AccountKind,
  kinds: ChosenNotificationSettings['kinds'],
): Partial<NotificationSettings['kinds']> =>
  Object.fromEntries(
    notificationKinds.flatMap((kind) => {
      const channels = kinds[kind]
      return channels === undefined || !canReceive(reader, kind) ? [] : [[kind, channels]]
    }),
  )

/** Kinds that an SMS is worth, once the owner allows any. */
const worthSms: ReadonlySet<NotificationKind> = new Set([
  'reward-expiring',
  'booking',
  'payout',
  'decision',
  'new-device',
])

const kindsWhere = (channelsOf: (kind: NotificationKind) => KindChannels) =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, channelsOf(kind)])) as NotificationSettings['kinds']

/** Settings of an account that has not chosen any. */
export const defaultNotificationSettings: NotificationSettings = {
  kinds: kindsWhere((kind) => ({ email: true, sms: worthSms.has(kind), push: true })),
  digest: 'none',
  quietHours: true,
}

type SettingsChanged = DataOf<AccountEvent, 'NotificationSettingsChanged'>
export type StoredSettings = Omit<SettingsChanged, 'accountId' | 'at'>

export const storedSettings = ({
  noEmail,
  noSms,
  noPush,
  digest,
  quietHours,
}: StoredSettings): NotificationSettings => ({
  kinds: kindsWhere((kind) => ({
    email: !noEmail.includes(kind),
    sms: !noSms.includes(kind),
    push: !noPush.includes(kind),
  })),
  digest,
  quietHours,
})

const toStored = ({ kinds, digest, quietHours }: NotificationSettings): StoredSettings => {
  const without = (channel: NotificationChannel) => notificationKinds.filter((kind) => !kinds[kind][channel])
  return { noEmail: without('email'), noSms: without('sms'), noPush: without('push'), digest, quietHours }
}

export type NotificationSettingsCommand =
  /** Kinds that are left out, or that the account cannot receive, keep their channels. */
  | ({ readonly type: 'SetNotificationSettings'; readonly at: Instant } & ChosenNotificationSettings)
  /** By the link in an e-mail: ends e-mails of these kinds. */
  | { readonly type: 'UnsubscribeFromKinds'; readonly kinds: readonly NotificationKind[]; readonly at: Instant }

interface SettingsState {
  readonly accountId: string
  readonly kind: AccountKind
  readonly notificationSettings: NotificationSettings
}

/** Records settings that differ from the current ones. */
export const changeNotificationSettings = (
  command: NotificationSettingsCommand,
  { accountId, kind, notificationSettings: current }: SettingsState,
): readonly AccountEvent[] => {
  const chosen =
    command.type === 'SetNotificationSettings'
      ? withChosen(current, kind, command)
      : withoutEmails(current, command.kinds)
  return sameContent(current, chosen)
    ? []
    : [{ type: 'NotificationSettingsChanged', data: { accountId, ...toStored(chosen), at: command.at } }]
}

const withChosen = (
  current: NotificationSettings,
  reader: AccountKind,
  { kinds, digest, quietHours }: ChosenNotificationSettings,
): NotificationSettings => ({ kinds: { ...current.kinds, ...ofReader(reader, kinds) }, digest, quietHours })

const withoutEmails = (settings: NotificationSettings, kinds: readonly NotificationKind[]): NotificationSettings => ({
  ...settings,
  kinds: {
    ...settings.kinds,
    ...Object.fromEntries(kinds.map((kind) => [kind, { ...settings.kinds[kind], email: false }])),
  },
})

// --- Delivery ---------------------------------------------------------------------------------------

/** Consents that hold for all kinds. @rule Q-114 */
export interface ChannelConsents {
  readonly emailNotifications: boolean
  readonly smsNotifications: boolean
}

/** Consents of an account that has not chosen any. @rule C-36 */
export const defaultConsents: ChannelConsents = { emailNotifications: true, smsNotifications: false }

/**
 * Whether the time of a notification could tell a business who reviewed it, or a guest who rated them; then only its day
 * is shown. Of a business it always could: the others lie before or after a review.
 * @rule Q-46 Q-60
 */
export const hidesTime = (kind: NotificationKind, viewer: AccountKind) =>
  viewer === 'business' || kind === 'rating-received'

/**
 * Whether notifications of a kind leave by a channel. Push reaches the browsers that have subscribed.
 * @rule D-28 D-30 Q-114
 */
export const leavesBy = (
  channel: NotificationChannel,
  kind: NotificationKind,
  { kinds, emailNotifications, smsNotifications }: NotificationSettings & ChannelConsents,
): boolean => {
  const consents = { email: emailNotifications, sms: smsNotifications, push: true }
  return isMandatory(kind, channel) || (kinds[kind][channel] && consents[channel])
}

export interface Delivery {
  readonly channel: NotificationChannel
  readonly dueAt: Instant
}

/** The channels by which a notification leaves, and when. @rule D-29 D-30 */
export const deliveriesOf = (
  { kind, hasOwnEmail = false }: { readonly kind: NotificationKind; readonly hasOwnEmail?: boolean },
  settings: NotificationSettings & ChannelConsents,
  at: Instant,
): readonly Delivery[] => {
  const dueAt = earliestSending(kind, settings, at)
  const emailDueAt = isUrgent(kind) ? at : (nextDigest(settings.digest, at) ?? dueAt)
  return notificationChannels
    .filter((channel) => leavesBy(channel, kind, settings) && !(channel === 'email' && hasOwnEmail))
    .map((channel) => ({ channel, dueAt: channel === 'email' ? emailDueAt : dueAt }))
}

/** When a notification that is due may leave: also one that waited until the quiet hours began. @rule D-29 */
export const earliestSending = (
  kind: NotificationKind,
  { quietHours }: Pick<NotificationSettings, 'quietHours'>,
  at: Instant,
): Instant => (isUrgent(kind) || !quietHours ? at : afterQuietHours(at))

/** When text messages leave that are too many for the day of this instant. @rule D-37 */
export const nextMorning = (at: Instant): Instant => morningOf(nextDay(romeDay(at)))

/** The instant itself, or eight in the morning if it lies in the quiet hours. */
export const afterQuietHours = (at: Instant): Instant => {
  const today = romeDay(at)
  const morning = morningOf(today)
  if (isBefore(at, morning)) return morning
  return isBefore(at, hourOf(today, 21)) ? at : nextMorning(at)
}

/** When the digest that contains a notification of this instant leaves: at eight, on Mondays if weekly. Null without digests. */
const nextDigest = (digest: NotificationDigest, at: Instant): Instant | null => {
  if (digest === 'none') return null
  const today = romeDay(at)
  const next = isBefore(morningOf(today), at) ? nextDay(today) : today
  return morningOf(digest === 'weekly' ? nextMonday(next) : next)
}

/** The day itself if it is a Monday. */
const nextMonday = (day: Day): Day => (new Date(day).getUTCDay() === 1 ? day : nextMonday(nextDay(day)))

const morningOf = (day: Day): Instant => hourOf(day, 8)

/** Counted back from the end of the day, because summer time begins and ends in the night before. */
const hourOf = (day: Day, hour: number): Instant => plusMinutes(startOfRomeDay(nextDay(day)), (hour - 24) * 60)
