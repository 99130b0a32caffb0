import { describe, expect, it } from 'vitest'
import { texts } from '../../../web/app/texts.ts'

describe('Italian dates with article', () => {
  it.each([
    ['7 novembre 2026', 'Deciso il 7 novembre 2026'],
    ['8 novembre 2026', 'Deciso l’8 novembre 2026'],
    ['11 novembre 2026', 'Deciso l’11 novembre 2026'],
    ['18 novembre 2026', 'Deciso il 18 novembre 2026'],
  ])('%s', (day, said) => expect(texts.decisions.on(day)).toBe(said))

  it('work after a preposition too', () => {
    expect(texts.scoreDesk.period('8 marzo 2026', '11 marzo 2026')).toBe('Dall’8 marzo 2026 all’11 marzo 2026')
    expect(texts.why.standing.stayOf('11 marzo 2026')).toBe('Soggiorno dell’11 marzo 2026')
  })
})
