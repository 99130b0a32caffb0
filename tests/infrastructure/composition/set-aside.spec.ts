import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { setAsideWarning } from '../../../infrastructure/composition/readers.ts'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { servingTable } from '../../support/projections.ts'
import { postReview } from '../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

it.each([
  [{ failed: 1, waiting: 0 }, 'has set aside 1 event'],
  [{ failed: 1, waiting: 1 }, 'has set aside 1 event, for which 1 later one waits'],
  [{ failed: 2, waiting: 3 }, 'has set aside 2 events, for which 3 later ones wait'],
])('the warning about %j says so', (counts, text) =>
  expect(setAsideWarning({ reader: 'policy:emails', ...counts })).toBe(`the policy emails ${text}`),
)

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotels: readonly string[]
let ana: Awaited<ReturnType<typeof signUpClient>>
let bea: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  hotels = [(await signUpBusiness(garbo, 'uno')).id, (await signUpBusiness(garbo, 'due')).id]
  ana = await signUpClient(garbo, 'ana')
  bea = await signUpClient(garbo, 'bea')
})
afterAll(() => garbo.stop())

const content = { rating: 4, reasonCode: 'SERVICE' }
const review = (by: typeof ana, hotel: number) => postReview(by.browser, hotels[hotel] ?? '', content)
const readiness = async () => {
  const response = await fetch(`${garbo.address}/readyz`)
  return { status: response.status, ...((await response.json()) as { ready: boolean; warnings: readonly string[] }) }
}
const metrics = async () => (await fetch(`${garbo.address}/metrics`)).text()
const editReview = async (by: typeof ana, id: string, rating: number) => {
  const { status, body } = await by.browser.send('PATCH', `/api/reviews/${id}`, { ...content, rating })
  expect(status, JSON.stringify(body)).toBe(200)
}
const ratingsInTable = async () => {
  const { rows } = await garbo.database.pool.query<{ key: string; rating: number }>(
    'select key, rating from read.reviews',
  )
  return Object.fromEntries(rows.map(({ key, rating }) => [key, rating]))
}
const setAsideReaders = async () =>
  (
    await garbo.database.pool.query<{ reader: string }>('select distinct reader from ops.set_aside order by 1')
  ).rows.map(({ reader }) => reader)

/** Adds an edit to the log by SQL, past the API and its codecs: the latest edit with other stars, under the id it is sealed for. */
const plantEdit = async (reviewId: string, rating: number) => {
  const { rowCount } = await garbo.database.pool.query(
    `insert into log.entries (position, stream_no, id, version, type_no, name, meta, data, is_repeatable)
     select (select max(position) + 1 from log.events), stream_no, id, version + 1, type_no, null, meta,
       regexp_replace(data, '"rating":[1-5]', '"rating":' || $2::int), false
     from log.events where stream_no = (select position from log.events where name = 'review-' || $1::text)
       and data ~ '"rating":[1-5]'
     order by version desc limit 1`,
    [reviewId, rating],
  )
  expect(rowCount).toBe(1)
}

describe('Q-119: an event whose row cannot be stored, planted in the log', () => {
  it('affects its row only, and is applied once the cause is gone: the table equals a rebuilt one', async () => {
    const { pool } = garbo.database
    const [first, second] = [await review(ana, 0), await review(bea, 0)]
    const table = await servingTable(pool, 'reviews')
    await pool.query(
      `alter table read.${table} add constraint unlucky check (key <> '${first}' or rating <> 1) not valid`,
    )
    await editReview(ana, first, 2)
    await plantEdit(first, 1)
    await expect.poll(setAsideReaders, { timeout: 30_000 }).toEqual([table])
    await editReview(ana, first, 3)
    await editReview(bea, second, 5)
    expect(await ratingsInTable()).toEqual({ [first]: 2, [second]: 5 })
    expect(await readiness()).toMatchObject({
      status: 200,
      ready: true,
      warnings: [`the table ${table} has set aside 1 event, for which 1 later one waits`],
    })
    expect(await metrics()).toContain(`garbo_set_aside_events{reader="${table}",state="failed"} 1`)
    expect(garbo.log()).toContain('a reader has set an event aside')

    expect(await runOperatorCommand(garbo, 'projections', 'set-aside', 'list')).toContain('SQLSTATE 23514')
    await pool.query(`alter table read.${table} drop constraint unlucky`)
    expect(await runOperatorCommand(garbo, 'projections', 'set-aside', 'retry')).toContain('No event is set aside.')
    expect(await ratingsInTable()).toEqual({ [first]: 3, [second]: 5 })
    const { rows } = await pool.query('select * from read.reviews order by key')
    await runOperatorCommand(garbo, 'projections', 'rebuild', 'reviews')
    expect((await pool.query('select * from read.reviews order by key')).rows).toEqual(rows)
  })
})

describe('Q-119: an event that nobody can read, planted in the log', () => {
  it('is set aside by read models and policies, and everybody else is served', async () => {
    const reviewId = await review(ana, 1)
    const { pool, url } = garbo.database
    const store = postgresEventStore({ pool, connectionString: url })
    const stream = `review-${reviewId}`
    const [last] = (await recordedIn(store, stream)).toReversed()
    const planted = { id: randomUUID(), type: 'ReviewFlagged', data: 'not JSON', meta: last?.meta ?? '{}' }
    expect(E.isRight(await store.append(stream, 'any', [planted])())).toBe(true)
    await store.close()

    await review(bea, 1)
    const { body } = await bea.browser.get('/api/rewards')
    expect((body as { readonly rewards?: readonly unknown[] }).rewards ?? body).toHaveLength(2)
    expect((await setAsideReaders()).some((reader) => reader.startsWith('policy:'))).toBe(true)
    expect((await setAsideReaders()).some((reader) => reader.startsWith('reviews'))).toBe(true)
    expect(await readiness()).toMatchObject({ status: 200, ready: true })
    expect(await runOperatorCommand(garbo, 'projections', 'set-aside', 'list')).toContain(
      'is not the JSON that Garbo writes',
    )
  })
})

const recordedIn = async (store: Pick<ReturnType<typeof postgresEventStore>, 'read'>, stream: string) => {
  const recorded = await store.read(stream)()
  if (E.isLeft(recorded)) throw new Error(recorded.left.type)
  return recorded.right
}
