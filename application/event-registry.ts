import { aggregates, type DomainEvent } from '../domain/all.ts'
import { nameCategories } from '../domain/accounts/vocabulary.ts'
import type { AnyEvent, EventCodec, EventFamily } from '../domain/kernel/event.ts'
import type { Folding } from './load-state.ts'

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

const all = aggregates as unknown as Readonly<
  Record<string, Folding<AnyEvent, unknown> & { readonly category: string }>
>
const foldings = new Map(Object.values(all).map((aggregate) => [aggregate.category, aggregate]))

/** The aggregate whose events a stream of this name has; null if no stream has such a name. */
export const aggregateOfStream = (stream: string): Folding<AnyEvent, unknown> | null => {
  const category = stream.slice(0, Math.max(stream.indexOf('-'), 0))
  const isName = nameCategories.some((name) => name === category)
  return foldings.get(isName ? aggregates.reservation.category : category) ?? null
}
