import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import type { TE } from '../../domain/kernel/fp.ts'

export type SealingFailure =
  /**
   * Events about an erased subject cannot contain personal data. A decision still to be made is recorded without texts.
   */
  | { readonly type: 'SubjectErased'; readonly subject: string }
  | { readonly type: 'KeyringUnavailable'; readonly cause: unknown }

export interface Sealable {
  /** Event id, bound into the ciphertext so that an encrypted field cannot be moved to another event. */
  readonly id: string
  readonly event: AnyEvent
  readonly meta?: Pick<EventMetadata, 'actor'>
}

export interface Sealed {
  readonly id: string
  readonly type: string
  readonly data: unknown
}

/** Whether personal fields are decrypted on read, or omitted: they then have the values they have after erasure. */
export type PersonalData = 'decrypted' | 'omitted'

/** Encrypts and decrypts the personal fields of events, each with its subject's key. */
export interface Sealing {
  /** One data object per event, in order; provisions missing keys in one round trip. */
  readonly seal: (events: readonly Sealable[]) => TE.TaskEither<SealingFailure, readonly unknown[]>
  /** Data with personal fields decrypted; fields of an erased subject read as their `whenErased`. */
  readonly open: (events: readonly Sealed[]) => TE.TaskEither<SealingFailure, readonly unknown[]>
  /** The sealed fields of each event that can be opened, with what proves their values. @rule D-60 */
  readonly disclose: (
    events: readonly Sealed[],
  ) => TE.TaskEither<SealingFailure, readonly (readonly FieldDisclosure[])[]>
  /** See `Keyring`. */
  readonly countErased: TE.TaskEither<SealingFailure, number>
  /** Data without decryption: every personal field reads as its `whenErased`. */
  readonly omit: (events: readonly Sealed[]) => readonly unknown[]
  /** Data without decryption, with something else in the place of every encrypted field. */
  readonly replace: (events: readonly Sealed[], replacement: (field: SealedReference) => unknown) => readonly unknown[]
}

/** An encrypted field of an event. */
export interface SealedReference {
  readonly eventType: string
  readonly field: string
  /** Whose key it is encrypted with. */
  readonly subject: string
  readonly whenErased: unknown
}

/** What an encrypted field contains. */
export interface FieldDisclosure {
  readonly field: string
  readonly subject: string
  readonly value: unknown
  /** Key of this field only, base64url; null if the field was encrypted with the subject's key, which is never disclosed. */
  readonly key: string | null
}
