import { describe, expect, it } from 'vitest'
import type { Cache } from '../../../application/ports/cache.ts'

export interface CacheUnderTest {
  /** An empty cache. */
  readonly open: (ttlMs: number) => Cache<unknown>
  /** Moves the caches' clock forward, or waits. */
  readonly advance: (ms: number) => Promise<void>
}
export type Guarantees = Readonly<Record<string, (caches: CacheUnderTest) => Promise<void>>>

const minute = 60_000
/** Loads a new value on every call. */
const countingSource = () => {
  let loads = 0
  return { load: async () => ++loads, loads: () => loads }
}

const storing: Guarantees = {
  'returns a cached value without loading it again': async ({ open }) => {
    const [cache, { load, loads }] = [open(minute), countingSource()]
    expect([await cache('siena', load), await cache('siena', load), await cache('siena', load)]).toEqual([1, 1, 1])
    expect(loads()).toBe(1)
  },

  'loads a value again after its lifetime': async ({ open, advance }) => {
    const [cache, { load }] = [open(50), countingSource()]
    expect(await cache('siena', load)).toBe(1)
    await advance(70)
    expect(await cache('siena', load)).toBe(2)
  },

  'does not extend the lifetime of a value that is read': async ({ open, advance }) => {
    const [cache, { load }] = [open(200), countingSource()]
    await cache('siena', load)
    await advance(120)
    await cache('siena', load)
    await advance(120)
    expect(await cache('siena', load)).toBe(2)
  },

  'keeps similar keys apart': async ({ open }) => {
    const cache = open(minute)
    const keys = ['siena', 'Siena', 'siena ', '', 'siena"\\{}:*è🙂', '__proto__', 'constructor', 'x'.repeat(5_000)]
    for (const key of keys) expect(await cache(key, async () => `loaded for ${key}`)).toBe(`loaded for ${key}`)
    for (const key of keys) expect(await cache(key, async () => 'again')).toBe(`loaded for ${key}`)
  },

  'returns values as they were loaded': async ({ open }) => {
    const cache = open(minute)
    const values = [null, false, 0, '', [], {}, [{ name: 'Caffè "Più" 🙂', rating: 4.5, photos: [], near: null }], '\n']
    for (const [n, value] of values.entries()) {
      expect(await cache(`value ${n}`, async () => value)).toEqual(value)
      expect(await cache(`value ${n}`, async () => 'again')).toEqual(value)
    }
  },
}

const loading: Guarantees = {
  'shares one load among simultaneous callers of a key': async ({ open }) => {
    const [cache, { load, loads }] = [open(minute), countingSource()]
    expect(await Promise.all(['siena', 'siena', 'siena'].map((key) => cache(key, load)))).toEqual([1, 1, 1])
    expect(loads()).toBe(1)
  },

  'passes a failure on to every caller and does not cache it': async ({ open }) => {
    const [cache, { load }] = [open(minute), countingSource()]
    const fail = () => Promise.reject(new Error('not now'))
    const outcomes = await Promise.allSettled([cache('siena', fail), cache('siena', fail)])
    const failure = { status: 'rejected', reason: new Error('not now') }
    expect(outcomes).toEqual([failure, failure])
    expect(await cache('siena', load)).toBe(1)
    expect(await cache('siena', fail)).toBe(1)
  },
}

/** The contract of every cache. */
export const guarantees: Guarantees = { ...storing, ...loading }

export const cacheContract = (adapter: string, caches: CacheUnderTest) =>
  describe(`${adapter} fulfils the cache contract`, () => {
    it.each(Object.entries(guarantees))('%s', (_, check) => check(caches))
  })
