import type { Instant } from '../../domain/kernel/primitives.ts'

/** What was answered, to be answered again word for word. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty for an empty answer. */
  readonly body: string
}

export interface IdempotentRequest {
  readonly accountId: string
  /** The `Idempotency-Key`. */
  readonly key: string
  /** The whole request as text: the same key with another one is a mistake. */
  readonly request: string
}

export type BeginOutcome =
  /** Go on; `run` is the right to answer. */
  | { readonly type: 'begun'; readonly run: string }
  | { readonly type: 'answered'; readonly answer: StoredResponse }
  | { readonly type: 'running' }
  | { readonly type: 'otherwise' }

/** Answers kept for a day, so that a request sent twice is done once. */
export interface IdempotencyStore {
  /** Of many at once, one begins; a run whose process died may be begun anew after a minute. */
  readonly begin: (intent: IdempotentRequest, at: Instant) => Promise<BeginOutcome>
  /** Nothing happens when the run has been taken over meanwhile. */
  readonly complete: (intent: IdempotentRequest, run: string, answer: StoredResponse) => Promise<void>
  /** Gives the key back: nothing was done under it. */
  readonly release: (intent: IdempotentRequest, run: string) => Promise<void>
  /** Removes what is older than a day; how many. */
  readonly sweep: (at: Instant) => Promise<number>
}
