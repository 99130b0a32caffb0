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

/** Keeps responses for at least one day, so that a repeated request is executed once. All times are the database's. */
export interface IdempotencyStore {
  /** One of several concurrent requests begins. If its process dies, another may begin at once. */
  readonly begin: (request: IdempotentRequest) => Promise<BeginOutcome>
  /**
   * Records the response, unless another attempt's was recorded first, and resolves to the recorded one. If the database
   * does not respond now, it is recorded later.
   */
  readonly complete: (request: IdempotentRequest, response: StoredResponse) => Promise<StoredResponse>
  /** Frees the key of a request that was not executed, later if the database does not respond now. */
  readonly release: (request: IdempotentRequest, run: string) => Promise<void>
  /**
   * Drops responses that are all older than one day; called hourly, it drops each within two days and an hour. Resolves
   * to the number of groups dropped, which are usually days.
   */
  readonly sweep: () => Promise<number>
}
