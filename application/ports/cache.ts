/**
 * Returns the cached value of a key, or loads and caches it for a limited time. Simultaneous callers in one process
 * share one load. Failures are passed on and not cached. A cache never fails by itself: without it, values are loaded.
 */
export type Cache<A> = (key: string, load: () => Promise<A>) => Promise<A>

/** For installations without a cache. */
export const uncached = <A>(_key: string, load: () => Promise<A>): Promise<A> => load()
