import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hotelPartnerOf, readConfig } from '../../../../infrastructure/composition/config.ts'
import { booking } from '../../../../web/contract/travel/bookings.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

const stay = {
  hotelId: 'hotel-belvedere',
  destination: 'Siena',
  checkIn: '2198-03-01',
  checkOut: '2198-03-04',
  guests: 2,
}
const dailyLimit = 3
const partner = { HOTEL_SEARCH_URL: 'https://hotel.example/cerca', HOTEL_SEARCH_TRACKING_ID: '304142' }

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: ApiClient
let rosa: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo({ BOOKINGS_PER_DAY: String(dailyLimit), ...partner })
  ana = (await signUpClient(garbo, 'ana')).browser
  rosa = (await signUpBusiness(garbo, 'rosa')).browser
})
afterAll(() => garbo.stop())

const book = (browser: ApiClient, changes: object = {}, key = randomUUID()) =>
  browser.post('/api/bookings', { ...stay, ...changes }, { 'idempotency-key': key })
const bookingsOf = async (browser: ApiClient) => booking.array().parse((await browser.get('/api/bookings')).body)
const walletOf = async (browser: ApiClient) => {
  const { avaBalance, avaMaturing } = (await browser.get('/api/ava/profile')).body as Record<string, number>
  return { avaBalance, avaMaturing }
}
const italian = { message: expect.stringMatching(/[a-zà-ù]{3}/), code: expect.any(String) }

describe('a booking', () => {
  it('A-60, A-61, E-11, E-54, S-17, Q-72, Q-103: is confirmed at the price of the server, regardless of other fields', async () => {
    expect(await bookingsOf(ana)).toEqual([])
    const sent = { totalPrice: 1, avaEarned: 9_000, status: 'completed', hotelName: 'Castello' }
    const { status, body } = await book(ana, sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...stay,
      hotelName: 'Hotel Belvedere',
      nights: 3,
      totalPrice: 360,
      avaEarned: 3,
      status: 'confirmed',
      bookingReference: expect.stringMatching(/^GRB-\d{14}-[\dA-F]{6}$/),
    })
    expect(await bookingsOf(ana)).toEqual([body])
    expect(await walletOf(ana)).toEqual({ avaBalance: 0, avaMaturing: 3 })
  })

  it('Q-72: can be cancelled once by its owner, and its AVA are taken back', async () => {
    const [{ id } = { id: '' }] = await bookingsOf(ana)
    const cancel = (browser: ApiClient) => browser.post(`/api/bookings/${id}/cancel`, undefined)
    expect(await cancel(rosa)).toMatchObject({ status: 404, body: italian })
    expect(await walletOf(ana)).toEqual({ avaBalance: 0, avaMaturing: 3 })
    for (const _ of ['once', 'again'])
      expect(await cancel(ana)).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect(await walletOf(ana)).toEqual({ avaBalance: 0, avaMaturing: 0 })
    expect(await bookingsOf(ana)).toMatchObject([{ id, status: 'cancelled' }])
  })

  it('Q-72: offers its cancellation, and explains afterwards why it is no longer possible', async () => {
    const [cancelled] = await bookingsOf(ana)
    expect(cancelled?.actions.cancel).toEqual({
      allowed: false,
      code: 'BookingAlreadyCancelled',
      message: 'La prenotazione è già stata annullata.',
    })
    const { body } = await book(await signUpClient(garbo, 'carla').then(({ browser }) => browser))
    expect(body).toMatchObject({ actions: { cancel: { allowed: true, code: null, message: null } } })
  })

  it('Q-72: is made once when requested twice, and the same key for another stay is rejected', async () => {
    const key = randomUUID()
    const [first, second] = [await book(rosa, {}, key), await book(rosa, {}, key)]
    expect(second).toMatchObject({ status: 201, body: first.body as object })
    expect((await book(rosa, { guests: 3 }, key)).status).toBe(422)
    expect(await bookingsOf(rosa)).toHaveLength(1)
    expect(await walletOf(rosa)).toMatchObject({ avaMaturing: 3 })
  })

  it.each([
    ['T-214, V-76: no destination', { destination: '  ' }, 400],
    ['V-77: no guest', { guests: 0 }, 400],
    ['V-77: eleven guests', { guests: 11 }, 400],
    ['Q-76: no night', { checkOut: stay.checkIn }, 400],
    ['Q-76: a day in the past', { checkIn: '2020-03-01' }, 400],
    ['a stay of seven thousand years', { checkOut: '9999-12-31' }, 400],
    ['a day that does not exist', { checkIn: '2198-02-30' }, 400],
    ['A-85: an unknown hotel', { hotelId: 'castello' }, 404],
  ])('with %s is rejected in Italian without changes', async (_, fault, status) => {
    const before = [await bookingsOf(ana), await walletOf(ana)]
    expect(await book(ana, fault)).toMatchObject({ status, body: italian })
    expect([await bookingsOf(ana), await walletOf(ana)]).toEqual(before)
  })

  it('Q-72: is rejected above the daily limit; cancelling does not restore it', async () => {
    for (const { id } of await bookingsOf(rosa)) await rosa.post(`/api/bookings/${id}/cancel`, undefined)
    for (let n = 1; n < dailyLimit; n++) expect((await book(rosa)).status).toBe(201)
    expect(await book(rosa)).toMatchObject({
      status: 429,
      body: { message: `Al massimo ${dailyLimit} prenotazioni al giorno.` },
    })
    expect(await bookingsOf(rosa)).toHaveLength(dailyLimit)
  })

  it('Q-72, Q-126: is limited with simultaneous requests too, and of overlapping stays one earns', async () => {
    const { browser } = await signUpClient(garbo, 'bea')
    const responses = await Promise.all(Array.from({ length: 12 }, () => book(browser)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(dailyLimit).fill(201), ...Array<number>(12 - dailyLimit).fill(429)])
    expect(await bookingsOf(browser)).toHaveLength(dailyLimit)
    // the bookings are for the same nights
    expect(await walletOf(browser)).toEqual({ avaBalance: 0, avaMaturing: 3 })
  })

  it('A-60: is listed with the newest first', async () => {
    const created = (await bookingsOf(rosa)).map(({ createdAt }) => createdAt)
    expect(created).toEqual(created.toSorted().toReversed())
  })
})

