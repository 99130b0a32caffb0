import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidCursor } from '../../../projections/columns.ts'
import { cursorsOf } from '../../../web/api/cursors.ts'

const secret = new Uint8Array(32).fill(3)
const list = { method: 'GET', path: '/api/reviews/mine' } as const
const { seal, open } = cursorsOf(secret, list)
const reviewedAt = Buffer.from('["2026-11-28T18:37:00.974Z","review-1"]').toString('base64url')

describe('the cursor of a list', () => {
  it('comes back as it was', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (cursor) => open(seal(cursor)) === cursor))
  })

  it('Q-60: does not show the time of a review', () => {
    const shown = Buffer.from(seal(reviewedAt), 'base64url').toString('latin1')
    expect(shown).not.toContain(reviewedAt)
    expect(shown).not.toContain('2026-11-28')
  })

  it('has the same text for the same page, so that an unchanged list keeps its entity tag', () => {
    expect(seal(reviewedAt)).toBe(seal(reviewedAt))
    expect(seal(reviewedAt)).not.toBe(seal(`${reviewedAt}A`))
    expect(cursorsOf(secret, list).seal(reviewedAt)).toBe(seal(reviewedAt))
  })

  it('fits the field of a request', () => {
    expect(seal('a'.repeat(300))).toMatch(/^[\w-]{1,500}$/)
  })

  it('Q-60: cannot be forged, changed or taken from another list', () => {
    const sealed = seal(reviewedAt)
    const others = [
      cursorsOf(secret, { ...list, path: '/api/flags/mine' }).seal(reviewedAt),
      cursorsOf(new Uint8Array(32), list).seal(reviewedAt),
      `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`,
      sealed.slice(0, -2),
      reviewedAt,
      '',
      'A',
    ]
    for (const forged of others) expect(() => open(forged), forged).toThrow(InvalidCursor)
  })
})
