import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { postReview, postReviewOfNewBusiness, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let scene: Awaited<ReturnType<typeof postReviewOfNewBusiness>>
let mario: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  scene = await postReviewOfNewBusiness(garbo, 'rosa', 'ana')
  mario = (await signUpModerator(garbo, 'mario')).browser
}, 60_000)
afterAll(() => garbo.stop())

const flag = (browser: ApiClient, reviewId: string, body: object = { reason: 'FAKE' }) =>
  browser.post(`/api/reviews/${reviewId}/flag`, body, browser.intent())
const isSeen = async (reviewId: string, by: ApiClient = garbo.visitor()) => {
  const { body } = await by.get(`/api/reviews/target/BUSINESS/${scene.house.id}`)
  return (body as { id: string }[]).some(({ id }) => id === reviewId)
}

/** A read model that gets no further until the answer is called, and has been met like that for a moment. */
const heldBack = async (table: string) => {
  const holding = await garbo.database.pool.connect()
  await holding.query(`begin; lock table ${table} in share mode`)
  return async () => {
    await pause(200)
    await holding.query('rollback')
    holding.release()
  }
}

/** Registers and comes in, as somebody does who wants to flag and nothing else. */
const newcomer = async (n: number): Promise<ApiClient> => {
  const browser = garbo.visitor()
  const email = `nuovo${n}@example.it`
  const person = { firstName: 'Nuovo', lastName: `Venuto${n}`, email, phone: '+39 333 1234567', password }
  expect((await browser.post('/api/auth/register-client', person)).status).toBe(201)
  expect((await browser.post('/api/auth/login-client', { email, password })).status).toBe(200)
  return browser
}

/** Has written about other houses before: established. */
const establishedOnes = async (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const { browser } = await signUpClientWithId(garbo, name)
      const house = await signUpBusiness(garbo, `casa.${name}`)
      return { browser, ownReview: await postReview(browser, house.id) }
    }),
  )

describe('flag campaigns (Q-53, Q-54, R-74, P-14)', () => {
  it('fifty new accounts cannot hide a review', async () => {
    for (let n = 0; n < 50; n += 10) {
      const browsers = await Promise.all(Array.from({ length: 10 }, (_, i) => newcomer(n + i)))
      for (const browser of browsers) expect((await flag(browser, scene.reviewId)).status).toBe(201)
    }
    expect(await isSeen(scene.reviewId)).toBe(true)
    expect((await mario.get(`/api/admin/cases/flag-${scene.reviewId}-1`)).body).toMatchObject({
      kind: 'FLAG',
      review: { flagsCount: 50, moderationStatus: 'ACTIVE' },
    })
  }, 180_000)

  it('three inaccurate established reporters cannot either, but three accurate ones can', async () => {
    const wolves = await establishedOnes(['ugo', 'ivo', 'leo'])
    for (const { ownReview } of await establishedOnes(['pia', 'zoe', 'eva', 'ada']))
      for (const { browser } of wolves) {
        const { body } = await flag(browser, ownReview)
        const verdict = { status: 'DISMISSED' }
        expect((await mario.patch(`/api/admin/flags/${(body as { id: string }).id}`, verdict)).status).toBe(200)
      }
    const tea = await signUpClientWithId(garbo, 'tea')
    const reviewId = await postReview(tea.browser, scene.house.id)
    for (const { browser } of wolves) expect((await flag(browser, reviewId)).status).toBe(201)
    // a stranger has written nothing he would wait for, and may read what was there a moment ago; who flagged last may not
    expect(await isSeen(reviewId, wolves.at(-1)?.browser)).toBe(true)

    const doubters = await establishedOnes(['gea', 'mia'])
    for (const { browser } of doubters) expect((await flag(browser, reviewId)).status).toBe(201)
    expect(await isSeen(reviewId, doubters.at(-1)?.browser)).toBe(false)
  }, 180_000)
})

