import { ttlCache } from '../../../infrastructure/ttl-cache.ts'
import type { CacheUnderTest } from './cache.contract.ts'

/** Caches in memory, on a clock that only `advance` moves. */
export const memoryCaches = (): CacheUnderTest => {
  let now = 0
  return {
    open: (ttlMs) => ttlCache(ttlMs, 100, () => now),
    advance: async (ms) => {
      now += ms
    },
  }
}
