import type { Aggregate } from './decider.ts'
import type { AnyEvent, EventIn } from './event.ts'
import type { E } from './fp.ts'

/** An aggregate, whatever its commands, events, state and rejections. */
export type AnyAggregate = Pick<Aggregate<never, AnyEvent, never, unknown>, 'category' | 'events'> & {
  readonly decide: (command: never, state: never) => E.Either<unknown, readonly AnyEvent[]>
}

/** Aggregates by stream category. */
export type Aggregates = Readonly<Record<string, AnyAggregate>>

export type EventsOf<A extends Aggregates> = EventIn<A[keyof A]['events']>

export type RejectionsOf<A extends Aggregates> = A[keyof A] extends infer One
  ? One extends { readonly decide: (command: never, state: never) => E.Either<infer Rejection, unknown> }
    ? Rejection
    : never
  : never
