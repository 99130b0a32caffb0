import type { Instant } from '../../domain/kernel/primitives.ts'

/** What was answered, to be answered again word for word. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON; empty for an empty answer. */
  readonly body: string
}

export interface Intent {
  readonly accountId: string
  /** The `Idempotency-Key`. */
  readonly key: string
  /** The whole request as text: the same key with another one is a mistake. */
  readonly request: string
}

export type Begun =
  /** Go on; `run` is the right to answer. */
  | { readonly type: 'begun'; readonly run: string }
  | { readonly type: 'answered'; readonly answer: StoredAnswer }
  | { readonly type: 'running' }
  | { readonly type: 'otherwise' }

/** Answers kept for a day, so that a request sent twice is done once. */
export interface Answers {
  /** Of many at once, one begins; a run whose process died may be begun anew after a minute. */
  readonly begin: (intent: Intent, at: Instant) => Promise<Begun>
  /** Nothing happens when the run has been taken over meanwhile. */
  readonly answer: (intent: Intent, run: string, answer: StoredAnswer) => Promise<void>
  /** Gives the key back: nothing was done under it. */
  readonly release: (intent: Intent, run: string) => Promise<void>
  /** Removes what is older than a day; how many. */
  readonly sweep: (at: Instant) => Promise<number>
}
