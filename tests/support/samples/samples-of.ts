import type { AnyEvent } from '../../../domain/kernel/event.ts'

/** One believable data object for each event of the union: the compiler lists what is missing. */
export type SamplesOf<Event extends AnyEvent> = { readonly [One in Event as One['type']]: One['data'] }
