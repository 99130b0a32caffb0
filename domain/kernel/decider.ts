import type { EventFamily } from './event.ts'
import type { E } from './fp.ts'

/** A pure business rule: its functions do not wait, log, read a clock, create ids or throw. */
export interface Decider<Command, Event, State, Rejection> {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  readonly decide: (command: Command, state: State) => E.Either<Rejection, readonly Event[]>
}

/** A decider with its stream category (`<category>-<id>`) and event codecs. */
export interface Aggregate<Command, Event, State, Rejection> extends Decider<Command, Event, State, Rejection> {
  readonly category: string
  readonly events: EventFamily<Event>
}

export const fold = <Event, State>(
  decider: { readonly initial: State; readonly evolve: (state: State, event: Event) => State },
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initial)
