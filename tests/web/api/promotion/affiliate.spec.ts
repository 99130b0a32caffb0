import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affiliateStats, commission, programme, referral } from '../../../../web/contract/promotion/affiliate.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let [aurora, borgo]: ApiClient[] = []
beforeAll(async () => {
  garbo = await startTestGarbo()
  aurora = (await signUpBusiness(garbo, 'aurora', { phone: '+39 333 7777777' })).browser
  borgo = (await signUpBusiness(garbo, 'borgo')).browser
})
afterAll(() => garbo.stop())

const path = '/api/affiliate'
const amici = {
  programName: 'Amici dell’Aurora',
  commissionRate: 5.5,
  description: 'Per chi porta ospiti',
  commissionType: 'percentage',
  cookieDuration: 30,
}
const ask = (who: ApiClient | undefined) => {
  if (who === undefined) throw new Error('nobody')
  return {
    create: (body: unknown, intent = who.intent()) => who.post(`${path}/programs`, body, intent),
    programs: async () => programme.array().parse((await who.get(`${path}/programs`)).body),
    referrals: async () => referral.array().parse((await who.get(`${path}/referrals`)).body),
    commissions: async () => commission.array().parse((await who.get(`${path}/commissions`)).body),
    stats: async () => affiliateStats.parse((await who.get(`${path}/stats`)).body),
  }
}
const codeOf = async (who: ApiClient | undefined) => (await ask(who).referrals())[0]?.referralCode ?? ''
const follow = (code: string, headers: Readonly<Record<string, string>> = {}, page = '/register') =>
  fetch(`${garbo.address}${page}?ref=${code}`, { headers }).then((answer) => answer.body?.cancel())
