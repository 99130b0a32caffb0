import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import type { TE } from '../../domain/kernel/fp.ts'

export type SealingFailure =
  /** The subject was erased: nobody writes of it any more. What must still be decided is written without words. */
  | { readonly type: 'SubjectErased'; readonly subject: string }
  | { readonly type: 'KeyringUnavailable'; readonly cause: unknown }

export interface Sealable {
  /** The event's id: bound into the ciphertext, so that a sealed field cannot be moved to another event. */
  readonly id: string
  readonly event: AnyEvent
  readonly meta?: Pick<EventMetadata, 'actor'>
}

export interface Sealed {
  readonly id: string
  readonly type: string
  readonly data: unknown
}

/** Turns the personal fields of events into ciphertext and back, each under its subject's own key. */
export interface Sealing {
  /** One data object an event, in the same order; keys are provisioned as needed, all in one round trip. */
  readonly seal: (events: readonly Sealable[]) => TE.TaskEither<SealingFailure, readonly unknown[]>
  /** The same data with its personal fields in clear; a field of an erased subject reads as its `whenErased`. */
  readonly open: (events: readonly Sealed[]) => TE.TaskEither<SealingFailure, readonly unknown[]>
  /** The same without touching a key: every personal field reads as its `whenErased`. */
  readonly blank: (events: readonly Sealed[]) => readonly unknown[]
}
