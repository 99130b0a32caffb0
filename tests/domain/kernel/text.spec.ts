import { expect, it } from 'vitest'
import { al, dal, il } from '../../../domain/kernel/text.ts'
import * as screens from '../../../web/app/shared/italian-dates.ts'

const days = Array.from({ length: 31 }, (_, n) => `${n + 1} ottobre 2026`)

it('the article of a day is elided before eight and eleven only', () => {
  expect(days.map(il).filter((day) => !day.startsWith('il '))).toEqual(['l’8 ottobre 2026', 'l’11 ottobre 2026'])
  expect([al('8 marzo 2026'), dal('11 marzo 2026'), al('18 marzo 2026')]).toEqual([
    'all’8 marzo 2026',
    'dall’11 marzo 2026',
    'al 18 marzo 2026',
  ])
})

it('server and browser format it identically', () => {
  for (const day of days)
    expect([il(day), al(day), dal(day)]).toEqual([screens.dateIl(day), screens.dateAl(day), screens.dateDal(day)])
})
