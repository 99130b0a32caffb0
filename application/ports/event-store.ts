import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { TE } from '../../domain/kernel/fp.ts'

/** Number of events in a stream; 0 for a stream without events. */
export type Version = number

/** `none`: version 0; `exists`: at least one event; `any`: no check. */
export type Expected = Version | 'none' | 'exists' | 'any'

export interface NewEvent {
  /** UUID created by the caller and kept on retries; makes the append idempotent. */
  readonly id: string
  /** 1 to 200 printable characters. */
  readonly type: string
  /** JSON text, returned byte for byte. */
  readonly data: string
  /** JSON text, returned byte for byte. */
  readonly meta: string
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string
  readonly version: Version
  readonly position: Position
}

export interface Appended {
  /** Version of the stream after the append. */
  readonly version: Version
  /** Position of the last appended event. */
  readonly position: Position
}

export type EventStoreFailure =
  | { readonly type: 'WrongVersion'; readonly expected: Expected; readonly actual: Version }
  /** The append can never succeed: invalid id, type or text, no events, or more than one megabyte. */
  | { readonly type: 'Malformed'; readonly why: string }
  /** Some of the event ids are already in the stream, in a different append. */
  | { readonly type: 'IdsAlreadyUsed'; readonly stream: string }
  /** An operator has detached events that were to be read; `why` names them. They can be read when they are attached again. */
  | { readonly type: 'Detached'; readonly why: string }
  /** Unknown outcome: retry with the same ids. */
  | { readonly type: 'Unavailable'; readonly cause: unknown }

export interface EventStore {
  /**
   * Events of a stream in order, starting at version `from` (default 1), at most `limit` (default all); empty for a stream
   * without events.
   */
  readonly read: (
    stream: string,
    from?: Version,
    limit?: number,
  ) => TE.TaskEither<EventStoreFailure, readonly RecordedEvent[]>
  /**
   * Atomic. A repeated append with the same event ids returns the first result, however much was appended since; with
   * `any` or `exists` this holds for one hour.
   */
  readonly append: (
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
  ) => TE.TaskEither<EventStoreFailure, Appended>
  /** Events after `after` (null: from the start) in commit order; never skips an append in progress. */
  readonly readAll: (
    after: Position | null,
    limit: number,
  ) => TE.TaskEither<EventStoreFailure, readonly RecordedEvent[]>
  /**
   * Events after `after`, then new ones as they commit, in non-empty pages. Reads the next page when the consumer asks
   * for it. Reconnects after a lost connection; ends only when `signal` aborts. Throws if the log is broken or ends
   * before `after`, or if the next events are detached.
   */
  readonly subscribe: (after: Position | null, signal: AbortSignal) => AsyncIterable<readonly RecordedEvent[]>
  /** Position of the last event; null for an empty log. */
  readonly head: () => TE.TaskEither<EventStoreFailure, Position | null>
  readonly close: () => Promise<void>
}
