import type { RequestLimit, SharedRateLimits } from '../../../application/ports/shared-rate-limits.ts'

interface Window {
  readonly endsAt: number
  count: number
}

/** Counters of one process, for tests. */
export const memoryRateLimits = (): SharedRateLimits => {
  const windows = new Map<string, Window>()
  const countIn = ({ key, max }: RequestLimit, windowMs: number): number | null => {
    const now = performance.now()
    const running = windows.get(key)
    const window = running !== undefined && running.endsAt > now ? running : { endsAt: now + windowMs, count: 0 }
    windows.set(key, window)
    window.count++
    return window.count > max ? window.endsAt - now : null
  }
  return {
    consume: async (limits, windowMs) => {
      for (const limit of limits) {
        const wait = countIn(limit, windowMs)
        if (wait !== null) return wait
      }
      return null
    },
  }
}
