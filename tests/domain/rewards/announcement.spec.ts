import { describe, expect, it } from 'vitest'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { activeAnnouncement } from '../../../domain/rewards/rules.ts'

describe('the reward announcement (B-25, Q-66)', () => {
  it.each([
    ['2026-12-31', 'Punti extra'],
    ['2027-01-01', null],
  ])('on %s is announced until the end of the year as %s', (day, shown) => {
    const announcement = { text: 'Punti extra', lastDay: '2026-12-31' as Day }
    expect(activeAnnouncement(announcement, day as Day)).toBe(shown)
    expect(activeAnnouncement({ ...announcement, lastDay: null }, day as Day)).toBe('Punti extra')
  })
})
