import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postRating, postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
let tea: Awaited<ReturnType<typeof signUpClientWithId>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  for (const [username, businessName] of [
    ['leoni', 'Trattoria dei Leòni Rossi'],
    ['figli', 'Rossi & Figli'],
  ] as const)
    await signUpBusiness(garbo, username, { businessName, location: 'Via Po 1, Mantova' })
  ana = await signUpClientWithId(garbo, 'ana')
  tea = await signUpClientWithId(garbo, 'tea')
})
afterAll(() => garbo.stop())

const submit = (browser: typeof rosa.browser, body: object) =>
  browser.post('/api/reviews', { rating: 4, reasonCode: 'LOCATION', ...body }, browser.idempotencyKey())
const targetUnknown = { status: 404, body: { code: 'TargetUnknown' } }

describe('a review (Q-113, V-37, V-38)', () => {
  it('can be about a PLACE in the gazetteer, shown to its author by name', async () => {
    const place = { targetType: 'PLACE', targetId: ' it-si-san-gimignano ' }
    expect(await submit(ana.browser, place)).toMatchObject({
      status: 201,
      body: { targetType: 'PLACE', targetId: 'it-si-san-gimignano', targetName: 'San Gimignano (SI)' },
    })
    expect((await garbo.visitor().get('/api/reviews/target/PLACE/it-si-san-gimignano')).body).toMatchObject([
      { rating: 4, mine: false },
    ])
  })

  it.each(['it-si-atlantide', 'ChIJN1t_tDeuEmsRUsoyG83frY4'])(
    'cannot be about the unknown PLACE %s',
    async (targetId) =>
      expect(await submit(ana.browser, { targetType: 'PLACE', targetId })).toMatchObject(targetUnknown),
  )

  it('B-05: can be about a registered BUSINESS and no other account', async () => {
    expect(await submit(ana.browser, { targetType: 'BUSINESS', targetId: tea.id })).toMatchObject(targetUnknown)
    expect(await submit(ana.browser, { targetType: 'BUSINESS', targetId: 'nessuno' })).toMatchObject(targetUnknown)
  })

  it('does not use the author’s slot when rejected (regression)', async () => {
    expect(await submit(rosa.browser, { targetType: 'BUSINESS', targetId: rosa.id })).toMatchObject({ status: 403 })
    const { rows } = await garbo.database.pool.query<{ n: string }>(
      'select name as n from log.events where name = $1',
      [`opinion-${rosa.id}_${rosa.id}`],
    )
    expect(rows).toEqual([])
  })

  it('Q-47: finds any business by name, but as a target of a review not the caller’s own', async () => {
    const path = '/api/businesses?query=hotel'
    const idsOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: string }[]).map(({ id }) => id)
    expect(idsOf(await rosa.browser.get(path))).toContain(rosa.id)
    expect(idsOf(await ana.browser.get(`${path}&reviewable=true`))).toContain(rosa.id)
    expect(idsOf(await rosa.browser.get(`${path}&reviewable=true`))).not.toContain(rosa.id)
  })

  it.each([
    ['by the first word', 'trattoria', ['Trattoria dei Leòni Rossi']],
    ['by a word in the middle', 'leo', ['Trattoria dei Leòni Rossi']],
    ['by words in any order, without accents', 'rossi LEONI', ['Trattoria dei Leòni Rossi']],
    ['names that start with it first', 'rossi', ['Rossi & Figli', 'Trattoria dei Leòni Rossi']],
    ['nothing in the middle of a word', 'attoria', []],
    ['nothing by its place', 'Mantova', []],
    ['nothing without letters', '%_', []],
  ])('finds businesses by the beginnings of words of their names: %s', async (_, query, names) => {
    const { body } = await ana.browser.get(`/api/businesses?query=${encodeURIComponent(query)}`)
    expect(body).toMatchObject(names.map((businessName) => ({ businessName, location: 'Via Po 1, Mantova' })))
  })

  it('B-05, D-01: can be about a USER who is a client of the business', async () => {
    const remark = { targetType: 'USER', targetId: ana.clientId, visibility: 'PRIVATE_TO_BUSINESS' }
    expect(await submit(rosa.browser, remark)).toMatchObject(targetUnknown)
    await postRating(rosa.browser, ana.email)
    expect(await submit(rosa.browser, { ...remark, visibility: 'PUBLIC_ANONYMOUS' })).toMatchObject({
      status: 400,
      body: { code: 'RemarkNotPrivate' },
    })
    expect(await submit(rosa.browser, { ...remark, comment: 'Ospite attenta.' })).toMatchObject({
      status: 201,
      body: { targetName: 'ana Bianchi' },
    })
  })

  it('P-15: is visible to that client only, without its author', async () => {
    const path = `/api/reviews/target/USER/${ana.clientId}`
    const remarks = await ana.browser.get(path)
    expect(remarks.body).toMatchObject([
      { comment: 'Ospite attenta.', createdAt: expect.stringMatching(/T00:00:00.000Z$/) },
    ])
    expect(JSON.stringify(remarks.body)).not.toContain(rosa.id)
    const bruno = await signUpBusiness(garbo, 'bruno')
    for (const browser of [garbo.visitor(), tea.browser, bruno.browser, rosa.browser])
      expect((await browser.get(path)).body).toEqual([])
  })

  it('Q-49, V-35, V-40: has up to two thousand characters and ten tags of fifty characters', async () => {
    const target = { targetType: 'BUSINESS', targetId: rosa.id }
    const tags = Array.from({ length: 10 }, (_, n) => `${n}`.repeat(50))
    expect((await submit(ana.browser, { ...target, comment: 'x'.repeat(2001) })).status).toBe(400)
    expect((await submit(ana.browser, { ...target, reasonTags: [...tags, 'undici'] })).status).toBe(400)
    expect((await submit(ana.browser, { ...target, reasonTags: ['x'.repeat(51)] })).status).toBe(400)
    expect((await submit(ana.browser, { ...target, reasonTags: [''] })).status).toBe(400)
    const longest = { ...target, comment: 'x'.repeat(2000), reasonTags: tags }
    expect(await submit(ana.browser, longest)).toMatchObject({ status: 201, body: { reasonTags: tags } })
  })

  it('A-75, V-42, Q-48: can be edited by its author only, and an edit must change something', async () => {
    const reviewId = await postReview(tea.browser, rosa.id)
    const path = `/api/reviews/${reviewId}`
    expect((await tea.browser.patch(path, {})).status).toBe(400)
    expect((await tea.browser.patch(path, { visibility: 'PRIVATE_TO_BUSINESS' })).status).toBe(400)
    for (const browser of [ana.browser, rosa.browser])
      expect((await browser.patch(path, { rating: 1 })).status).toBe(403)
    expect(await tea.browser.patch(path, { comment: '' })).toMatchObject({
      status: 200,
      body: { comment: null, rating: 3, edited: true },
    })
  })
})
