import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnReview } from '../../../../web/contract/reviews/reviews.ts'
import type { OwnReward } from '../../../../web/contract/rewards/rewards.ts'
import { postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
let reviewId = ''
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClientWithId(garbo, 'ana')
  reviewId = await postReview(ana.browser, rosa.id, { rating: 5 })
})
afterAll(() => garbo.stop())

const edit = async (rating: number) => {
  const { status, body } = await ana.browser.patch(`/api/reviews/${reviewId}`, { rating })
  expect(status).toBe(200)
  return body as OwnReview
}
const ownReward = async () => ((await ana.browser.get('/api/rewards')).body as readonly OwnReward[])[0]
const redeem = async ({ browser }: Pick<typeof rosa, 'browser'>) => {
  const code = (await ownReward())?.code ?? ''
  return browser.post(`/api/rewards/${code}/redeem`, undefined, browser.idempotencyKey())
}

describe('Q-132: the code of a review', () => {
  it('is at stake as the author edits the review', async () => {
    const { body } = await ana.browser.get('/api/reviews/mine')
    expect(body).toMatchObject([{ id: reviewId, codeSuspension: { atOrBelow: 3, until: expect.any(String) } }])
  })

  it('is suspended with its date, and redeeming it is refused in Italian, once two stars are missing', async () => {
    await edit(3)
    const reward = await ownReward()
    const message = expect.stringMatching(
      /^Questa ricompensa è sospesa fino (al |all’)\d+ [a-z]+ \d{4}, perché hai tolto/,
    )
    expect(reward).toMatchObject({ status: 'suspended', isActive: false, suspendedUntil: expect.any(String) })
    expect(reward?.actions.redeem).toMatchObject({ allowed: false, code: 'RewardSuspended', message })
    expect(await redeem(ana)).toMatchObject({ status: 409, body: { code: 'RewardSuspended', message } })
    expect(await ana.browser.get(`/api/rewards/${reward?.code}/why`)).toMatchObject({ body: { status: 'suspended' } })
  })

  it('Q-60: is refused by the venue without a reason', async () => {
    expect((await rosa.browser.get('/api/rewards/issued')).body).toEqual([])
    const { status, body } = await redeem(rosa)
    expect([status, (body as { code: string }).code]).toEqual([404, 'RewardNotFound'])
    expect(await rosa.browser.post('/api/rewards/ABCDEFGHJK/redeem')).toMatchObject({ status, body })
    expect(JSON.stringify(body)).not.toMatch(/stelle|sospesa/)
  })

  it('can be redeemed again after raising the stars, and then nothing is at stake', async () => {
    expect(await edit(4)).toMatchObject({ codeSuspension: { atOrBelow: 3 } })
    expect(await ownReward()).toMatchObject({ status: 'active', isActive: true, suspendedUntil: null })
    expect((await redeem(rosa)).status).toBe(200)
    expect(await edit(1)).toMatchObject({ codeSuspension: null })
    expect(await ownReward()).toMatchObject({ status: 'redeemed' })
  })
})
