import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'
import type { TE } from '../domain/kernel/fp.ts'
import type { Recorded } from '../domain/kernel/recorded.ts'
import type { Failure } from './handle.ts'
import type { AnyRejection } from './rejections.ts'

export type PolicyFailure = Failure<AnyRejection>

/** What must leave the house once, and only once, because of an event. Names things by id: no personal data. */
export interface Effect {
  /** Unlike any other effect of the same event. */
  readonly name: string
  /** The queue's word for it. */
  readonly kind: string
  readonly payload: Readonly<Record<string, string | number | boolean | null>>
}

export interface Reacted {
  /** What the commands it gave wrote; empty when they had been carried out before. */
  readonly recorded: readonly Recorded[]
  readonly effects: readonly Effect[]
}

/**
 * When this happened, then that: turns an event into commands and effects. Meets every event at least once and in order,
 * so it must find nothing left to do the second time.
 */
export interface Policy<Event extends AnyEvent = AnyEvent> {
  readonly name: string
  readonly events: EventFamily<Event>
  react(recorded: Recorded<Event>): TE.TaskEither<PolicyFailure, Reacted>
}
