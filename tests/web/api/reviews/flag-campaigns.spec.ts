import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { postReview, postReviewOfNewBusiness, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let setup: Awaited<ReturnType<typeof postReviewOfNewBusiness>>
let mario: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  setup = await postReviewOfNewBusiness(garbo, 'rosa', 'ana')
  mario = (await signUpModerator(garbo, 'mario')).browser
}, 60_000)
afterAll(() => garbo.stop())

const flag = (browser: ApiClient, reviewId: string, body: object = { reason: 'FAKE' }) =>
  browser.post(`/api/reviews/${reviewId}/flag`, body, browser.idempotencyKey())
const isVisible = async (reviewId: string, reader: ApiClient = garbo.visitor()) => {
  const { body } = await reader.get(`/api/reviews/target/BUSINESS/${setup.business.id}`)
  return (body as { id: string }[]).some(({ id }) => id === reviewId)
}

/** Blocks a read model until the returned function is called, which first lets readers run into the block. */
const blockReadModel = async (table: string) => {
  const blocker = await garbo.database.pool.connect()
  await blocker.query(`begin; lock table ${table} in share mode`)
  return async () => {
    await pause(200)
    await blocker.query('rollback')
    blocker.release()
  }
}

/** Registers and signs in a client without any history. */
const signUpNewcomer = async (n: number): Promise<ApiClient> => {
  const browser = garbo.visitor()
  const email = `nuovo${n}@example.it`
  const person = {
    firstName: 'Nuovo',
    lastName: `Venuto${n}`,
    email,
    phone: `+39 333 12345${String(n).padStart(2, '0')}`,
    password,
  }
  expect((await browser.post('/api/auth/register-client', person)).status).toBe(201)
  expect((await browser.post('/api/auth/login-client', { email, password })).status).toBe(200)
  return browser
}

/** Signs up clients who have each reviewed another business and are therefore established. */
const signUpEstablished = async (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const { browser } = await signUpClientWithId(garbo, name)
      const business = await signUpBusiness(garbo, `casa.${name}`)
      return { browser, ownReview: await postReview(browser, business.id) }
    }),
  )

describe('a flag campaign (Q-53, Q-54, R-74, P-14)', () => {
  it('of fifty new accounts does not hold a review', async () => {
    for (let n = 0; n < 50; n += 10) {
      const browsers = await Promise.all(Array.from({ length: 10 }, (_, i) => signUpNewcomer(n + i)))
      for (const browser of browsers) expect((await flag(browser, setup.reviewId)).status).toBe(201)
    }
    expect(await isVisible(setup.reviewId)).toBe(true)
    expect((await mario.get(`/api/admin/cases/flag-${setup.reviewId}-1`)).body).toMatchObject({
      kind: 'FLAG',
      review: { flagsCount: 50, moderationStatus: 'ACTIVE' },
    })
  }, 180_000)

  it('of three inaccurate established reporters does not hold a review, but accurate ones do', async () => {
    const inaccurate = await signUpEstablished(['ugo', 'ivo', 'leo'])
    for (const { ownReview } of await signUpEstablished(['pia', 'zoe', 'eva', 'ada']))
      for (const { browser } of inaccurate) {
        const { body } = await flag(browser, ownReview)
        const verdict = { status: 'DISMISSED' }
        expect((await mario.patch(`/api/admin/flags/${(body as { id: string }).id}`, verdict)).status).toBe(200)
      }
    const tea = await signUpClientWithId(garbo, 'tea')
    const reviewId = await postReview(tea.browser, setup.business.id)
    for (const { browser } of inaccurate) expect((await flag(browser, reviewId)).status).toBe(201)
    // Reads as the last reporter, who sees their own writes; a visitor might still see the previous state.
    expect(await isVisible(reviewId, inaccurate.at(-1)?.browser)).toBe(true)

    const accurate = await signUpEstablished(['gea', 'mia'])
    for (const { browser } of accurate) expect((await flag(browser, reviewId)).status).toBe(201)
    expect(await isVisible(reviewId, accurate.at(-1)?.browser)).toBe(false)
  }, 180_000)
})

describe('an account (D-06)', () => {
  const weightOfLast = async (reviewId: string) => {
    const lines = (await runOperatorCommand(garbo, 'audit', 'replay', `review-${reviewId}`)).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; data: { weight?: number } })
    return events.findLast(({ type }) => type === 'ReviewFlagged')?.data.weight
  }

  it('is established by its first review, before the read models show it', async () => {
    const { browser } = await signUpClientWithId(garbo, 'isa')
    const business = await signUpBusiness(garbo, 'casa.isa')
    const unblock = await blockReadModel('read.reviews')
    const countEvents = async () => (await garbo.database.pool.query('select from log.events')).rowCount
    const before = await countEvents()
    const writing = postReview(browser, business.id)
    await expect.poll(countEvents).not.toBe(before)
    const flagging = flag(browser, setup.reviewId)
    await unblock()
    await Promise.all([writing, flagging])
    expect(await weightOfLast(setup.reviewId)).toBe(100)
  })
})

describe('a new flag', () => {
  it('can be decided before the read models show it', async () => {
    const { browser } = await signUpClientWithId(garbo, 'ada.nuova')
    const unblock = await blockReadModel('read.flags')
    const { body } = await flag(browser, setup.reviewId)
    const deciding = mario.patch(`/api/admin/flags/${(body as { id: string }).id}`, { status: 'DISMISSED' })
    await unblock()
    expect((await deciding).status).toBe(200)
  })
})

describe('flagging as a reporter (A-41, V-44, V-45, V-46, S-14)', () => {
  it('requires sign-in', async () => {
    const response = await flag(garbo.visitor(), setup.reviewId)
    expect(response).toMatchObject({ status: 401, body: { code: 'NotSignedIn' } })
  })

  it('B-28: is rejected a second time', async () => {
    const ida = await signUpClientWithId(garbo, 'ida')
    expect(await flag(ida.browser, setup.reviewId)).toMatchObject({ status: 201, body: { status: 'PENDING' } })
    expect(await flag(ida.browser, setup.reviewId, { reason: 'SPAM' })).toMatchObject({
      status: 409,
      body: { message: 'Segnalazione già presente', code: 'AlreadyFlagged' },
    })
  })

  it('accepts known reasons and a note of a thousand characters', async () => {
    const { browser } = await signUpClientWithId(garbo, 'bea')
    for (const body of [{}, { reason: 'BRUTTA' }, { reason: 'SPAM', note: 'x'.repeat(1001) }])
      expect((await flag(browser, setup.reviewId, body)).status).toBe(400)
    expect(await flag(browser, setup.reviewId, { reason: 'SPAM', note: 'x'.repeat(1000) })).toMatchObject({
      status: 201,
    })
  })

  it('shows the outcome, page by page, without the moderator', async () => {
    const { browser } = await signUpClientWithId(garbo, 'lia')
    const others = await signUpEstablished(['noa', 'teo', 'rea'])
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
