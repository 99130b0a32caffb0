import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDataUrl, jpeg } from '../../../support/images.ts'
import { codeIn, waitForMessage } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const person = (name: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  firstName: 'Anita',
  lastName: 'Garibaldi',
  email: `${name}@example.it`,
  phone: '+39 333 1234567',
  password,
  privacyConsent: true,
  ...changes,
})
const countEvents = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n
const createClient = async (name: string, changes: Readonly<Record<string, unknown>> = {}) => {
  const browser = garbo.visitor()
  return { browser, ...(await browser.post('/api/clients', person(name, changes))) }
}

describe('A-09, Q-09: POST /api/clients', () => {
  it('creates the account, signs it in and sends the code by e-mail', async () => {
    const { browser, status, body } = await createClient('anita')
    expect(status).toBe(201)
    const { clientId } = body as { clientId: string }
    expect(body).toMatchObject({
      user: { role: 'CLIENTE', clientId, emailVerified: false, displayName: 'Anita Garibaldi' },
    })
    expect(await browser.get('/api/auth/user')).toMatchObject({ status: 200, body: { clientId } })
    const verificationCode = codeIn(await waitForMessage(browser, 'anita@example.it'))
    expect((await browser.post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
    expect(await browser.get('/api/auth/user')).toMatchObject({ body: { emailVerified: true } })
  })

  it('Q-86: normalises the phone number', async () => {
    const { browser } = await createClient('telefonica', { phone: '(333) 123-45.67' })
    expect(await browser.get('/api/auth/client')).toMatchObject({ status: 200, body: { phone: '+393331234567' } })
  })

  it('Q-09: shows an unconfirmed client their own data only', async () => {
    const { browser } = await createClient('timida')
    const { id } = await signUpBusiness(garbo, 'locanda')
    const review = {
      targetType: 'BUSINESS',
      targetId: id,
      rating: 5,
      comment: 'Tutto molto bello.',
      reasonTags: [],
      reasonCode: 'OTHER',
    }
    expect((await browser.get('/api/rewards')).status).toBe(200)
    expect(await browser.post('/api/reviews', review, browser.idempotencyKey())).toMatchObject({
      status: 403,
      body: { code: 'EmailNotConfirmed' },
    })
    const booking = {
      hotelId: 'hotel-belvedere',
      destination: 'Roma',
      checkIn: '2027-03-01',
      checkOut: '2027-03-04',
      guests: 2,
    }
    expect(await browser.post('/api/bookings', booking, browser.idempotencyKey())).toMatchObject({
      status: 403,
      body: { code: 'EmailNotConfirmed' },
    })
  })

  it('E-02, E-24: stores the given data and shows it to businesses that know the client', async () => {
    const { body } = await createClient('bruna', {
      age: 34,
      residence: 'Milano',
      travelType: 'leisure',
      profilePhoto: asDataUrl(await jpeg()),
      socialPhotoUrl: 'https://instagram.example/bruna.jpg',
      socialPhotoSource: 'instagram',
      photoConsent: true,
    })
    const { profilePhoto } = (body as { user: { profilePhoto: string } }).user
    expect(profilePhoto).toMatch(/^\/api\/photos\/[\w-]{43}$/)
    const { browser: rosa } = await signUpBusiness(garbo, 'rosa')
    const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
    const stay = { stayType: 'leisure', stayDate: '2026-01-10' }
    expect((await rosa.post('/api/ratings', { clientEmail: 'bruna@example.it', ...scores, ...stay })).status).toBe(201)
    expect(await rosa.get('/api/clients')).toMatchObject({
      body: [{ age: 34, residence: 'Milano', travelType: 'leisure', profilePhoto }],
    })
    expect(await rosa.get('/api/ratings')).toMatchObject({ body: [{ clientPhoto: profilePhoto }] })
  })

  it('Q-87: records which notice was accepted and no photo in clear', async () => {
    const { rows } = await garbo.database.pool.query<{ data: string }>(
      "select e.data from log.events e join log.types t using (type_no) where t.name = 'ClientRegistered'",
    )
    const all = rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
    expect(all.find(({ photoConsent }) => photoConsent === true)).toMatchObject({
      privacyVersion: '2025-08-11',
      profilePhoto: { '~': expect.any(String) },
      socialPhotoUrl: { '~': expect.any(String) },
      age: { '~': expect.any(String) },
      residence: { '~': expect.any(String) },
    })
    expect(rows.some(({ data }) => data.includes('/api/photos/') || data.includes('instagram.example'))).toBe(false)
  })

  it('reports a taken address, in `error` too (A-88)', async () => {
    const { email } = await signUpClient(garbo, 'doppia')
    const repeated = await createClient('doppia', { email })
    expect(repeated).toMatchObject({
      status: 409,
      body: { message: 'Email già registrata', error: 'Email già registrata' },
    })
    expect(repeated.headers.getSetCookie()).toEqual([])
  })

  const social = { socialPhotoUrl: 'https://facebook.example/io.jpg', socialPhotoSource: 'facebook' }
  it.each([
    ['V-09, Q-87: without consent to the privacy notice', { privacyConsent: false }, 'privacyConsent'],
    ['V-09, Q-87: without an answer about consent', { privacyConsent: undefined }, 'privacyConsent'],
    ['V-06: without a number', { phone: '' }, 'phone'],
    ['V-07: with an invalid number', { phone: '0' }, 'phone'],
    ['V-08, C-14: too young', { age: 17 }, 'age'],
    ['V-08, C-14: too old', { age: 101 }, 'age'],
    ['V-08: with a fractional age', { age: 30.5 }, 'age'],
    ['with an unknown type of travel', { travelType: 'space' }, 'travelType'],
    ['V-12: with a plain password', { password: 'solominuscole' }, 'password'],
    ['V-25: with a social photo and no consent', social, 'photoConsent'],
    ['V-25: with a social photo and consent refused', { ...social, photoConsent: false }, 'photoConsent'],
    [
      'V-24: with a photo from an unknown network',
      { ...social, photoConsent: true, socialPhotoSource: 'x' },
      'socialPhotoSource',
    ],
    ['V-24: with a source and no photo', { socialPhotoSource: 'facebook', photoConsent: true }, 'socialPhotoUrl'],
    [
      'Q-88: with a social photo over plain http',
      { ...social, socialPhotoUrl: 'http://a.it/b.jpg', photoConsent: true },
      'socialPhotoUrl',
    ],
    ['V-22: with a file that is not a photo', { profilePhoto: 'data:text/html;base64,AAAA' }, 'profilePhoto'],
    ['Q-100: with a role', { role: 'ADMIN' }, 'role'],
  ])('rejects a client %s', async (_, fault, field) => {
    const before = await countEvents()
    const { status, body } = await createClient('nessuna', fault)
    expect({ status, fields: Object.keys((body as { fields: object }).fields) }).toMatchObject({
      status: 400,
      fields: [field],
    })
    expect(body).toMatchObject({ message: expect.any(String), error: expect.any(String) })
    expect(await countEvents()).toBe(before)
  })

  it('V-09: reports missing consent with the schema’s message (Q-98)', async () => {
    const { body } = await createClient('nessuna', { privacyConsent: false })
    expect(body).toMatchObject({ fields: { privacyConsent: 'Privacy consent is required' } })
  })
})