describe('an established account (points settled 6)', () => {
  const weightOfLast = async (reviewId: string) => {
    const told = (await runOperatorCommand(garbo, 'audit', 'replay', `review-${reviewId}`)).trim().split('\n')
    const flags = told.map((line) => JSON.parse(line) as { type: string; data: { weight?: number } })
    return flags.findLast(({ type }) => type === 'ReviewFlagged')?.data.weight
  }

  it('is established by its first review, before the read models show it', async () => {
    const { browser } = await signUpClientWithId(garbo, 'isa')
    const house = await signUpBusiness(garbo, 'casa.isa')
    const goesOn = await heldBack('read.reviews')
    const written = async () => (await garbo.database.pool.query('select from log.events')).rowCount
    const before = await written()
    const writing = postReview(browser, house.id)
    await expect.poll(written).not.toBe(before)
    const flagging = flag(browser, scene.reviewId)
    await goesOn()
    await Promise.all([writing, flagging])
    expect(await weightOfLast(scene.reviewId)).toBe(100)
  })
})

describe('a new flag', () => {
  it('can be decided before the read models show it', async () => {
    const { browser } = await signUpClientWithId(garbo, 'ada.nuova')
    const goesOn = await heldBack('read.flags')
    const { body } = await flag(browser, scene.reviewId)
    const deciding = mario.patch(`/api/admin/flags/${(body as { id: string }).id}`, { status: 'DISMISSED' })
    await goesOn()
    expect((await deciding).status).toBe(200)
  })
})

describe('flagging as a reporter (A-41, V-44, V-45, V-46, S-14)', () => {
  it('requires sign-in', async () => {
    const answer = await flag(garbo.visitor(), scene.reviewId)
    expect(answer).toMatchObject({ status: 401, body: { code: 'NotSignedIn' } })
  })

  it('B-28: distinguishes a second flag from the first', async () => {
    const ida = await signUpClientWithId(garbo, 'ida')
    expect(await flag(ida.browser, scene.reviewId)).toMatchObject({ status: 201, body: { status: 'PENDING' } })
    expect(await flag(ida.browser, scene.reviewId, { reason: 'SPAM' })).toMatchObject({
      status: 409,
      body: { message: 'Segnalazione già presente', code: 'AlreadyFlagged' },
    })
  })

  it('accepts known reasons and a note of a thousand characters', async () => {
    const { browser } = await signUpClientWithId(garbo, 'bea')
    for (const wrong of [{}, { reason: 'BRUTTA' }, { reason: 'SPAM', note: 'x'.repeat(1001) }])
      expect((await flag(browser, scene.reviewId, wrong)).status).toBe(400)
    expect(await flag(browser, scene.reviewId, { reason: 'SPAM', note: 'x'.repeat(1000) })).toMatchObject({
      status: 201,
    })
  })

  it('shows the outcome, page by page, without the moderator', async () => {
    const { browser } = await signUpClientWithId(garbo, 'lia')
    const others = await establishedOnes(['noa', 'teo', 'rea'])
    for (const { ownReview } of others) await flag(browser, ownReview, { reason: 'OFFENSIVE', note: 'Insulta.' })
    const first = await browser.get('/api/flags/mine?limit=2')
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const second = await browser.get(`/api/flags/mine?limit=2&cursor=${cursor}`)
    const all = [...(first.body as { id: string }[]), ...(second.body as { id: string }[])]
    expect(all.map(({ id }) => id)).toHaveLength(3)
    expect(second.headers.get('x-next-cursor')).toBeNull()
    const verdict = { status: 'UPHELD', notes: 'Sì.' }
    const decided = await mario.patch(`/api/admin/flags/${all[2]?.id}`, verdict)
    expect(decided.status).toBe(200)
    const { body } = await browser.get('/api/flags/mine')
    expect(body).toMatchObject([
      { status: 'PENDING', decidedAt: null },
      { status: 'PENDING' },
      {
        status: 'UPHELD',
        reason: 'OFFENSIVE',
        note: 'Insulta.',
        rating: 3,
        why: { facts: expect.stringMatching(/segnalata/), ground: 'OFFENSIVE' },
      },
    ])
    expect((await mario.get('/api/flags/mine')).body).toEqual([])
  }, 60_000)
})
