import type { AnyEvent } from '../domain/kernel/event.ts'

/** What open screens show and refetch together. */
export type Topic = 'reviews' | 'ratings' | 'rewards' | 'ava' | 'bookings' | 'account' | 'favourites'

/** A topic and the fields with the ids of the accounts or clients whose screens show the event. */
type Audience<Event extends AnyEvent> = readonly [Topic, ...(keyof Event['data'])[]]

/** Null if no personal screen shows the event. */
type TopicRule<Event extends AnyEvent> = Audience<Event> | ((data: Event['data']) => Audience<Event>) | null

/** Exhaustive over the events of a context, checked by the compiler. */
export type LiveTopics<Event extends AnyEvent> = {
  readonly [Type in Event['type']]: TopicRule<Extract<Event, { readonly type: Type }>>
}
