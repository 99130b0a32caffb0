import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { streamHeadCache } from '../../../../infrastructure/event-store/postgres/batch-composition.ts'
import { generationalMap } from '../../../../infrastructure/event-store/postgres/generational-map.ts'

const mapOf = (keys: readonly number[], capacity: number) => {
  const map = generationalMap<number, number>(capacity, (key) => key)
  for (const key of keys) map.set(key, -key)
  return map
}
const multiples = (count: number, step = 1) => Array.from({ length: count }, (_, n) => n * step)

describe('the bounded map of latest values', () => {
  it('keeps the latest value of each key', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.nat()), { maxLength: 200 }), (sets) => {
        const heads = streamHeadCache()
        for (const [stream, version] of sets) heads.set(stream, { streamNumber: 1, version })
        for (const [stream, version] of new Map(sets)) expect(heads.get(stream)?.version).toBe(version)
      }),
    )
  })

  it.each([1, 10, 16])('keeps nearly the requested number when keys are %i apart', (step) => {
    const keys = multiples(100_000, step)
    const map = mapOf(keys, 20_000)
    const last = keys.slice(-18_000)
    expect(last.filter((key) => map.get(key) === -key)).toHaveLength(last.length)
  })

  it.each([1, 10, 16])('forgets old keys when keys are %i apart, so that memory is bounded', (step) => {
    const keys = multiples(100_000, step)
    const map = mapOf(keys, 20_000)
    expect(keys.filter((key) => map.get(key) !== undefined).length).toBeLessThanOrEqual(40_000)
  })
})
