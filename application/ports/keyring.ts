import type { TE } from '../../domain/kernel/fp.ts'

/** 32 bytes. Plaintext in memory only; stored wrapped by the master key. */
export type DataKey = Uint8Array

export type KeyringFailure = { readonly type: 'KeyringUnavailable'; readonly cause: unknown }

/** Stores one data key per subject. Erasing a subject replaces its key by a permanent erased marker. */
export interface Keyring {
  /** Keys of the subjects, created if missing; `erased` for erased subjects, which never get another key. */
  readonly provision: (
    subjects: readonly string[],
  ) => TE.TaskEither<KeyringFailure, ReadonlyMap<string, DataKey | 'erased'>>
  /** Existing keys; subjects without a key are absent. */
  readonly find: (subjects: readonly string[]) => TE.TaskEither<KeyringFailure, ReadonlyMap<string, DataKey | 'erased'>>
  /** Replaces the key by the erased marker: from then on every process gets `erased`. Idempotent. */
  readonly erase: (subject: string) => TE.TaskEither<KeyringFailure, void>
  /**
   * How many subjects have been erased. While the number is the same, no erasure has taken effect in this process: what
   * was decrypted in between may still be used.
   */
  readonly countErased: TE.TaskEither<KeyringFailure, number>
}
