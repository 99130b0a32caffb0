import { describe, expect, it } from 'vitest'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { activePromotionText } from '../../../domain/rewards/rules.ts'

describe('the promotion (B-25, Q-66)', () => {
  it.each([
    ['2026-12-31', 'Punti extra'],
    ['2027-01-01', null],
  ])('on %s is announced until the end of the year as %s', (day, shown) => {
    const promotion = { text: 'Punti extra', lastDay: '2026-12-31' as Day }
    expect(activePromotionText(promotion, day as Day)).toBe(shown)
    expect(activePromotionText({ ...promotion, lastDay: null }, day as Day)).toBe('Punti extra')
  })
})
