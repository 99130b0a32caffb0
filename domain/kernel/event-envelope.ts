import type { AnyEvent } from './event.ts'
import type { Instant } from './primitives.ts'

/** Role in which an actor acted; `policy` and `operator` are the system itself. */
export type ActorRole = 'visitor' | 'business' | 'client' | 'moderator' | 'admin' | 'auditor' | 'operator' | 'policy'

export interface Actor {
  /** Account id, or name of a policy or job; null for visitors and the operator. */
  readonly id: string | null
  readonly role: ActorRole
}

export interface EventMetadata {
  /** Shared by everything recorded for one request, job or policy run. */
  readonly correlationId: string
  /** Id of the event that caused this one; null if no event did. */
  readonly causationId: string | null
  readonly actor: Actor
  readonly occurredAt: Instant
}

/** Opaque, ordered log position; comparable as a string. */
export type Position = string

/** A decoded event with its place in the log. */
export interface EventEnvelope<Event extends AnyEvent = AnyEvent> {
  readonly id: string
  readonly stream: string
  /** Version of the stream after this event, starting at 1. */
  readonly version: number
  readonly position: Position
  readonly event: Event
  readonly meta: EventMetadata
}
