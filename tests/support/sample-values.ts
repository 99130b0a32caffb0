import type { AnyEvent } from '../../domain/kernel/event.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'

/** A fixed instant: `at('2026-03-01')` is that day at 09:00 UTC. */
export const at = (day: string, time = '09:00'): Instant => `${day}T${time}:00.000Z` as Instant
export const day = (text: string): Day => text as Day

/** `yyyy-mm-dd`, the value format of date fields. */
export const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A plausible data object for each event of a union; the compiler reports missing ones. */
export type SamplesOf<Event extends AnyEvent> = { readonly [One in Event as One['type']]: One['data'] }
