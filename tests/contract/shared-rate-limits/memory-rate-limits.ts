import type { RequestLimit, SharedRateLimits } from '../../../application/ports/shared-rate-limits.ts'

interface Window {
  readonly endsAt: number
  count: number
}

/** Rate limits that count in the memory of one process. */
export const memoryRateLimits = (): SharedRateLimits => {
  const windows = new Map<string, Window>()
  const countIn = ({ key, max }: RequestLimit, windowMs: number): number | null => {
    const now = performance.now()
    const open = windows.get(key)
    const window = open !== undefined && open.endsAt > now ? open : { endsAt: now + windowMs, count: 0 }
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
