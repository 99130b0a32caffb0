import type { AnyEvent } from '../domain/kernel/event.ts'
import type { LiveTopic } from '../domain/kernel/vocabulary.ts'

/** A topic and the fields with the ids of the accounts or clients whose screens show the event. */
type Audience<Event extends AnyEvent> = readonly [LiveTopic, ...(keyof Event['data'])[]]

/**
 * Null if no open screen refetches because of the event: no person's own screen shows it, or (as with an affiliate's) the
 * screen waits for its next load. The moderators' queue has a separate stream.
 */
type TopicRule<Event extends AnyEvent> = Audience<Event> | ((data: Event['data']) => Audience<Event>) | null

/** Exhaustive over the events of a context, checked by the compiler. */
export type LiveTopics<Event extends AnyEvent> = {
  readonly [Type in Event['type']]: TopicRule<Extract<Event, { readonly type: Type }>>
}
