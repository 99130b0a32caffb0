import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsContaining } from './support/database.ts'
import { codeIn, messagesTo, waitForMessageMatching } from './support/dev-mailbox.ts'
import { startTestGarbo } from './support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from './support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const phrase = 'ELIMINA IL MIO ACCOUNT'
/** Ana's personal data, which occurs in no other account. */
const clientData = {
  firstName: 'Ginestra',
  lastName: 'Ginestrini',
  phone: '+39 347 1234987',
  residence: 'Ginestreto',
  email: 'ginestra.nuova@example.it',
  photo: 'https://foto.ginestra.example/ritratto.jpg',
  review: 'Ginestra: camera rumorosa',
  tag: 'ginestratag',
  flag: 'Ginestra: è falsa',
  comment: 'Ginestra: ospite educatissima',
  destination: 'Ginestropoli',
  reason: 'Ginestra: non mi serve più',
} as const
const businessData = {
  username: 'mughetto.hotel',
  businessName: 'Mughetto Palace',
  location: 'Via Mughetto 77, Roma',
  reply: 'Mughetto: grazie della visita',
} as const
const clientTraces = [...Object.values(clientData), 'ginestra@example.it', '+393471234987', '3471234987']
const businessTraces = [...Object.values(businessData), 'mughetto.hotel@example.it', 'mughetto palace']

const createHistory = async () => {
  const { username, businessName, location } = businessData
  const rosa = await signUpBusiness(garbo, username, { businessName, location })
  const { firstName, lastName, phone } = clientData
  const ana = await signUpClient(garbo, 'ginestra', { firstName, lastName, phone })
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: '2026-01-10', comment: clientData.comment }
  expect((await rosa.browser.post('/api/ratings', { clientEmail: ana.email, ...scores, ...stay })).status).toBe(201)
  const content = { rating: 2, comment: clientData.review, reasonTags: [clientData.tag], reasonCode: 'OTHER' }
  const target = { targetType: 'BUSINESS', targetId: rosa.id }
  const review = await ana.browser.post('/api/reviews', { ...content, ...target }, ana.browser.idempotencyKey())
  const { id } = review.body as { id: string }
  await ana.browser.send('PUT', `/api/favorites/${rosa.id}`)
  await rosa.browser.send('PUT', `/api/reviews/${id}/reply`, { text: businessData.reply })
  const { destination } = clientData
  const nights = { checkIn: '2027-03-01', checkOut: '2027-03-04', guests: 2 }
  const booking = { hotelId: 'hotel-belvedere', destination, ...nights }
  expect((await ana.browser.post('/api/bookings', booking, ana.browser.idempotencyKey())).status).toBe(201)
  await garbo.visitor().post('/api/auth/recover-email', { phone, userType: 'client' })
  await waitForMessageMatching(ana.browser, phone.replaceAll(' ', ''), /accedi/)
  await changeProfile(ana)
  return { rosa, ana, reviewId: id }
}

/** Adds personal data beyond registration: a changed address, a photo and an uploaded picture. */
const changeProfile = async ({ browser }: Awaited<ReturnType<typeof signUpClient>>) => {
  const { email, photo: profilePhoto, residence } = clientData
  const response = await browser.patch('/api/user/profile', { residence, profilePhoto, email, password })
  expect(response.status).toBe(200)
  const code = codeIn(await waitForMessageMatching(browser, email, /confermare questo indirizzo/))
  expect((await browser.post('/api/user/confirm-email', { code })).status).toBe(204)
}
const countErasures = async () => {
  const { rows } = await garbo.database.pool.query('select from read.erasures where erased_at is not null')
  return rows.length
}

