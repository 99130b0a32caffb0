import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postReview } from '../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotel: string
let ana: Awaited<ReturnType<typeof signUpClient>>
let bea: Awaited<ReturnType<typeof signUpClient>>
let review: string
let file: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  file = join(garbo.home, 'old-events')
  hotel = (await signUpBusiness(garbo, 'uno')).id
  ana = await signUpClient(garbo, 'ana')
  bea = await signUpClient(garbo, 'bea')
  review = await postReview(ana.browser, hotel, content)
})
afterAll(() => garbo.stop())

const content = { rating: 4, reasonCode: 'SERVICE' }
const edit = async (rating: number) =>
  (await ana.browser.send('PATCH', `/api/reviews/${review}`, { ...content, rating })).status
const head = async () =>
  (await garbo.database.pool.query<{ last: string }>('select max(position) as last from log.events')).rows[0]?.last ??
  ''
const run = (...words: readonly string[]) => runOperatorCommand(garbo, ...words)
const refusal = async (...words: readonly string[]) => {
  const failure = await run(...words).catch((error: { readonly stderr?: string }) => error.stderr)
  return failure ?? ''
}
const readers = async () =>
  (
    await garbo.database.pool.query<{ name: string }>(
      `select name from ops.checkpoints where position < lpad($1, 20, '0')`,
      [await head()],
    )
  ).rows
const countSetAside = async () => (await garbo.database.pool.query('select from ops.set_aside')).rowCount

describe('old events', () => {
  let last: string

  it('are closed while Garbo runs, and nobody notices', async () => {
    expect(await refusal('log', 'close', '1', '--streams', 'toString')).toContain('“toString” is not a category')
    expect(await run('log', 'ranges')).toBe('No range is closed.\n')
    last = await head()
    expect(await run('log', 'close', last)).toMatch(
      new RegExp(`^[1-9]\\d* of the events 1 to ${last} are closed, in a table of \\d MB`),
    )
    expect(await run('log', 'ranges')).toContain('attached')
    expect(await edit(5)).toBe(200)
    await postReview(bea.browser, hotel, content)
    expect(await run('audit', 'verify')).toContain('No faults found.')
    await run('projections', 'rebuild', 'reviews')
  })

  it('are detached only if every reader has read them', async () => {
    const { pool } = garbo.database
    await pool.query(`insert into ops.checkpoints (name) values ('policy:slow')`)
    const { rows } = await pool.query<{ position: string }>(
      `update ops.checkpoints c set position = null from ops.checkpoints former
       where c.name = 'tree' and former.name = c.name returning former.position`,
    )
    expect(await refusal('log', 'detach', '1', file)).toBe('These readers still need the range: policy:slow, tree.\n')
    await pool.query(`update ops.checkpoints set position = $1 where name = 'tree'`, [rows[0]?.position])
    expect(existsSync(file)).toBe(false)
    await garbo.database.pool.query(`delete from ops.checkpoints where name = 'policy:slow'`)
    expect(await refusal('log', 'detach', '2', file)).toContain('No closed range starts at 2')
    await expect.poll(readers).toEqual([])
    expect(await run('log', 'detach', '1', file)).toContain(`Events 1 to ${last} are detached. Keep ${file}`)
    expect(await run('log', 'ranges')).toContain('detached')
  })

  it('that are detached stop only what needs them: their accounts, new ones and screens work', async () => {
    expect(await edit(3)).toBe(503)
    expect(garbo.log()).toContain(`the events from 1 to ${last} are detached from the log`)
    const carla = await signUpClient(garbo, 'carla')
    for (const { browser } of [ana, carla]) {
      const { status, body } = await browser.get(`/api/businesses/${hotel}`)
      expect({ status, body }).toMatchObject({ status: 200, body: { id: hotel, totalReviews: 2 } })
    }
    await postReview(ana.browser, (await signUpBusiness(garbo, 'due')).id, content)
    expect((await fetch(`${garbo.address}/readyz`)).status).toBe(200)
  })

  it('that are detached keep from running what reads the whole log, with the reason', async () => {
    const why = `events 1 to ${last} are detached. Attach them first`
    expect(await refusal('projections', 'rebuild', 'reviews')).toContain(`A rebuild reads the whole log, but ${why}`)
    expect(await refusal('projections', 'explain', 'reviews', 'any')).toContain(
      `The comparison reads the whole log, but ${why}`,
    )
    expect(await refusal('audit', 'verify')).toContain(`The audit reads the whole log, but ${why}`)
    expect(await refusal('audit', 'replay', `review-${review}`)).toContain(
      `the events from 1 to ${last} are detached from the log`,
    )
  })

  it('are back when they are attached; what waited for them is made up for', async () => {
    expect(await run('log', 'attach', file)).toBe(`Events 1 to ${last} are attached.\n`)
    expect(await edit(2)).toBe(200)
    await run('projections', 'set-aside', 'retry')
    await expect.poll(countSetAside).toBe(0)
    expect(await run('audit', 'verify')).toContain('No faults found.')
    await run('projections', 'rebuild', 'reviews')
  })
})
