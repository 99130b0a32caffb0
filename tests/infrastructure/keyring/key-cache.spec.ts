import { describe, expect, it } from 'vitest'
import { keyCache } from '../../../infrastructure/keyring/key-cache.ts'

const key = new Uint8Array(32)
const cacheOf = (size = 2) => {
  const clock = { now: 0 }
  return { clock, cache: keyCache({ size, ttlMs: 10, now: () => clock.now }) }
}

describe('the cache of keys', () => {
  it('holds a bounded number, the last ones', () => {
    const { cache } = cacheOf(2)
    for (const subject of ['a', 'b', 'a', 'c']) cache.put(subject, key, 0)
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([key, undefined, key])
  })

  it('forgets a key after a while, a fence never', () => {
    const { cache, clock } = cacheOf()
    cache.put('a', key, 0)
    cache.put('b', 'erased', 0)
    clock.now = 10
    expect(['a', 'b'].map(cache.get)).toEqual([undefined, 'erased'])
  })

  it('takes no key in that was read before everything was dropped, but a fence', () => {
    const { cache } = cacheOf()
    const before = cache.era()
    cache.put('a', key, before)
    cache.drop()
    cache.put('b', key, before)
    cache.put('c', 'erased', before)
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, undefined, 'erased'])
  })
})
