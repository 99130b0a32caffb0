import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../application/email.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { al, il } from '../../domain/kernel/text.ts'

describe('an e-mail', () => {
  it.each([
    ['2026-11-21T22:36:00.000Z', 'fino al 21 novembre 2026 alle ore 23:36', 'entro il 21 novembre'],
    ['2026-08-08T07:05:00.000Z', 'fino all’8 agosto 2026 alle ore 09:05', 'entro l’8 agosto'],
    ['2026-03-10T23:30:00.000Z', 'fino all’11 marzo 2026 alle ore 00:30', 'entro l’11 marzo'],
  ])('writes %s in words in Italian time with the right article', (at, until, within) => {
    const day = formatInstant(at as Instant)
    expect(`fino ${al(day)}`).toBe(until)
    expect(`entro ${il(day)}`).toContain(within)
  })
})
