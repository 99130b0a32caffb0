import type { TE } from '../../domain/kernel/fp.ts'

/** 32 bytes; lives only in memory, stored wrapped by the master key. */
export type DataKey = Uint8Array

export type KeyringFailure = { readonly type: 'KeyringUnavailable'; readonly cause: unknown }

/** Where each subject's key is kept. An erased subject has a fence instead of a key, for ever. */
export interface Keyring {
  /** A key for each subject, made on first need; a fenced subject answers `erased` and is never given another key. */
  readonly provision: (
    subjects: readonly string[],
  ) => TE.TaskEither<KeyringFailure, ReadonlyMap<string, DataKey | 'erased'>>
  /** Keys that exist; a subject never provisioned is not in the map. */
  readonly find: (subjects: readonly string[]) => TE.TaskEither<KeyringFailure, ReadonlyMap<string, DataKey | 'erased'>>
  /** Raises the fence, then destroys the key: afterwards every process answers `erased`. Asking twice is one erasure. */
  readonly erase: (subject: string) => TE.TaskEither<KeyringFailure, void>
}