describe('B-45: a deleted account', () => {
  let history: Awaited<ReturnType<typeof createHistory>>
  const readScore = async () => (await garbo.visitor().get(`/api/businesses/${history.rosa.id}`)).body
  beforeAll(async () => {
    history = await createHistory()
  })

  it('A-64, A-65, E-44, E-45: can preview whether it may be deleted, and the data to be deleted or anonymised', async () => {
    const { browser } = history.ana
    expect((await browser.get('/api/user/deletion-eligibility')).body).toEqual({ canDelete: true, reason: null })
    expect((await browser.get('/api/user/deletion-preview')).body).toMatchObject({
      accountInfo: { businessName: 'Ginestra Ginestrini', email: clientData.email },
      dataToBeDeleted: { bookings: 1, walletConnections: 0 },
      dataToBeAnonymized: { reviews: 1, businessReviews: 1 },
    })
  })

  it('V-79, Q-105: is deleted only with the exact phrase and the password', async () => {
    const { browser } = history.ana
    const requestDeletion = (body: object) => browser.post('/api/user/delete-account', body)
    expect(await requestDeletion({ confirmationText: phrase.toLowerCase(), password })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Testo di conferma errato') },
    })
    expect(await requestDeletion({ confirmationText: phrase })).toMatchObject({ status: 400 })
    expect(await requestDeletion({ confirmationText: phrase, password: 'sbagliata' })).toMatchObject({
      status: 400,
      body: { code: 'CurrentPasswordWrong' },
    })
    expect((await browser.get('/api/auth/user')).status).toBe(200)
  })

  it('A-66, E-46, Q-26, Q-92: is signed out everywhere, and all its data except the stars is removed', async () => {
    const before = await readScore()
    const secondBrowser = garbo.visitor()
    const login = await secondBrowser.post('/api/auth/login-client', { email: clientData.email, password })
    expect(login.status).toBe(200)
    expect((await cellsContaining(garbo.database.pool, clientTraces)).length).toBeGreaterThan(8)
    const { browser } = history.ana
    const { reason } = clientData
    const deleted = await browser.post('/api/user/delete-account', { reason, confirmationText: phrase, password })
    expect(deleted.status).toBe(204)
    for (const each of [browser, secondBrowser]) expect((await each.get('/api/auth/user')).status).toBe(401)
    await expect.poll(() => countErasures(), { timeout: 15_000 }).toBe(1)
    await expect.poll(() => cellsContaining(garbo.database.pool, clientTraces), { timeout: 15_000 }).toEqual([])
    expect(await readScore()).toEqual(before)
    expect(clientTraces.filter((trace) => garbo.log().includes(trace))).toEqual([])
  })

  it('Q-92: leaves no message to its addresses and its number in the development mailbox, except the last one', async () => {
    await waitForMessageMatching(garbo.visitor(), clientData.email, /è stato eliminato/)
    const { email, phone } = clientData
    expect(await messagesTo(garbo.visitor(), email)).toHaveLength(1)
    for (const to of ['ginestra@example.it', phone.replaceAll(' ', '')])
      expect(await messagesTo(garbo.visitor(), to)).toEqual([])
  })

  it('cannot sign in or be found, and its address is free', async () => {
    const login = await garbo.visitor().post('/api/auth/login-client', { email: clientData.email, password })
    expect(login.status).toBe(401)
    const { items } = (await history.rosa.browser.get('/api/clients')).body as { items?: unknown[] }
    expect(items ?? []).toEqual([])
    await waitForMessageMatching(garbo.visitor(), clientData.email, /è stato eliminato/)
    const person = { firstName: 'Lia', lastName: 'Verdi', email: clientData.email, phone: '+39 333 1234567', password }
    expect((await garbo.visitor().post('/api/auth/register-client', person)).status).toBe(201)
  })

  it('of a business leaves its score without a name', async () => {
    const { browser, id } = history.rosa
    const deleted = await browser.post('/api/user/delete-account', { confirmationText: phrase, password })
    expect(deleted.status).toBe(204)
    await expect.poll(() => cellsContaining(garbo.database.pool, businessTraces), { timeout: 15_000 }).toEqual([])
    expect((await garbo.visitor().get(`/api/businesses/${id}`)).status).toBe(404)
    const place = {
      businessName: 'Hotel Lia',
      businessType: 'hotel',
      location: 'Via del Corso 12, Roma',
      province: 'RM',
    }
    const account = { username: businessData.username, email: 'lia@example.it', password }
    expect((await garbo.visitor().post('/api/auth/register', { ...account, ...place })).status).toBe(201)
  })
})
