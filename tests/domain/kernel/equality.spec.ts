import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameContent } from '../../../domain/kernel/equality.ts'

describe('comparing content', () => {
  it('compares nested fields and lists by value, in any order of the fields', () => {
    expect(sameContent({ rating: 5, tags: ['quiet', 'clean'] }, { tags: ['quiet', 'clean'], rating: 5 })).toBe(true)
    expect(sameContent({ day: { from: 1, to: null } }, { day: { from: 1, to: null } })).toBe(true)
  })

  it.each([
    ['a changed value', { rating: 5 }, { rating: 4 }],
    ['a changed nested value', { day: { from: 1 } }, { day: { from: 2 } }],
    ['another order of a list', { tags: ['quiet', 'clean'] }, { tags: ['clean', 'quiet'] }],
    ['a longer list', { tags: ['quiet'] }, { tags: ['quiet', 'clean'] }],
    ['an additional field', { rating: 5 }, { rating: 5, comment: null }],
    ['another field name', { rating: 5 }, { stars: 5 }],
    ['null instead of content', { day: null }, { day: {} }],
    ['another type of value', { rating: 5 }, { rating: '5' }],
  ])('distinguishes %s', (_, left, right) => {
    expect(sameContent(left, right)).toBe(false)
    expect(sameContent(right, left)).toBe(false)
  })

  it('finds every JSON value equal to its copy', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => sameContent(value, JSON.parse(JSON.stringify(value)))))
  })
})
