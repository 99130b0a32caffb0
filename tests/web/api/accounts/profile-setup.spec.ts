import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const countEvents = async () =>
  (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n
const readProfile = async (browser: ApiClient) => (await browser.get('/api/user/profile')).body
const tokenOf = async (browser: ApiClient) =>
  ((await browser.get('/api/auth/csrf-token')).body as { csrfToken: string }).csrfToken
const complete = async (browser: ApiClient, body: unknown, token?: string) =>
  browser.post('/api/auth/complete-profile', body, { 'x-csrf-token': token ?? (await tokenOf(browser)) })

const place = { businessName: 'Locanda Rosa', businessType: 'bnb', location: 'Via Po 12, Torino', province: 'TO' }
const consents = { emailNotifications: true, smsNotifications: true, marketingConsent: false, privacyConsent: true }

describe('POST /api/auth/complete-profile (A-15)', () => {
  let rosa: Awaited<ReturnType<typeof signUpBusiness>>
  beforeAll(async () => {
    rosa = await signUpBusiness(garbo, 'rosa')
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['V-72: no name', { businessName: undefined }, /almeno 2 caratteri/],
    ['V-72: no type', { businessType: undefined }, /Seleziona il tipo di attività/],
    ['Q-134: no province', { province: undefined }, /Seleziona una provincia/],
    ['Q-134: an empty province', { province: null }, /Seleziona una provincia/],
    ['V-72, Q-84: no place', { location: undefined }, /Campo obbligatorio/],
    ['V-69: a place of four letters', { location: 'Roma' }, /almeno 5 caratteri/],
    ['V-70: no consent', { privacyConsent: false }, /Privacy consent is required/],
    ['V-70: consent as text', { privacyConsent: 'true' }, /Privacy consent is required/],
    ['a missing preference', { marketingConsent: undefined }, /Campo obbligatorio/],
    ['an unknown field', { role: 'ADMIN' }, /non previst/],
    [
      'Q-91: another e-mail without the password',
      { email: 'altra@example.it' },
      /Inserisci la tua password per confermare/,
    ],
  ])('rejects %s without changes', async (_, fault, message) => {
    const before = await countEvents()
    const response = await complete(rosa.browser, { ...place, ...consents, ...fault })
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    expect(await countEvents()).toBe(before)
  })

  it('A-90: rejects requests without the session’s token, without changes', async () => {
    const other = await signUpBusiness(garbo, 'viola')
    const before = await countEvents()
    for (const token of ['', 'x'.repeat(43), await tokenOf(other.browser)])
      expect(await complete(rosa.browser, { ...place, ...consents }, token)).toMatchObject({
        status: 403,
        body: { code: 'CsrfTokenInvalid' },
      })
    expect(await countEvents()).toBe(before)
  })

  it('is not open to clients', async () => {
    const { browser } = await signUpClient(garbo, 'ana')
    expect(await complete(browser, { ...place, ...consents })).toMatchObject({ status: 403 })
  })

  it('E-43, Q-41, Q-114, Q-134: completes the profile with its province and recorded consents', async () => {
    expect(await readProfile(rosa.browser)).toMatchObject({
      complete: false,
      privacyConsent: false,
      marketingConsent: false,
    })
    expect(await complete(rosa.browser, { ...place, phone: '06 1234567', ...consents })).toMatchObject({ status: 400 })
    expect(await complete(rosa.browser, { ...place, phone: '+39 06 1234567', ...consents })).toMatchObject({
      status: 200,
      body: { user: { businessName: 'Locanda Rosa', province: 'TO' }, waitingEmail: null },
    })
    expect(await readProfile(rosa.browser)).toMatchObject({
      ...place,
      ...consents,
      phone: '+39061234567',
      complete: true,
    })
  })

  it('changes nothing when repeated', async () => {
    const before = await countEvents()
    const same = { ...place, phone: '+39061234567', ...consents }
    expect((await complete(rosa.browser, same)).status).toBe(200)
    expect(await countEvents()).toBe(before)
  })

  it('Q-134: the edit form may leave the province empty', async () => {
    for (const form of [{ province: null }, { businessName: 'Locanda Rosina' }])
      expect(await rosa.browser.patch('/api/user/profile', form)).toMatchObject({ status: 200 })
    expect(await readProfile(rosa.browser)).toMatchObject({ businessName: 'Locanda Rosina', province: null })
  })

  it('Q-41: a profile that loses its location is incomplete again', async () => {
    await rosa.browser.patch('/api/user/profile', { location: '' })
    expect(await readProfile(rosa.browser)).toMatchObject({ complete: false, privacyConsent: true })
  })
})

describe('favourites (Q-31)', () => {
  const list = async (browser: ApiClient) =>
    ((await browser.get('/api/favorites')).body as readonly { id: string }[]).map(({ id }) => id)
  const save = (browser: ApiClient, id: string) => browser.send('PUT', `/api/favorites/${id}`)
  const drop = (browser: ApiClient, id: string) => browser.send('DELETE', `/api/favorites/${id}`)

  it('are saved, listed latest first and removed by each client separately', async () => {
    const [ana, eva] = [await signUpClient(garbo, 'bea'), await signUpClient(garbo, 'eva')]
    const [first, second] = [await signUpBusiness(garbo, 'uno'), await signUpBusiness(garbo, 'due')]
    for (const { id } of [first, second, second]) expect((await save(ana.browser, id)).status).toBe(204)
    expect(await list(ana.browser)).toEqual([second.id, first.id])
    expect(await list(eva.browser)).toEqual([])
    expect((await drop(eva.browser, first.id)).status).toBe(204)
    expect(await list(ana.browser)).toEqual([second.id, first.id])
    expect((await ana.browser.get('/api/favorites')).body).toMatchObject([
      { businessName: 'Hotel due', totalReviews: 0 },
      {},
    ])
    expect((await drop(ana.browser, second.id)).status).toBe(204)
    expect((await drop(ana.browser, second.id)).status).toBe(204)
    expect(await list(ana.browser)).toEqual([first.id])
  })

  it('must be existing businesses', async () => {
    const [ana, eva] = [await signUpClient(garbo, 'gea'), await signUpClient(garbo, 'tea')]
    const before = await countEvents()
    const { body } = await eva.browser.get('/api/auth/user')
    for (const id of ['nobody', (body as { id: string }).id, eva.clientId])
      expect(await save(ana.browser, id)).toMatchObject({ status: 404, body: { code: 'BusinessUnknown' } })
    expect(await countEvents()).toBe(before)
  })
})
