import type { AccountKind } from '../domain/accounts/vocabulary.ts'
import type { NotificationValues } from '../domain/kernel/notification.ts'

/** What a notification says to its reader. */
export interface NotificationText {
  readonly title: string
  readonly text: string
  /** Path in the app. */
  readonly link: string
}

/** Text about one type of event. */
type TextOf = NotificationText | ((values: NotificationValues, reader: AccountKind) => NotificationText)

/** Texts by type of event: exhaustive over the events of a context that notify somebody, checked by the compiler. */
export type NotificationTexts<EventType extends PropertyKey = string> = Readonly<Record<EventType, TextOf>>

/** Text of a notification about an event of this type; a neutral one if another version of Garbo recorded it. */
export const notificationText = (
  texts: Partial<NotificationTexts>,
  { about, values }: { readonly about: string; readonly values: NotificationValues },
  reader: AccountKind,
): NotificationText => {
  const text = texts[about] ?? unknownEvent
  return typeof text === 'function' ? text(values, reader) : text
}

const unknownEvent: NotificationText = {
  title: 'Novità sul tuo account',
  text: 'C’è una novità che ti riguarda.',
  link: '/dashboard',
}

const day = new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC', dateStyle: 'long' })
/** `2 marzo 2026`, from a calendar day. */
export const formatDay = (isoDay: unknown): string => day.format(new Date(String(isoDay)))
