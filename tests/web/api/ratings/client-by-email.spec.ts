import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let lia: Awaited<ReturnType<typeof signUpClient>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let lido: Awaited<ReturnType<typeof signUpBusiness>>

beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  lido = await signUpBusiness(garbo, 'lido')
  ana = await signUpClient(garbo, 'ana')
  lia = await signUpClient(garbo, 'lia')
  const scores = { punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 9 }
  const stay = { clientEmail: ana.email, overallRating: 5, stayType: 'leisure', stayDate: '2026-01-10' }
  await rosa.browser.post('/api/ratings', { ...scores, ...stay }, rosa.browser.idempotencyKey())
})
afterAll(() => garbo.stop())

const pathFor = (email: string) => `/api/clients/by-email/${encodeURIComponent(email)}`

describe('A-08, Q-02: looking up a client by e-mail', () => {
  it('returns the client’s own record, in any spelling of the address', async () => {
    const record = { id: ana.clientId, name: 'ana Bianchi', email: ana.email, totalRatings: 1, averageRating: 5 }
    for (const email of [ana.email, 'ANA@Example.it'])
      expect(await ana.browser.get(pathFor(email))).toMatchObject({ status: 200, body: record })
  })

  it('returns clients of the business', async () => {
    expect(await rosa.browser.get(pathFor(ana.email))).toMatchObject({ status: 200, body: { id: ana.clientId } })
  })

  it('B-17, B-18, B-20: returns the badges, with granted discounts only', async () => {
    const badges = { tierBadge: 'trusted', badgeDiscountPercent: 10, rewardBadges: [], crossProviderDiscount: 0 }
    expect(await rosa.browser.get(pathFor(ana.email))).toMatchObject({ status: 200, body: badges })
  })

  it('B-19, S-19, S-20: shows the client the same status by the same rule', async () => {
    expect((await ana.browser.get('/api/standing')).body).toMatchObject({
      tier: 'new',
      status: 'trusted',
      cross: { earned: false, state: 'pending', discountPercent: 0 },
      elite: { state: 'locked' },
    })
  })

  it('returns to other accounts the same response as for an unknown client', async () => {
    const responses = await Promise.all([
      garbo.visitor().get(pathFor(ana.email)),
      garbo.visitor().get(pathFor('nessuno@example.it')),
      lia.browser.get(pathFor(ana.email)),
      lia.browser.get(pathFor('nessuno@example.it')),
      lido.browser.get(pathFor(ana.email)),
      lido.browser.get(pathFor('nessuno@example.it')),
      rosa.browser.get(pathFor(lia.email)),
      rosa.browser.get(pathFor(lido.email)),
      rosa.browser.get(pathFor(rosa.email)),
    ])
    const rejection = { code: 'ClientUnknown', message: 'Cliente non trovato.' }
    expect(responses.map(({ status, body }) => [status, body])).toEqual(responses.map(() => [404, rejection]))
  })

  it('is not told apart from an unknown client by a wrong date of a stay either', async () => {
    const criteria = { punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 9 }
    const rate = (clientEmail: string) =>
      rosa.browser.post(
        '/api/ratings',
        { clientEmail, overallRating: 5, ...criteria, stayType: 'leisure', stayDate: '2012-01-01' },
        rosa.browser.idempotencyKey(),
      )
    const [known, unknown] = [await rate(ana.email), await rate('nessuno@example.it')]
    expect(known).toMatchObject({ status: 400, body: { code: 'StayTooLongAgo' } })
    expect(unknown).toMatchObject({ status: 400, body: { code: 'StayTooLongAgo' } })
  })

  it('Q-01: does not sign in', async () => {
    const browser = garbo.visitor()
    await browser.get(pathFor(ana.email))
    expect(browser.cookie()).toBe('')
  })

  it.each(['x', 'a@b', '%00', `${'x'.repeat(300)}@example.it`])('rejects %j in Italian', async (address) => {
    const { status, body } = await ana.browser.get(`/api/clients/by-email/${address}`)
    expect([400, 414]).toContain(status)
    expect(body).toMatchObject({ message: expect.stringMatching(/[a-z]{3}/) })
  })

  it('leaves no address in the log', () => expect(garbo.log()).not.toContain('ana@example.it'))

  it('Q-122: rejects a business that has not confirmed its e-mail address, as does everything about guests', async () => {
    const browser = garbo.visitor()
    const account = { username: 'zeta', email: 'zeta@example.it', password, businessName: 'Hotel Zeta' }
    const place = { businessType: 'hotel', location: 'Via del Corso 12, Roma', province: 'RM' }
    expect(await browser.post('/api/auth/register', { ...account, ...place })).toMatchObject({ status: 201 })
    const stay = { clientEmail: ana.email, overallRating: 5, stayType: 'leisure', stayDate: '2026-01-10' }
    const scores = { punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 9 }
    const photo = { profilePhoto: 'https://foto.example/a.jpg' }
    const remark = { targetType: 'USER', targetId: ana.clientId, rating: 3, comment: 'Nota', reasonCode: 'OTHER' }
    for (const response of [
      await browser.post('/api/ratings', { ...scores, ...stay }, browser.idempotencyKey()),
      await browser.patch(`/api/clients/${ana.clientId}`, photo),
      await browser.post('/api/reviews', remark, browser.idempotencyKey()),
    ])
      expect(response).toMatchObject({ status: 403, body: { code: 'EmailNotConfirmed' } })
    expect(await browser.get(pathFor(ana.email))).toMatchObject({ status: 404, body: { code: 'ClientUnknown' } })
  })
})
