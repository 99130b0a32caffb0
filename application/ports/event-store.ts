import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { TE } from '../../domain/kernel/fp.ts'

/** How many events a stream holds: 0 is a stream nobody wrote to. */
export type Version = number

/** `none` = version 0, `exists` = at least one event, `any` = whatever is there. */
export type Expected = Version | 'none' | 'exists' | 'any'

export interface NewEvent {
  /** A UUID made by the caller and kept when retrying: it makes an append idempotent. */
  readonly id: string
  /** 1 to 200 printable characters. */
  readonly type: string
  /** JSON text; comes back byte for byte. */
  readonly data: string
  /** JSON text; comes back byte for byte. */
  readonly meta: string
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string
  readonly version: Version
  readonly position: Position
}

export interface Appended {
  /** The stream's version after the append. */
  readonly version: Version
  /** Of the last event written. */
  readonly position: Position
}

export type EventStoreFailure =
  | { readonly type: 'WrongVersion'; readonly expected: Expected; readonly actual: Version }
  /** This append can never succeed: bad id, type or text, nothing to append, or over one megabyte. */
  | { readonly type: 'Malformed'; readonly why: string }
  /** Some of these event ids are already in the stream, but not this very append. */
  | { readonly type: 'IdsAlreadyUsed'; readonly stream: string }
  /** The outcome is unknown: retry with the same ids. */
  | { readonly type: 'Unavailable'; readonly cause: unknown }

export interface EventStore {
  /** A stream's events in order, from `from` (default 1) on; a stream nobody wrote to is empty. */
  readonly read: (stream: string, from?: Version) => TE.TaskEither<EventStoreFailure, readonly RecordedEvent[]>
  /**
   * All or nothing. Sent again with the same event ids it answers as it did the first time, however much was appended
   * since; with `any` or `exists` this is promised for an hour.
   */
  readonly append: (
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
  ) => TE.TaskEither<EventStoreFailure, Appended>
  /** Every event after `after` (null = from the start) in commit order; never steps over an append still in flight. */
  readonly readAll: (
    after: Position | null,
    limit: number,
  ) => TE.TaskEither<EventStoreFailure, readonly RecordedEvent[]>
  /**
   * Every event after `after`, then every new one as it commits, in pages that are never empty. The next page is read
   * when the consumer asks for it. Survives a lost connection; ends only when `signal` aborts.
   */
  readonly subscribe: (after: Position | null, signal: AbortSignal) => AsyncIterable<readonly RecordedEvent[]>
  /** The position of the last event in the log; null when it is empty. */
  readonly head: () => TE.TaskEither<EventStoreFailure, Position | null>
  readonly close: () => Promise<void>
}
