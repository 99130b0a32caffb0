import { aggregates, type DomainEvent } from '../domain/all.ts'
import type { AnyEvent, EventCodec, EventFamily } from '../domain/kernel/event.ts'

export type { DomainEvent } from '../domain/all.ts'

/** The events of each aggregate, by the category of its streams. */
export const eventFamilies: Readonly<Record<keyof typeof aggregates, EventFamily<AnyEvent>>> = Object.fromEntries(
  Object.entries(aggregates).map(([category, { events }]) => [category, events]),
) as never

/** All of them together, by type: what the log may hold. */
export const eventRegistry: EventFamily<DomainEvent> = {
  codecs: new Map(Object.values(eventFamilies).flatMap((one): [string, EventCodec<AnyEvent>][] => [...one.codecs])),
}