describe('the hotel search', () => {
  const searchHotels = (query: string) => ana.get(`/api/hotels?${query}`)

  it('A-85, B-36, C-29, E-42, B-32: returns the three hotels with price and AVA', async () => {
    const { body } = await searchHotels('destination=Siena&checkIn=2198-03-01&checkOut=2198-03-11&guests=10')
    expect(body).toMatchObject([
      { pricePerNight: 120, nights: 10, totalPrice: 1200, avaEarned: 12, currency: 'EUR' },
      { pricePerNight: 85, nights: 10, totalPrice: 850, avaEarned: 8 },
      { pricePerNight: 210, nights: 10, totalPrice: 2100, avaEarned: 21 },
    ])
  })

  it.each([
    ['V-76', 'destination=&checkIn=2198-03-01&checkOut=2198-03-04&guests=2'],
    ['V-77', 'destination=Siena&checkIn=2198-03-01&checkOut=2198-03-04&guests=11'],
    ['Q-76', 'destination=Siena&checkIn=2198-03-04&checkOut=2198-03-04&guests=2'],
    ['a year at most', 'destination=Siena&checkIn=2198-03-01&checkOut=2199-03-02&guests=2'],
    ['Q-76', 'destination=Siena&checkIn=2020-03-01&checkOut=2198-03-04&guests=2'],
  ])('%s: is rejected with %s', async (_, query) =>
    expect(await searchHotels(query)).toMatchObject({ status: 400, body: italian }),
  )
})

describe('A-31, Q-76: the partner’s search address', () => {
  it('is configured by the operator and returned to signed-in users', async () => {
    const { body } = await ana.get('/api/hotels/partner')
    expect(body).toEqual({ address: partner.HOTEL_SEARCH_URL, trackingId: partner.HOTEL_SEARCH_TRACKING_ID })
    expect(await garbo.visitor().get('/api/hotels/partner')).toMatchObject({ status: 401, body: italian })
  })

  it('defaults to Booking.com without a partner id', () =>
    expect(hotelPartnerOf(readConfig({}))).toEqual({
      address: 'https://www.booking.com/searchresults.it.html',
      trackingId: null,
    }))

  it.each([
    { HOTEL_SEARCH_URL: 'javascript:alert(1)' },
    { HOTEL_SEARCH_URL: 'hotel.example' },
    { HOTEL_SEARCH_URL: 'http://hotel.example', NODE_ENV: 'production' },
    { HOTEL_SEARCH_TRACKING_ID: 'a b' },
  ])('cannot be configured as %o', (settings) => expect(() => readConfig(settings)).toThrow('HOTEL_SEARCH_'))
})
