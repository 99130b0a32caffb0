import type { EventFamily } from './event.ts'
import type { E } from './fp.ts'

/** A business rule as three plain functions: nothing here may wait, log, read a clock, make an id or throw. */
export interface Decider<Command, Event, State, Rejection> {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  readonly decide: (command: Command, state: State) => E.Either<Rejection, readonly Event[]>
}

/** A decider with the name of its streams (`<category>-<id>`) and the codecs of the events found there. */
export interface Aggregate<Command, Event, State, Rejection> extends Decider<Command, Event, State, Rejection> {
  readonly category: string
  readonly events: EventFamily<Event>
}

export const fold = <Event, State>(
  decider: { readonly initial: State; readonly evolve: (state: State, event: Event) => State },
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initial)
