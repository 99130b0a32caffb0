import { describe, expect, it } from 'vitest'
import type { Cache } from '../../../application/ports/cache.ts'
import { cacheContract, type CacheUnderTest, guarantees } from './cache.contract.ts'
import { memoryCaches } from './memory-caches.ts'

cacheContract('memory', memoryCaches())

type Change = (honest: Cache<unknown>) => Cache<unknown>
const liar = (change: Change) => (): CacheUnderTest => {
  const honest = memoryCaches()
  return { ...honest, open: (ttlMs) => change(honest.open(ttlMs)) }
}
const withKey = (change: (key: string) => string) => liar((cache) => (key, load) => cache(change(key), load))
const withTtl = (change: (ttlMs: number) => number) => (): CacheUnderTest => {
  const honest = memoryCaches()
  return { ...honest, open: (ttlMs) => honest.open(change(ttlMs)) }
}

/** Caches that break one guarantee. */
const liars: Readonly<Record<string, () => CacheUnderTest>> = {
  'keeps nothing': liar(() => (_, load) => load()),
  'never loads again': withTtl(() => 3_600_000),
  'keeps values for one and a half lifetimes': withTtl((ttlMs) => ttlMs * 1.5),
  'loads again after half the lifetime': liar((cache) => {
    let reads = 0
    return (key, load) => (++reads % 2 === 0 ? load() : cache(key, load))
  }),
  'extends the lifetime with every read': () => {
    let now = 0
    return {
      advance: async (ms) => {
        now += ms
      },
      open: (ttlMs) => {
        const entries = new Map<string, { until: number; value: Promise<unknown> }>()
        return (key, load) => {
          const found = entries.get(key)
          const value = found && found.until > now ? found.value : load()
          entries.set(key, { until: now + ttlMs, value })
          value.catch(() => entries.delete(key))
          return value
        }
      },
    }
  },
  'keeps one value for all keys': withKey(() => 'key'),
  'ignores the case of keys': withKey((key) => key.toLowerCase()),
  'ignores spaces around a key': withKey((key) => key.trim()),
  'shortens keys': withKey((key) => key.slice(0, 4)),
  'keeps values in a plain object': () => ({
    advance: async () => undefined,
    open: () => {
      const values: Record<string, unknown> = {}
      return async (key, load) => (values[key] ??= await load())
    },
  }),
  'treats a cached null as missing': liar((cache) => async (key, load) => (await cache(key, load)) ?? load()),
  'loses the type of a value': liar((cache) => async (key, load) => String(await cache(key, load))),
  'loads for every caller': liar((cache) => async (key, load) => {
    const value = await load()
    return cache(key, async () => value)
  }),
  'keeps failures': liar(() => {
    const values = new Map<string, Promise<unknown>>()
    return (key, load) => {
      const value = values.get(key) ?? load()
      values.set(key, value)
      return value
    }
  }),
  'hides failures': liar((cache) => (key, load) => cache(key, load).catch(() => null)),
}

const keeps = async (guarantee: string, liarName: string): Promise<boolean> => {
  const caches = liars[liarName]?.()
  try {
    if (caches) await guarantees[guarantee]?.(caches)
    return true
  } catch {
    return false
  }
}
const verdicts = await Promise.all(
  Object.keys(guarantees).flatMap((guarantee) =>
    Object.keys(liars).map(async (name) => ({ guarantee, liar: name, kept: await keeps(guarantee, name) })),
  ),
)
const caught = verdicts.filter(({ kept }) => !kept)

describe('the cache contract', () => {
  it.each(Object.keys(guarantees))('%s: has a liar that breaks it', (guarantee) =>
    expect(caught.map((verdict) => verdict.guarantee)).toContain(guarantee),
  )
  it.each(Object.keys(liars))('detects a cache that %s', (name) =>
    expect(caught.map((verdict) => verdict.liar)).toContain(name),
  )
})
