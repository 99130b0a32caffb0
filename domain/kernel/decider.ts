import type { EventFamily } from './event.ts'
import { E } from './fp.ts'

/** A pure business rule: its functions do not wait, log, read a clock, create ids or throw. */
export interface Decider<Command, Event, State, Rejection> {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  readonly decide: (command: Command, state: State) => DecisionOf<Event, Rejection>
}

/** The events a command leads to, or the reason why it is rejected. */
export type DecisionOf<Event, Rejection = never> = E.Either<Rejection, readonly Event[]>

/** `NoInfer`: the declared decision determines the type, so that misspelt and superfluous fields do not compile. */
export const accept = <Event>(...events: readonly NoInfer<Event>[]): DecisionOf<Event> => E.right(events)

export const reject = <Rejection>(rejection: NoInfer<Rejection>): DecisionOf<never, Rejection> => E.left(rejection)

/** The command is accepted and changes nothing, usually because it repeats an earlier one. */
export const nothing: DecisionOf<never> = E.right([])

/** A decider with its stream category (`<category>-<id>`) and event codecs. */
export interface Aggregate<Command, Event, State, Rejection> extends Decider<Command, Event, State, Rejection> {
  readonly category: string
  readonly events: EventFamily<Event>
}

export const fold = <Event, State>(
  decider: { readonly initial: State; readonly evolve: (state: State, event: Event) => State },
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initial)
