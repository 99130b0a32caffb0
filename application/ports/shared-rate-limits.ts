/** Maximum number of requests with one key in a window. */
export interface RequestLimit {
  readonly key: string
  readonly max: number
}

/** Counts requests to all API processes together, in fixed windows that begin with the first request of a key. */
export interface SharedRateLimits {
  /**
   * Counts a request under each limit in turn, up to the first limit it exceeds. Resolves to the milliseconds until the
   * window of that limit ends, or to null if no limit is exceeded. Never rejects: null as well while the counters are
   * unavailable, so callers also limit requests by themselves.
   */
  readonly consume: (limits: readonly RequestLimit[], windowMs: number) => Promise<number | null>
}
