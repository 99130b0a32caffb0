import { describe, expect, it } from 'vitest'
import { keyCache } from '../../../infrastructure/keyring/key-table.ts'

const key = new Uint8Array(32)
const cacheOf = (size = 2) => {
  const clock = { now: 0 }
  return { clock, cache: keyCache({ size, ttlMs: 10, now: () => clock.now }) }
}

describe('the key cache', () => {
  it('keeps a bounded number of recent keys', () => {
    const { cache } = cacheOf(2)
    for (const subject of ['a', 'b', 'a', 'c']) cache.put(subject, key, 0)
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([key, undefined, key])
  })

  it('forgets a key after its lifetime, but never an erasure marker', () => {
    const { cache, clock } = cacheOf()
    cache.put('a', key, 0)
    cache.put('b', 'erased', 0)
    clock.now = 10
    expect(['a', 'b'].map(cache.get)).toEqual([undefined, 'erased'])
  })

  it('does not store keys read before a flush, except erasure markers', () => {
    const { cache } = cacheOf()
    const before = cache.generation()
    cache.put('a', key, before)
    cache.drop()
    cache.put('b', key, before)
    cache.put('c', 'erased', before)
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, undefined, 'erased'])
  })
})
