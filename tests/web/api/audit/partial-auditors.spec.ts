import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { postRating, postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpStaff } from '../../../support/users.ts'
import { waitUntil } from '../../../infrastructure/projections/reader-process.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ada: Awaited<ReturnType<typeof signUpStaff>>
let clientId: string
let reviewId: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClientWithId(garbo, 'ana')
  rosa = await signUpBusiness(garbo, 'rosa')
  ada = await signUpStaff(garbo, 'ada', 'ADMIN')
  for (const role of ['ADMIN', 'MODERATORE', 'REVISORE'])
    await runOperatorCommand(garbo, 'role', 'grant', rosa.email, role)
  await postRating(rosa.browser, ana.email)
  reviewId = await postReview(ana.browser, rosa.id, { rating: 2, comment: 'Camera fredda.' })
  const [client] = (await rosa.browser.get('/api/clients')).body as readonly { readonly id: string }[]
  clientId = client?.id ?? ''
  await ana.browser.post(
    '/api/support/messages',
    { subject: 'La mia recensione', message: 'La struttura mi ha scritto.' },
    ana.browser.idempotencyKey(),
  )
}, 120_000)
afterAll(() => garbo.stop())

const search = async (browser: typeof rosa.browser, query: string) =>
  endpoints.searchEvents.response.parse((await browser.get(`/api/audit/search?limit=200&${query}`)).body).items

describe('D-47, Q-60: a venue that is an auditor as well', () => {
  it.each([
    ['its own account', () => `subject=${rosa.id}`],
    ['a guest it knows by name', () => `subject=${clientId}&category=review`],
    ['a guest by the id that it knows', () => `q=${clientId}`],
    ['reviews', () => 'category=review'],
    ['what an author did', () => `actor=${ana.id}`],
  ])('finds nothing of its reviews or their authors by searching for %s', async (_, query) => {
    const found = JSON.stringify(await search(rosa.browser, query()))
    for (const id of [ana.id, clientId, reviewId]) expect(found).not.toContain(id)
  })

  it('finds nothing of them in the whole log either, not even by the time of what followed', async () => {
    const found = await search(rosa.browser, '')
    const seen = JSON.stringify(found)
    for (const id of [ana.id, clientId, reviewId]) expect(seen).not.toContain(id)
    const all = await search(ada.browser, 'category=review')
    expect(all.map(({ stream }) => stream)).toContain(`review-${reviewId}`)
    expect(found.map(({ at }) => at)).not.toContain(all.find(({ type }) => type === 'ReviewSubmitted')?.at)
  })

  it('does not learn from the next page that there is something to find, nor when it was', async () => {
    const nextOf = async (query: string) =>
      endpoints.searchEvents.response.parse((await rosa.browser.get(`/api/audit/search?limit=1&${query}`)).body)
    const written = await search(ada.browser, 'category=review&type=ReviewSubmitted')
    const later = new Date(Date.parse(written[0]?.at ?? '') + 1_000).toISOString()
    for (const query of [`actor=${ana.id}`, `type=ReviewSubmitted&to=${later}`])
      expect(await nextOf(query)).toEqual({ items: [], nextCursor: null })
    const first = await nextOf('')
    const second = await nextOf(`cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    expect([first.items.length, second.items.every(({ id }) => id !== first.items[0]?.id)]).toEqual([1, true])
  })

  it('receives no proof of what its author did, though it knows the id of the event', async () => {
    const [written] = await search(ada.browser, `category=review&type=ReviewSubmitted`)
    const proof = `/api/audit/proofs/${written?.id}`
    await waitUntil(async () => (await ada.browser.get(proof)).status === 200)
    const refused = await rosa.browser.get(proof)
    expect(refused.status).toBe(404)
    expect(JSON.stringify(refused.body)).not.toContain(ana.id)
  })

  it.each(['review', 'account', 'rewards', 'wallet', 'identifiers', 'support'])(
    'neither reads nor opens the stream %s of its author',
    async (category) => {
      const id = { review: reviewId, rewards: clientId }[category] ?? ana.id
      const stream = `${category}-${id}`
      expect((await ada.browser.get(`/api/audit/streams/${stream}`)).status).toBeLessThan(405)
      const read = await rosa.browser.get(`/api/audit/streams/${stream}`)
      const opened = await rosa.browser.post(
        '/api/audit/openings',
        { stream, reason: 'Vorrei sapere chi mi ha recensito.' },
        rosa.browser.idempotencyKey(),
      )
      expect([read.status, opened.status].every((status) => status === 403 || status === 404)).toBe(true)
    },
  )

  it('Q-128: neither sees the author among the connections nor at the help desk', async () => {
    expect((await rosa.browser.get(`/api/admin/connections/${ana.id}`)).status).toBe(403)
    const theirs = (await ada.browser.get('/api/admin/support')).body as readonly { readonly id: string }[]
    expect(theirs).toHaveLength(1)
    expect((await rosa.browser.get('/api/admin/support')).body).toEqual([])
    const answer = await rosa.browser.post(
      `/api/admin/support/${theirs[0]?.id}/answer`,
      { message: 'Ci pensiamo noi.' },
      rosa.browser.idempotencyKey(),
    )
    expect(answer.status).toBe(403)
  })
})

describe('D-46: an opening', () => {
  const open = (stream: string, reason: string) =>
    ada.browser.post('/api/audit/openings', { stream, reason }, ada.browser.idempotencyKey())

  it('needs a reason that can be seen, which the letter quotes in one line', async () => {
    expect((await open(`account-${rosa.id}`, '\u200B'.repeat(12))).status).toBe(400)
    expect((await open(`account-${rosa.id}`, 'Verifica n. 7\n\nCordiali\u202E saluti')).status).toBe(201)
    await waitForMessageMatching(rosa.browser, rosa.email, /«Verifica n\. 7 Cordiali saluti»/)
  })

  it.each(['contest', 'guestcontact'])('finds the streams of the category %s', async (category) => {
    const found = await search(ada.browser, `category=${category}`)
    for (const { stream } of found) expect((await ada.browser.get(`/api/audit/streams/${stream}`)).status).toBe(200)
    expect(category === 'contest' || found.length > 0).toBe(true)
  })
})
