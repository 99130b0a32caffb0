import { ttlCache } from '../../../infrastructure/ttl-cache.ts'
import type { CacheUnderTest } from './cache.contract.ts'

/** Caches in memory, on a clock that moves only when told to. */
export const memoryCaches = (): CacheUnderTest => {
  let now = 0
  return {
    open: (ttlMs) => ttlCache(ttlMs, 100, () => now),
    pass: async (ms) => {
      now += ms
    },
  }
}
