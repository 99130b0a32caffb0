import { describe, expect, it } from 'vitest'
import type { RequestLimit, SharedRateLimits } from '../../../application/ports/shared-rate-limits.ts'
import { memoryRateLimits } from './memory-rate-limits.ts'
import { guarantees, type RateLimitsPair, sharedRateLimitsContract } from './shared-rate-limits.contract.ts'

type Consume = SharedRateLimits['consume']

const pairOf = (limits: SharedRateLimits): RateLimitsPair => ({ here: limits, there: limits })
sharedRateLimitsContract('memory', () => pairOf(memoryRateLimits()))

const liar = (change: (honest: Consume) => Consume) => () => pairOf({ consume: change(memoryRateLimits().consume) })
const withLimits = (change: (limits: readonly RequestLimit[]) => readonly RequestLimit[]) =>
  liar((consume) => (limits, windowMs) => consume(change(limits), windowMs))
const withWait = (change: (wait: number, windowMs: number) => number | null) =>
  liar((consume) => async (limits, windowMs) => {
    const wait = await consume(limits, windowMs)
    return wait === null ? null : change(wait, windowMs)
  })
const withKeys = (change: (key: string) => string) =>
  withLimits((limits) => limits.map(({ key, max }) => ({ key: change(key), max })))

/** Rate limits that break one guarantee. */
const liars: Readonly<Record<string, () => RateLimitsPair>> = {
  'refuse nothing': withWait(() => null),
  'refuse everything': () => pairOf({ consume: async () => 1_000 }),
  'allow one request too many': withLimits((limits) => limits.map(({ key, max }) => ({ key, max: max + 1 }))),
  'allow one request too few': withLimits((limits) => limits.map(({ key, max }) => ({ key, max: max - 1 }))),
  'count every process separately': () => ({ here: memoryRateLimits(), there: memoryRateLimits() }),
  'use one counter for all keys': withKeys(() => 'key'),
  'ignore the case of keys': withKeys((key) => key.toLowerCase()),
  'ignore spaces around a key': withKeys((key) => key.trim()),
  'count only the first limit': withLimits((limits) => limits.slice(0, 1)),
  'count only the last limit': withLimits((limits) => limits.slice(-1)),
  'count under all limits even if the first is exceeded': liar((consume) => async (limits, windowMs) => {
    const waits = await Promise.all(limits.map((limit) => consume([limit], windowMs)))
    return waits.find((wait) => wait !== null) ?? null
  }),
  'fail without limits': liar((consume) => async (limits, windowMs) => {
    if (limits.length === 0) throw new Error('no limits')
    return consume(limits, windowMs)
  }),
  'state seconds instead of milliseconds': withWait((wait) => wait / 1_000),
  'state the whole window': withWait((_, windowMs) => windowMs),
  'state when the window ends instead of how long it lasts': withWait((wait) => Date.now() + wait),
  'extend the window with every refused request': () => {
    const windows = new Map<string, { endsAt: number; count: number }>()
    return pairOf({
      consume: async ([limit], windowMs) => {
        if (limit === undefined) return null
        const now = performance.now()
        const found = windows.get(limit.key)
        const window = found && found.endsAt > now ? found : { endsAt: now + windowMs, count: 0 }
        windows.set(limit.key, window)
        window.count++
        if (window.count <= limit.max) return null
        const wait = window.endsAt - now
        window.endsAt = now + windowMs
        return wait
      },
    })
  },
  'never end a window': liar((consume) => (limits) => consume(limits, 3_600_000)),
  'end the window at once': liar((consume) => (limits) => consume(limits, 0)),
  'read and write the counter in two steps': () => {
    const counts = new Map<string, number>()
    return pairOf({
      consume: async (limits, windowMs) => {
        for (const { key, max } of limits) {
          const count = (counts.get(key) ?? 0) + 1
          await Promise.resolve()
          counts.set(key, count)
          if (count > max) return windowMs
        }
        return null
      },
    })
  },
}

const isKept = async (guarantee: string, liarName: string): Promise<boolean> => {
  const pair = liars[liarName]?.()
  try {
    if (pair) await guarantees[guarantee]?.(pair)
    return true
  } catch {
    return false
  }
}
const verdicts = await Promise.all(
  Object.keys(guarantees).flatMap((guarantee) =>
    Object.keys(liars).map(async (name) => ({ guarantee, liar: name, kept: await isKept(guarantee, name) })),
  ),
)
const caught = verdicts.filter(({ kept }) => !kept)

describe('the contract of shared rate limits', () => {
  it.each(Object.keys(guarantees))('%s: has a liar that breaks it', (guarantee) =>
    expect(caught.map((verdict) => verdict.guarantee)).toContain(guarantee),
  )
  it.each(Object.keys(liars))('detects rate limits that %s', (name) =>
    expect(caught.map((verdict) => verdict.liar)).toContain(name),
  )
})
