import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReversalPlan } from '../../../../web/contract/moderation/reversal.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Readonly<Record<'mario' | 'lia' | 'ana' | 'rosa', ApiClient>>
let rosaId = ''
beforeAll(async () => {
  garbo = await startTestGarbo()
  const rosa = await signUpBusiness(garbo, 'rosa')
  rosaId = rosa.id
  people = {
    rosa: rosa.browser,
    ana: (await signUpClient(garbo, 'ana')).browser,
    mario: (await signUpModerator(garbo, 'mario')).browser,
    lia: (await signUpModerator(garbo, 'lia')).browser,
  }
})
afterAll(() => garbo.stop())

const planIn = (response: { readonly body: unknown }) => response.body as ReversalPlan
const readCodes = async () => (await people.ana.get('/api/rewards')).body

describe('a reversal', () => {
  it('Q-50: is previewed by one moderator, approved by another and visible in the read models', async () => {
    const review = { rating: 5, comment: 'Ottimo', reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: rosaId }
    const { body } = await people.ana.post('/api/reviews', review, people.ana.idempotencyKey())
    const { id } = body as { id: string }
    const path = `/api/admin/reviews/${id}/domino`
    expect((await people.mario.get(path)).body).toEqual({ plan: null, canPreview: true })
    for (const name of ['ana', 'rosa'] as const) expect((await people[name].post(path)).status).toBe(403)

    const drafted = await people.mario.post(path)
    expect(drafted.status).toBe(200)
    const { planId, effects, figures, draftedByMe, outcome } = planIn(drafted)
    expect([draftedByMe, outcome]).toEqual([true, null])
    expect(effects.map(({ what }) => what)).toContain('RewardRevoked')
    expect(Object.fromEntries(effects.map(({ what, measure }) => [what, measure]))).toMatchObject({
      ReviewRemoved: null,
      OpinionChanged: 'stars',
      RewardRevoked: 'code',
    })
    expect(figures).toEqual({
      venue: { stars: { before: 5, after: null }, raters: { before: 1, after: 0 } },
      ratings: { before: 1, after: 0 },
      ava: { before: 0, after: 0 },
      ratingsToNextAva: 10,
      codes: { before: 1, after: 0 },
    })
    expect(await readCodes()).toMatchObject([{ isActive: true }])
    expect(planIn(await people.lia.post(path)).planId).toBe(planId)
    const canApprove = async (name: 'mario' | 'lia') =>
      planIn(await people[name].get(`/api/admin/domino/${planId}`)).canApprove
    expect([await canApprove('mario'), await canApprove('lia')]).toEqual([false, true])

    const approve = `/api/admin/domino/${planId}/approve`
    expect(await people.mario.post(approve)).toMatchObject({ status: 403, body: { code: 'PlanNeedsAnother' } })
    expect((await people.ana.post(approve)).status).toBe(403)
    const approved = await people.lia.post(approve)
    expect(approved.status).toBe(200)
    expect(planIn(approved)).toMatchObject({ approvedByMe: true, outcome: { missing: [], unforeseen: [] } })
    expect(planIn(await people.mario.get(`/api/admin/domino/${planId}`)).outcome?.done).toBe(effects.length)
    await expect.poll(readCodes).not.toMatchObject([{ isActive: true }])
    expect((await people.lia.post(path)).status).toBe(409)
    expect((await people.lia.get(path)).body).toMatchObject({ plan: { canApprove: false }, canPreview: false })
  })

  it('is rejected with 409 and an explanation when the state has changed', async () => {
    const client = await signUpClient(garbo, 'bea')
    const review = { rating: 1, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: rosaId }
    const { body } = await client.browser.post('/api/reviews', review, client.browser.idempotencyKey())
    const { id } = body as { id: string }
    const { planId } = planIn(await people.mario.post(`/api/admin/reviews/${id}/domino`))
    const flag = { reason: 'FAKE' }
    expect((await people.rosa.post(`/api/reviews/${id}/flag`, flag, people.rosa.idempotencyKey())).status).toBe(201)
    expect(await people.lia.post(`/api/admin/domino/${planId}/approve`)).toMatchObject({
      status: 409,
      body: { code: 'PlanOutdated', message: expect.stringContaining('la recensione') },
    })
    const newPlan = planIn(await people.mario.post(`/api/admin/reviews/${id}/domino`))
    expect(newPlan.planId).not.toBe(planId)
    expect((await people.lia.get('/api/admin/domino/nowhere-1')).status).toBe(404)
  })
})
