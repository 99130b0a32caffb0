import type { Cache } from '../application/ports/cache.ts'

interface CacheEntry<A> {
  readonly until: number
  readonly value: Promise<A>
}

/** A cache in memory with at most `maxEntries`; the oldest entry is removed first. */
export const ttlCache = <A>(ttlMs: number, maxEntries: number, now: () => number = Date.now): Cache<A> => {
  const entries = new Map<string, CacheEntry<A>>()
  return (key, load) => {
    const cached = entries.get(key)
    if (cached !== undefined && cached.until > now()) return cached.value
    const value = load()
    const entry = { until: now() + ttlMs, value }
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest] of entries) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return value
  }
}
