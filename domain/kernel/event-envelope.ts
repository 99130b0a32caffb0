import type { AnyEvent } from './event.ts'
import type { Instant } from './primitives.ts'

/** In whose name something was done; `policy` and `operator` are Garbo's own hands. */
export type ActorRole = 'visitor' | 'business' | 'client' | 'moderator' | 'admin' | 'auditor' | 'operator' | 'policy'

export interface Actor {
  /** The account, or the policy's name; null for a visitor. */
  readonly id: string | null
  readonly role: ActorRole
}

export interface EventMetadata {
  /** One per request, job or policy run: everything done for it shares this. */
  readonly correlationId: string
  /** The id of the event that caused this one; null when a person did. */
  readonly causationId: string | null
  readonly actor: Actor
  readonly occurredAt: Instant
}

/** An opaque, ordered place in the log: compare positions as strings, do nothing else with them. */
export type Position = string

/** An event as readers meet it: opened, decoded, in its place. */
export interface EventEnvelope<Event extends AnyEvent = AnyEvent> {
  readonly id: string
  readonly stream: string
  /** Place in its stream, counting from 1. */
  readonly version: number
  readonly position: Position
  readonly event: Event
  readonly meta: EventMetadata
}
