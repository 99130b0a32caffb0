import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servingTable } from '../../support/projections.ts'
import { postReview } from '../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotel: string
let ana: Awaited<ReturnType<typeof signUpClient>>
let bea: typeof ana
let reviewId: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  hotel = (await signUpBusiness(garbo, 'uno')).id
  ana = await signUpClient(garbo, 'ana')
  reviewId = await postReview(ana.browser, hotel, { rating: 4, comment: 'Camera silenziosa.' })
  bea = await signUpClient(garbo, 'bea')
  await editReview(ana, reviewId, 3)
})
afterAll(() => garbo.stop())

const editReview = async (by: typeof ana, id: string, rating: number) => {
  const { status } = await by.browser.send('PATCH', `/api/reviews/${id}`, { rating })
  expect(status).toBe(200)
}
const explain = (name: string, key: string) => runOperatorCommand(garbo, 'projections', 'explain', name, key)
const table = (name: string) => servingTable(garbo.database.pool, name)
/** Events printed, one JSON line each. */
const eventsIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly type: string; readonly note?: string })

describe('explaining a row of a read model to the operator', () => {
  it('prints the events that touched the row, and that it matches the log', async () => {
    const output = await explain('reviews', reviewId)
    expect(eventsIn(output)).toMatchObject([{ type: 'ReviewSubmitted' }, { type: 'ReviewEdited' }])
    expect(output).toContain('The row matches the log (reviews_v')
  })

  it('follows a score from the stars in the table to the events behind them', async () => {
    const output = await explain('venue_days', hotel)
    expect(eventsIn(output).map(({ type }) => type)).toEqual(['OpinionPlaced', 'OpinionPlaced'])
    expect(output).toMatch(/threes.*1.*1/)
  })

  it('shows no personal data, but whether it differs', async () => {
    const name = await table('accounts')
    expect(await explain('accounts', hotel)).toContain('The row matches the log')
    await garbo.database.pool.query(`update read.${name} set business_name = 'Da Berta' where key = $1`, [hotel])
    const output = await explain('accounts', hotel)
    expect(output).toMatch(/The row differs from the log \(accounts_v.*\): businessName\.$/m)
    expect(output).toContain('(personal data)')
    expect(output).not.toMatch(/berta|uno|via del corso/i)
  })

  it('names the columns that differ, and a row that is missing', async () => {
    const name = await table('reviews')
    await garbo.database.pool.query(`update read.${name} set rating = 5 where key = $1`, [reviewId])
    expect(await explain('reviews', reviewId)).toMatch(/The row differs from the log \(reviews_v.*\): rating\.$/m)
    await garbo.database.pool.query(`delete from read.${name} where key = $1`, [reviewId])
    expect(await explain('reviews', reviewId)).toContain('The row is missing from the table (reviews_v')
  })

  it('says which events are set aside and why', async () => {
    const name = await table('reviews')
    await garbo.database.pool.query(`alter table read.${name} add constraint unlucky check (rating <> 1) not valid`)
    const another = await postReview(bea.browser, hotel, { rating: 4 })
    for (const rating of [1, 2]) await editReview(bea, another, rating)
    expect(eventsIn(await explain('reviews', another)).slice(-2)).toMatchObject([
      { type: 'ReviewEdited', note: expect.stringMatching(/^set aside: .*23514/) as unknown },
      { type: 'ReviewEdited', note: 'set aside behind an earlier event' },
    ])
  })

  it('refuses a read model or a row that does not exist', async () => {
    await expect(explain('pareri', reviewId)).rejects.toThrow(
      'pareri is not a read model; `projections list` lists them.',
    )
    await expect(explain('reviews', 'nowhere')).rejects.toThrow('reviews has no row nowhere, and no event in the log')
  })
})
