import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { reportPdf } from '../../../infrastructure/analytics/report-pdf.ts'
import { printable } from '../../../infrastructure/pdf.ts'
import type { Figures } from '../../../projections/analytics/figures.ts'
import { day } from '../../support/sample-values.ts'

const none = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 }
const responses = { received: 4, answered: 2, rate: 0.5, medianHours: 36 }
const rewards = { issued: 3, redeemed: 2, costEuro: 12.5, priced: 2 }
const averages = { punctuality: 9, kindness: 8, payment: 10, roomCondition: 7 }
const figures: Figures = {
  from: day('2026-10-01'),
  to: day('2026-10-31'),
  premium: true,
  score: [{ day: '2026-10-01', average: 4.1, count: 40 }],
  marks: [],
  stars: { ...none, '5': 3, '4': 1 },
  reasons: [{ code: 'SERVICE', count: 4 }],
  responses,
  ratings: 5,
  returningGuests: 1,
  criteria: { averages, unit: 'day', points: [] },
  comparison: { province: 'RM', businessType: 'bnb', businesses: 3, own: 4.1, others: null },
  rewards,
  ava: [{ day: '2026-10-31', balance: 9 }],
  previous: {
    from: day('2026-08-31'),
    to: day('2026-09-30'),
    score: 4,
    stars: { ...none, '5': 1 },
    reasons: [{ code: 'PRICE', count: 1 }],
    criteria: { ...averages, kindness: 6.5 },
    responses: { ...responses, medianHours: 24 },
    ratings: 4,
    returningGuests: 0,
    rewards,
    avaBalance: 12,
  },
  preview: null,
}

const read = async (name: string, location = 'Via Roma 1') => {
  const business = { name, location, province: 'RM' }
  const pdf = await getDocumentProxy(Uint8Array.from(await reportPdf({ business, figures, createdOn: '2026-11-01' })))
  const { text } = await extractText(pdf, { mergePages: true })
  const { info } = await pdf.getMetadata()
  return { text, title: (info as { readonly Title: string }).Title }
}

describe('the PDF report', () => {
  it.each([
    ['Polish, Czech and Hungarian', 'Zajazd Łódź Ďáblice Győr'],
    ['Cyrillic', 'Отель Москва і Їжак'],
    ['Greek', 'Ξενοδοχείο Αθήνα'],
    ['Vietnamese', 'Khách sạn Nguyễn Huệ'],
    ['Turkish and Romanian', 'İstanbul Oteli Iași Şişli'],
    ['decomposed Italian', 'Caffe\u0301 Perù'],
  ])('Q-73: prints names with %s letters', async (_, name) => {
    const { text, title } = await read(name, `${name} 7`)
    expect(text).toContain(name.normalize('NFC'))
    expect(text).toContain(`${name.normalize('NFC')} 7 (RM)`)
    expect(text).not.toContain('?')
    expect(title).toBe(`Report di ${name}`)
  })

  it('Q-73: prints a box for each character without a glyph, also for an emoji of several', async () => {
    const { text } = await read('Bar 👩‍👩‍👧 Sole ☕️ שלום')
    expect(text).toContain('Bar □ Sole □ □□□□')
    expect(printable('Ǚ ẘ\u202E →\u0007')).toBe('Ǚ ẘ →')
  })

  it('Q-112: compares with the period before in every table', async () => {
    const { text } = await read('Locanda')
    for (const row of [
      /Giorni fino alla risposta \(mediana\)\s+1,5\s+1\b/,
      /5 stelle\s+3 \(prima 1\)/,
      /Cortesia\s+8,0\s+6,5/,
      /Servizio\s+4\s+0/,
      /Prezzo\s+0\s+1/,
    ])
      expect(text).toMatch(row)
  })
})
