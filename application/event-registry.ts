import { aggregates, type DomainEvent } from '../domain/all.ts'
import type { AnyEvent, EventCodec, EventFamily } from '../domain/kernel/event.ts'

export type { DomainEvent } from '../domain/all.ts'

/** Events of each aggregate, by stream category. */
export const eventFamilies: Readonly<Record<keyof typeof aggregates, EventFamily<AnyEvent>>> = Object.fromEntries(
  Object.entries(aggregates).map(([category, { events }]) => [category, events]),
) as never

/** All events of the log, by type. */
export const eventRegistry: EventFamily<DomainEvent> = {
  codecs: new Map(
    Object.values(eventFamilies).flatMap((family): [string, EventCodec<AnyEvent>][] => [...family.codecs]),
  ),
}
