import type { Version } from './event-store.ts'

/** A state folded from the first `version` events of a stream, as text without personal data. */
export interface StateSnapshot {
  readonly version: Version
  readonly text: string
}

/** Saves folding a long stream after a restart. Snapshots may be lost at any time, as the log has everything. */
export interface StateSnapshots {
  /** Null without a snapshot, or if it is damaged, or was written by other code. Never rejects. */
  readonly find: (stream: string) => Promise<StateSnapshot | null>
  /** Stores a snapshot in the background, unless there is a later one of the same code. */
  readonly save: (stream: string, snapshot: StateSnapshot) => void
}

export const noSnapshots: StateSnapshots = { find: () => Promise.resolve(null), save: () => undefined }
