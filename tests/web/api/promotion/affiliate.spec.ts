import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  affiliateStats,
  commission,
  programme,
  referral,
  waitingProgramme,
} from '../../../../web/contract/promotion/affiliate.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let [aurora, borgo]: ApiClient[] = []
beforeAll(async () => {
  garbo = await startTestGarbo()
  aurora = (await signUpBusiness(garbo, 'aurora', { phone: '+39 333 7777777' })).browser
  borgo = (await signUpBusiness(garbo, 'borgo')).browser
})
afterAll(() => garbo.stop())

const path = '/api/affiliate'
const programmeFields = {
  programName: 'Amici dell’Aurora',
  commissionRate: 5.5,
  description: 'Per chi porta ospiti',
  commissionType: 'percentage',
  cookieDuration: 30,
}
const affiliateOf = (browser: ApiClient | undefined) => {
  if (browser === undefined) throw new Error('no such account')
  return {
    create: (body: unknown, idempotencyKey = browser.idempotencyKey()) =>
      browser.post(`${path}/programs`, body, idempotencyKey),
    programs: async () => programme.array().parse((await browser.get(`${path}/programs`)).body),
    referrals: async () => referral.array().parse((await browser.get(`${path}/referrals`)).body),
    commissions: async () => commission.array().parse((await browser.get(`${path}/commissions`)).body),
    stats: async () => affiliateStats.parse((await browser.get(`${path}/stats`)).body),
  }
}
const codeOf = async (browser: ApiClient | undefined) => (await affiliateOf(browser).referrals())[0]?.referralCode ?? ''
const follow = (code: string, headers: Readonly<Record<string, string>> = {}, page = '/register') =>
  fetch(`${garbo.address}${page}?ref=${code}`, { headers }).then((response) => response.body?.cancel())
/** Clicks are counted after the response; waits long enough for a wrongly counted one. */
const waitForClicks = () => new Promise((resolve) => setTimeout(resolve, 300))
const clicksOf = async (browser: ApiClient | undefined) => (await affiliateOf(browser).referrals())[0]?.clicks

describe('affiliate programmes (A-70, A-73)', () => {
  it('E-36: start without a code and with zero totals', async () => {
    expect(await affiliateOf(aurora).programs()).toEqual([])
    expect(await affiliateOf(aurora).referrals()).toEqual([])
    expect(await affiliateOf(aurora).commissions()).toEqual([])
    expect(Object.values(await affiliateOf(aurora).stats())).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('E-20, A-73, C-31: get a code when the first is created (A-72, A-81)', async () => {
    const { status, body } = await affiliateOf(aurora).create(programmeFields)
    expect(status).toBe(201)
    const decided = { isActive: true, status: 'approved', reasons: null }
    expect(body).toEqual({ id: expect.any(String), ...programmeFields, ...decided })
    expect(await affiliateOf(aurora).programs()).toEqual([body])
    expect(await affiliateOf(aurora).referrals()).toMatchObject([
      { clicks: 0, conversions: 0, commissionEarned: 0, status: 'pending' },
    ])
  })

  it('are created once when the request is repeated', async () => {
    const idempotencyKey = aurora?.idempotencyKey()
    const [first, second] = [
      await affiliateOf(aurora).create(programmeFields, idempotencyKey),
      await affiliateOf(aurora).create(programmeFields, idempotencyKey),
    ]
    expect(second.body).toEqual(first.body)
    const all = await affiliateOf(aurora).programs()
    expect(all.map(({ isActive }) => isActive)).toEqual([true, false])
  })

  it('Q-81: are visible to their creator only', async () => {
    expect(await affiliateOf(borgo).programs()).toEqual([])
    expect(await affiliateOf(borgo).referrals()).toEqual([])
    expect((await garbo.visitor().get(`${path}/programs`)).status).toBe(401)
  })

  it.each([
    ['no name', { programName: ' ' }],
    ['a negative commission', { commissionRate: -0.01 }],
    ['a commission above 100 percent', { commissionRate: 100.01 }],
    ['a commission with three decimals', { commissionRate: 5.555 }],
    ['a commission as text', { commissionRate: '5' }],
    ['an unknown commission type', { commissionType: 'fixed' }],
    ['an unsupported cookie duration', { cookieDuration: 365 }],
    ['an unknown field', { avaBalance: 1000 }],
  ])('V-82, C-31: reject %s in Italian', async (_, fault) => {
    const before = await affiliateOf(aurora).programs()
    const { status, body } = await affiliateOf(aurora).create({ ...programmeFields, ...fault })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringMatching(/[a-zà-ù]{3}/) })
    expect(await affiliateOf(aurora).programs()).toEqual(before)
  })

  it.each([0, 0.01, 4.35, 8.2, 100])('V-82: accept %d percent as commission', async (commissionRate) => {
    const { status, body } = await affiliateOf(borgo).create({ programName: 'Prova', commissionRate })
    expect([status, (body as { commissionRate: number }).commissionRate]).toEqual([201, commissionRate])
  })
})

