import type { AnyEvent, DataOf } from './event.ts'
import type { NotificationKind } from './vocabulary.ts'

/** What an event tells one person. */
export interface Notification {
  readonly kind: NotificationKind
  /** Account id, or client id. */
  readonly to: string
  /** Values of the text. They must reveal neither the author of a review nor the venue of a rating, and hold no personal data. */
  readonly values?: NotificationValues
  /** The recipient gets an e-mail about the event that preferences cannot switch off, such as a statement of reasons. */
  readonly hasOwnEmail?: true
}

export type NotificationValues = Readonly<Record<string, string | number>>

/** Whom the events of a context notify; an event that is not listed notifies nobody. */
export type NotificationRules<Event extends AnyEvent> = {
  readonly [Type in Event['type']]?: (data: DataOf<Event, Type>) => readonly Notification[]
}
