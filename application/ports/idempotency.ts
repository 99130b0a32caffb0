import type { Instant } from '../../domain/kernel/primitives.ts'

/** A response stored for replay. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty for a response without body. */
  readonly body: string
}

export interface IdempotentRequest {
  readonly accountId: string
  /** Value of the `Idempotency-Key` header. */
  readonly key: string
  /** The complete request as text. The same key with another request is an error. */
  readonly content: string
}

export type BeginOutcome =
  /** Execute the request; `run` identifies this attempt. */
  | { readonly type: 'begun'; readonly run: string }
  | { readonly type: 'completed'; readonly response: StoredResponse }
  | { readonly type: 'running' }
  | { readonly type: 'key-reused' }

/** Keeps responses for one day so that a repeated request is executed once. */
export interface IdempotencyStore {
  /** One of several concurrent requests begins. If its process dies, another may begin after one minute. */
  readonly begin: (request: IdempotentRequest, at: Instant) => Promise<BeginOutcome>
  /** Does nothing if another attempt has taken over. */
  readonly complete: (request: IdempotentRequest, run: string, response: StoredResponse) => Promise<void>
  /** Frees the key of a request that was not executed. */
  readonly release: (request: IdempotentRequest, run: string) => Promise<void>
  /** Deletes responses older than one day and returns their number. */
  readonly sweep: (at: Instant) => Promise<number>
}
