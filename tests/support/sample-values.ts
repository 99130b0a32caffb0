import type { AnyEvent } from '../../domain/kernel/event.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'

/** A fixed instant, written short: `at('2026-03-01')` is that day at nine, UTC. */
export const at = (day: string, time = '09:00'): Instant => `${day}T${time}:00.000Z` as Instant
export const day = (text: string): Day => text as Day

/** One believable data object for each event of the union: the compiler lists what is missing. */
export type SamplesOf<Event extends AnyEvent> = { readonly [One in Event as One['type']]: One['data'] }
