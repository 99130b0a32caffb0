import { describe, expect, it } from 'vitest'
import { Instant } from '../../domain/kernel/primitives.ts'
import { newId, newRewardCode, systemClock } from '../../infrastructure/clock-and-ids.ts'

describe('the clock', () => {
  it('returns instants in the event format, offset by the configured days', () => {
    expect(Instant.is(systemClock()())).toBe(true)
    for (const days of [0, 8, -3])
      expect((Date.parse(systemClock(days)()) - Date.now()) / 86_400_000).toBeCloseTo(days, 1)
  })
})

describe('ids', () => {
  it('are unique UUIDs in order of creation', () => {
    const ids = Array.from({ length: 5_000 }, newId)
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(5_000)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('V-51: for rewards are ten unambiguous, unguessable characters', () => {
    const codes = Array.from({ length: 5_000 }, newRewardCode)
    expect(new Set(codes).size).toBe(5_000)
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
  })
})
