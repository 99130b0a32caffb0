import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { defaultConsents, leavesBy } from '../../domain/accounts/notification-settings.ts'
import { isUrgent } from '../../domain/accounts/rules.ts'
import type { NotificationChannel } from '../../domain/accounts/vocabulary.ts'
import { type EmailContext, type EmailTemplate, type EmailTemplates, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import type { NotificationText } from '../notification-texts.ts'
import { smsNumberOf } from './sms-numbers.ts'
import type { AccountNotification } from './notification-ports.ts'

type Reader = Pick<RegisteredAccount, 'notificationSettings' | 'preferences'>

/** Notifications that their reader still wants by this channel when the message is written. */
export const stillWanted = <N extends Pick<AccountNotification, 'kind'>>(
  channel: NotificationChannel,
  { notificationSettings, preferences }: Reader,
  notifications: readonly N[],
): readonly N[] => {
  const settings = { ...notificationSettings, ...(preferences ?? defaultConsents) }
  return notifications.filter(({ kind }) => leavesBy(channel, kind, settings))
}

/** Notifications of one message and what they say, oldest first. */
const contentOf = async (channel: NotificationChannel, { services, to, data }: EmailContext) => {
  const { store, textOf } = services.notifications
  const notifications = stillWanted(channel, to, await runOrThrow(store.inMessage(String(data['batch']))))
  return notifications.map((notification) => ({ notification, text: textOf(notification, to.profile.kind) }))
}

/** One notification by itself; several as a list. */
const notificationEmail: EmailTemplate = async (context) => {
  const { to, origin } = context
  const content = await contentOf('email', context)
  const summary = summaryOf(content.map(({ text }) => text))
  if (summary === null) return null
  const news =
    content.length === 1
      ? `${summary.text}\n\nPer vedere di più:\n${origin}${summary.link}`
      : `${content.map(({ text }) => `- ${text.title}: ${text.text}`).join('\n')}\n\nPer vederle tutte:\n${origin}/notifications`
  const notifications = content.map(({ notification }) => notification)
  const token = unsubscribeToken(context, notifications)
  const attachments = await filesOf(context, notifications)
  const attached = attachments.map(({ name }) => `\nIn allegato: ${name}\n`).join('')
  const email = { ...textEmail(to.email, summary.title, `${greeting(to)}\n\n${news}\n${attached}`), attachments }
  if (token === null) return email
  return {
    ...email,
    text:
      `${email.text}\n` +
      `Ricevi questa email per le tue preferenze di notifica: ${origin}/notifications/preferences\n` +
      `Per non riceverne più di questo tipo:\n${origin}/unsubscribe/${token}\n`,
    unsubscribeUrl: `${origin}/api/unsubscribe?token=${token}`,
  }
}

const filesOf = async ({ services, to }: EmailContext, notifications: readonly AccountNotification[]) => {
  const files = await Promise.all(
    notifications.map((notification) => services.notifications.filesOf(notification, to.accountId)),
  )
  return files.flat()
}

/** Security notices cannot be switched off. */
const unsubscribeToken = (
  { services, to }: EmailContext,
  notifications: readonly Pick<AccountNotification, 'kind'>[],
): string | null => {
  const kinds = [...new Set(notifications.map(({ kind }) => kind))].filter((kind) => !isUrgent(kind))
  return kinds.length === 0 ? null : services.notifications.unsubscribeTokens.issue({ accountId: to.accountId, kinds })
}

/** Not sent to another number than the one it was counted for. @rule D-37 */
const notificationSms: EmailTemplate = async (context) => {
  const { services, to, data, origin } = context
  const { phone } = to.profile.details
  const number = smsNumberOf(phone)
  const summary = summaryOf((await contentOf('sms', context)).map(({ text }) => text))
  if (number === null || summary === null || services.nameHasher.phone(number) !== data['phone']) return null
  const text = `Garbo: ${summary.title}. ${summary.text} ${origin}${summary.link}`
  return { channel: 'sms', to: number, subject: '', text }
}

/** Text of a message about these notifications; null if none are left. */
export const summaryOf = (texts: readonly NotificationText[]): NotificationText | null => {
  const [first] = texts
  if (first === undefined || texts.length === 1) return first ?? null
  return {
    title: `Hai ${texts.length} novità su Garbo`,
    text: `${texts
      .map(({ title }) => title)
      .slice(0, 3)
      .join(', ')}${texts.length > 3 ? ' e altre' : ''}.`,
    link: '/notifications',
  }
}

export const notificationMessages = {
  'notification-mail': notificationEmail,
  'notification-sms': notificationSms,
} as const satisfies EmailTemplates