/** Clicks are counted after the response; waits long enough for a wrongly counted one. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300))
const clicksOf = async (who: ApiClient | undefined) => (await ask(who).referrals())[0]?.clicks

describe('affiliate programmes (A-70, A-73)', () => {
  it('start without a code and with all figures zero', async () => {
    expect(await ask(aurora).programs()).toEqual([])
    expect(await ask(aurora).referrals()).toEqual([])
    expect(await ask(aurora).commissions()).toEqual([])
    expect(Object.values(await ask(aurora).stats())).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('A-73, C-31: give a code when the first is created (A-72, A-81)', async () => {
    const { status, body } = await ask(aurora).create(amici)
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), ...amici, isActive: true })
    expect(await ask(aurora).programs()).toEqual([body])
    expect(await ask(aurora).referrals()).toMatchObject([
      { clicks: 0, conversions: 0, commissionEarned: 0, status: 'pending' },
    ])
  })

  it('are created once when the request is repeated', async () => {
    const intent = aurora?.intent()
    const [one, two] = [await ask(aurora).create(amici, intent), await ask(aurora).create(amici, intent)]
    expect(two.body).toEqual(one.body)
    const all = await ask(aurora).programs()
    expect(all.map(({ isActive }) => isActive)).toEqual([true, false])
  })

  it('Q-81: are visible to their creator only', async () => {
    expect(await ask(borgo).programs()).toEqual([])
    expect(await ask(borgo).referrals()).toEqual([])
    expect((await garbo.visitor().get(`${path}/programs`)).status).toBe(401)
  })

  it.each([
    ['no name', { programName: ' ' }],
    ['less than nothing', { commissionRate: -0.01 }],
    ['more than all', { commissionRate: 100.01 }],
    ['thousandths', { commissionRate: 5.555 }],
    ['a text', { commissionRate: '5' }],
    ['another kind', { commissionType: 'fixed' }],
    ['another time', { cookieDuration: 365 }],
    ['something nobody knows', { avaBalance: 1000 }],
  ])('V-82, C-31: refuse %s in Italian', async (_, wrong) => {
    const before = await ask(aurora).programs()
    const { status, body } = await ask(aurora).create({ ...amici, ...wrong })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringMatching(/[a-zà-ù]{3}/) })
    expect(await ask(aurora).programs()).toEqual(before)
  })

  it.each([0, 0.01, 4.35, 8.2, 100])('V-82: accept %d percent as commission', async (commissionRate) => {
    const { status, body } = await ask(borgo).create({ programName: 'Prova', commissionRate })
    expect([status, (body as { commissionRate: number }).commissionRate]).toEqual([201, commissionRate])
  })
})

describe('the referral link (R-17, R-19, point 13)', () => {
  it('A-72: counts a visit at most once an hour per address', async () => {
    const code = await codeOf(aurora)
    await follow(code)
    await expect.poll(() => clicksOf(aurora)).toBe(1)
    await follow(code)
    await follow(code, {}, '/register-client')
    await aWhile()
    expect(await clicksOf(aurora)).toBe(1)
    expect(garbo.log()).not.toContain(code)
  })

  it.each([
    ['a code of nobody', 'NOBODY', {}],
    ['no code', '../..', {}],
    ['a page fetched ahead', null, { 'sec-purpose': 'prefetch;prerender' }],
    ['one’s own visit', null, 'signed in'],
  ] as const)('does not count %s', async (_, code, headers) => {
    const cookie = { cookie: borgo?.cookie() ?? '' }
    await follow(code ?? (await codeOf(borgo)), headers === 'signed in' ? cookie : headers)
    await aWhile()
    expect(await clicksOf(borgo)).toBe(0)
  })

  it('A-71, Q-81, points settled 13: converts a user who registers with it and confirms, for both kinds of account', async () => {
    const ref = await codeOf(aurora)
    const giulia = await signUpClient(garbo, 'giulia', { ref })
    await signUpBusiness(garbo, 'locanda', { ref, phone: '+39 333 8888888' })
    await signUpBusiness(garbo, 'doppia', { ref, phone: '333 777.77.77' })
    expect(await ask(aurora).referrals()).toMatchObject([{ conversions: 2, status: 'converted' }])
    const trip = { hotelId: 'hotel-belvedere', destination: 'Roma', checkIn: '2027-03-01', checkOut: '2027-03-04' }
    const booked = await giulia.browser.post('/api/bookings', { ...trip, guests: 2 }, giulia.browser.intent())
    const amount = Math.round((booked.body as { totalPrice: number }).totalPrice * 5.5) / 100
    expect(await ask(aurora).commissions()).toMatchObject([{ status: 'pending', commissionRate: 5.5, amount }])
    expect(await ask(aurora).stats()).toEqual({
      totalClicks: 1,
      totalConversions: 2,
      conversionRate: 100,
      totalCommissionEarned: 0,
      pendingCommission: amount,
      monthlyEarnings: 0,
      activeReferrals: 1,
    })
  })
})

describe('Q-82: the commissions file', () => {
  const file = async (who: ApiClient | undefined) => {
    const answer = await fetch(`${garbo.address}${path}/commissions?format=csv`, {
      headers: { cookie: who?.cookie() ?? '' },
    })
    return { answer, text: await answer.text() }
  }

  it('R-109: contains the same rows as the list, without data of the guest', async () => {
    const { answer, text } = await file(aurora)
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="commissioni.csv"',
    ])
    const [head, line, ...rest] = text.split('\r\n')
    expect(head).toBe('Data,Codice,Commissione (%),Importo (EUR),Stato,Riferimento')
    expect(line).toMatch(/^\d{4}-\d\d-\d\d,\w+,5\.5,\d+\.\d\d,In attesa,[\w-]+$/)
    expect(rest).toEqual([''])
    expect(text).not.toMatch(/giulia/i)
  })

  it('contains the user’s own commissions only', async () => {
    expect((await file(borgo)).text.split('\r\n')).toHaveLength(2)
    expect((await fetch(`${garbo.address}${path}/commissions?format=csv`)).status).toBe(401)
    expect((await aurora?.get(`${path}/commissions?format=pdf`))?.status).toBe(400)
  })
})
