import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analytics } from '../../../../web/contract/analytics/analytics.ts'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { postRating, postReview } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>

beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa', { businessName: 'Hotel <Šibenik> & "Figli"' })
  for (const [name, rating] of [
    ['ana', 5],
    ['ben', 2],
    ['eva', 2],
  ] as const) {
    const client = await signUpClient(garbo, name)
    await postReview(client.browser, rosa.id, { rating, comment: '=1+1 <b>"così"</b> 😀\uFFFE' })
    await postRating(rosa.browser, client.email)
  }
})
afterAll(() => garbo.stop())

const download = async (query: string) => {
  const response = await fetch(`${garbo.address}/api/analytics/export?${query}`, {
    headers: { cookie: rosa.browser.cookie() },
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
    content: Buffer.from(await response.arrayBuffer()),
  }
}

it('Q-73: files need Premium', async () => {
  expect(await rosa.browser.get('/api/analytics/export?format=pdf')).toMatchObject({
    status: 402,
    body: { code: 'PremiumRequired' },
  })
})

describe('with Premium', () => {
  beforeAll(async () => {
    await earnAva(garbo.config, rosa.id, 10)
    await rosa.browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, rosa.browser.idempotencyKey())
  })

  it('Q-73: a workbook has the rows of the screen in cells of their type, and its sums are the figures', async () => {
    const file = await download('format=xlsx')
    expect(file).toMatchObject({
      status: 200,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      name: expect.stringMatching(/^garbo-recensioni-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xlsx$/) as unknown,
    })
    const [sheet] = await readXlsx(file.content)
    const [header, ...rows] = sheet?.data ?? []
    expect(sheet?.sheet).toBe('Recensioni')
    expect(header).toEqual(['Giorno', 'Stelle', 'Motivo', 'Commento', 'Nel punteggio', 'Risposta del'])
    const { stars, score } = analytics.parse((await rosa.browser.get('/api/analytics')).body)
    const starsInFile = rows.map((row) => row[1])
    expect(starsInFile.map(Number).toSorted((a, b) => a - b)).toEqual([2, 2, 5])
    expect(stars).toEqual({ '1': 0, '2': 2, '3': 0, '4': 0, '5': 1 })
    expect(score.at(-1)).toMatchObject({ average: 3, count: 3 })
    for (const [day, , reason, comment, counted, reply] of rows) {
      expect(day).toBeInstanceOf(Date)
      expect([reason, comment, counted, reply]).toEqual(['Servizio', '=1+1 <b>"così"</b> 😀', 'sì', null])
    }
  })

  it('lists guests, rewards and AVA in one workbook each, and filters like the screen', async () => {
    const rowsOf = async (query: string) => {
      const [sheet] = await readXlsx((await download(`format=xlsx&${query}`)).content)
      return { name: sheet?.sheet, rows: (sheet?.data.length ?? 0) - 1 }
    }
    expect(await rowsOf('of=ratings')).toEqual({ name: 'Valutazioni', rows: 3 })
    expect(await rowsOf('of=rewards')).toEqual({ name: 'Ricompense', rows: 0 })
    expect(await rowsOf('of=issued')).toEqual({ name: 'Ricompense emesse', rows: 0 })
    expect(await rowsOf('of=ava')).toEqual({ name: 'AVA', rows: 2 })
    expect(await rowsOf('of=reviews&stars=2')).toEqual({ name: 'Recensioni', rows: 2 })
  })

  it('Q-73: a report is a PDF with the business and the period', async () => {
    const { status, type, name, content } = await download('format=pdf&from=2026-03-01&to=2026-03-31')
    expect({ status, type, name }).toEqual({
      status: 200,
      type: 'application/pdf',
      name: 'garbo-report-2026-03-01-2026-03-31.pdf',
    })
    expect(content.subarray(0, 8).toString()).toBe('%PDF-1.7')
  })
})
