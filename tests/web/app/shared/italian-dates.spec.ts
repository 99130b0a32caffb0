import { describe, expect, it } from 'vitest'
import { decisionTexts } from '../../../../web/app/features/moderation/decisions.texts.ts'
import { scoreModerationTexts } from '../../../../web/app/features/moderation/scores.texts.ts'
import { explanationTexts } from '../../../../web/app/features/rewards/explanations.texts.ts'

describe('Italian dates with article', () => {
  it.each([
    ['7 novembre 2026', 'Deciso il 7 novembre 2026'],
    ['8 novembre 2026', 'Deciso l’8 novembre 2026'],
    ['11 novembre 2026', 'Deciso l’11 novembre 2026'],
    ['18 novembre 2026', 'Deciso il 18 novembre 2026'],
  ])('%s', (day, said) => expect(decisionTexts.decidedOn(day)).toBe(said))

  it('work after a preposition too', () => {
    expect(scoreModerationTexts.period('8 marzo 2026', '11 marzo 2026')).toBe('Dall’8 marzo 2026 all’11 marzo 2026')
    expect(explanationTexts.standing.stayOf('11 marzo 2026')).toBe('Soggiorno dell’11 marzo 2026')
  })
})