describe('Q-133: a programme with a commission above 30 percent', () => {
  const high = { programName: 'Metà per uno', commissionRate: 30.01 }
  let ada: Awaited<ReturnType<typeof signUpStaff>>
  let nora: Awaited<ReturnType<typeof signUpBusiness>>
  beforeAll(async () => {
    ada = await signUpStaff(garbo, 'ada', 'ADMIN')
    nora = await signUpBusiness(garbo, 'nora')
  })
  const waiting = async () =>
    waitingProgramme.array().parse((await ada.browser.get('/api/admin/affiliate/programs')).body)
  const waitingOf = async (accountId: string) => (await waiting()).filter((row) => row.accountId === accountId)
  const decide = (accountId: string, id: string, body: unknown) =>
    ada.browser.patch(`/api/admin/affiliate/${accountId}/programs/${id}`, body)

  it('waits for an administrator, has no code and is not in force', async () => {
    expect((await affiliateOf(nora.browser).create(high)).body).toMatchObject({ status: 'waiting', isActive: false })
    expect(await affiliateOf(nora.browser).referrals()).toEqual([])
    expect(await waitingOf(nora.id)).toMatchObject([
      { programName: 'Metà per uno', commissionRate: 30.01, actions: { decide: { allowed: true } } },
    ])
  })

  it('shows its creator the reasons for which it was refused', async () => {
    const [{ id } = { id: '' }] = await waitingOf(nora.id)
    const reasons = 'La commissione è troppo alta per noi.'
    expect(await decide(nora.id, id, { decision: 'refused', reasons: 'No' })).toMatchObject({ status: 400 })
    expect((await decide(nora.id, id, { decision: 'refused', reasons })).status).toBe(204)
    expect(await waitingOf(nora.id)).toEqual([])
    expect(await affiliateOf(nora.browser).programs()).toMatchObject([{ status: 'refused', isActive: false, reasons }])
    expect(await decide(nora.id, id, { decision: 'approved', reasons })).toMatchObject({
      status: 409,
      body: { message: 'Questo programma è già stato rifiutato: la decisione non si può cambiare.' },
    })
  })

  it('gets its code with the approval', async () => {
    await affiliateOf(nora.browser).create(high)
    const [{ id } = { id: '' }] = await waitingOf(nora.id)
    expect((await decide(nora.id, id, { decision: 'approved', reasons: 'Ospiti di lusso.' })).status).toBe(204)
    expect(await affiliateOf(nora.browser).programs()).toMatchObject([
      { status: 'approved', isActive: true },
      { status: 'refused', isActive: false },
    ])
    expect(await affiliateOf(nora.browser).referrals()).toHaveLength(1)
  })

  it('D-02: cannot be decided by the administrator who created it', async () => {
    await affiliateOf(ada.browser).create(high)
    const own = (await waiting()).find(({ actions }) => !actions.decide.allowed)
    expect(own?.actions.decide.code).toBe('OwnProgramme')
    const answer = await decide(own?.accountId ?? '', own?.id ?? '', { decision: 'approved', reasons: 'Perché è mio.' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'OwnProgramme' } })
  })
})

describe('the referral link (R-17, R-19, point 13)', () => {
  it('A-72: counts a visit at most once an hour per address', async () => {
    const code = await codeOf(aurora)
    await follow(code)
    await expect.poll(() => clicksOf(aurora)).toBe(1)
    await follow(code)
    await follow(code, {}, '/register-client')
    await waitForClicks()
    expect(await clicksOf(aurora)).toBe(1)
    expect(garbo.log()).not.toContain(code)
  })

  it.each([
    ['an unknown code', 'NOBODY', {}],
    ['an invalid code', '../..', {}],
    ['a prefetched page', null, { 'sec-purpose': 'prefetch;prerender' }],
    ['the owner’s own visit', null, 'signed in'],
  ] as const)('does not count %s', async (_, code, headers) => {
    const cookie = { cookie: borgo?.cookie() ?? '' }
    await follow(code ?? (await codeOf(borgo)), headers === 'signed in' ? cookie : headers)
    await waitForClicks()
    expect(await clicksOf(borgo)).toBe(0)
  })

  it('E-21, A-71, Q-81, D-13: converts a user who registers with it and confirms, for both kinds of account', async () => {
    const ref = await codeOf(aurora)
    const giulia = await signUpClient(garbo, 'giulia', { ref })
    await signUpBusiness(garbo, 'locanda', { ref, phone: '+39 333 8888888' })
    await signUpBusiness(garbo, 'doppia', { ref, phone: '333 777.77.77' })
    expect(await affiliateOf(aurora).referrals()).toMatchObject([{ conversions: 2, status: 'converted' }])
    const booking = { hotelId: 'hotel-belvedere', destination: 'Roma', checkIn: '2027-03-01', checkOut: '2027-03-04' }
    const booked = await giulia.browser.post(
      '/api/bookings',
      { ...booking, guests: 2 },
      giulia.browser.idempotencyKey(),
    )
    const amount = Math.round((booked.body as { totalPrice: number }).totalPrice * 5.5) / 100
    expect(await affiliateOf(aurora).commissions()).toMatchObject([{ status: 'pending', commissionRate: 5.5, amount }])
    expect(await affiliateOf(aurora).stats()).toEqual({
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
  const downloadCsv = async (browser: ApiClient | undefined) => {
    const response = await fetch(`${garbo.address}${path}/commissions?format=csv`, {
      headers: { cookie: browser?.cookie() ?? '' },
    })
    return { response, text: await response.text() }
  }

  it('R-109: contains the same rows as the list, without data of the guest', async () => {
    const { response, text } = await downloadCsv(aurora)
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="commissioni.csv"',
    ])
    const [header, line, ...others] = text.split('\r\n')
    expect(header).toBe('Data,Codice,Commissione (%),Importo (EUR),Stato,Riferimento')
    expect(line).toMatch(/^\d{4}-\d\d-\d\d,\w+,5\.5,\d+\.\d\d,In attesa,[\w-]+$/)
    expect(others).toEqual([''])
    expect(text).not.toMatch(/giulia/i)
  })

  it('contains the commissions of its owner only', async () => {
    expect((await downloadCsv(borgo)).text.split('\r\n')).toHaveLength(2)
    expect((await fetch(`${garbo.address}${path}/commissions?format=csv`)).status).toBe(401)
    expect((await aurora?.get(`${path}/commissions?format=pdf`))?.status).toBe(400)
  })
})
