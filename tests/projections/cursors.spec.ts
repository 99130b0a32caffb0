import { describe, expect, it } from 'vitest'
import { dayCursor, decodeCursor, InvalidCursor, instantCursor, rankCursor } from '../../projections/columns.ts'

const encode = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')
const now = '2026-01-01T00:00:00.000Z'
const long = `2026-01-01T00:00:00.${'1'.repeat(140)}Z`

describe('the keys in a cursor', () => {
  it('are those of its list', () => {
    expect(decodeCursor(instantCursor, encode([now, 'a']))).toEqual([now, 'a'])
    expect(decodeCursor(dayCursor, encode(['2026-01-01', 'a']))).toEqual(['2026-01-01', 'a'])
    expect(decodeCursor(rankCursor, encode([1, now, 'a']))).toEqual([1, now, 'a'])
    expect(decodeCursor(instantCursor, undefined)).toBeNull()
  })

  it.each([
    [instantCursor, ['0000-01-01T00:00:00Z', 'a']],
    [instantCursor, [long, 'a']],
    [instantCursor, ['infinity', 'a']],
    [instantCursor, [now, '\0']],
    [dayCursor, ['0000-01-01', 'a']],
    [dayCursor, ['2026-01-01', '\0']],
    [rankCursor, [1e300, now, 'a']],
    [rankCursor, [-(2 ** 31), now, 'a']],
    [rankCursor, [0.5, now, 'a']],
    [rankCursor, [1, long, 'a']],
  ])('are rejected if Postgres cannot hold them: %#', (schema, keys) => {
    expect(() => decodeCursor(schema, encode(keys))).toThrow(InvalidCursor)
  })
})
