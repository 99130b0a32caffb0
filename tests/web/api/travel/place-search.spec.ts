import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../infrastructure/composition/config.ts'
import { placesFound } from '../../../../web/contract/travel/places.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { googleError, startGooglePlacesStandIn } from '../../../support/travel/google-places-stand-in.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let google: Awaited<ReturnType<typeof startGooglePlacesStandIn>>
let aurora: Awaited<ReturnType<typeof signUpBusiness>>
beforeAll(async () => {
  google = await startGooglePlacesStandIn()
  garbo = await startTestGarbo()
  aurora = await signUpBusiness(garbo, 'aurora', { businessName: 'Hotel Aurora Bella' })
  const pizzeria = {
    businessName: 'Bella Napoli',
    businessType: 'pizzeria',
    location: 'Via Roma 1, Siena (SI), Italia',
  }
  await signUpBusiness(garbo, 'napoli', { ...pizzeria, province: 'SI' })
  const { browser } = await signUpClient(garbo, 'ana')
  const review = { rating: 4, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: aurora.id }
  await browser.post('/api/reviews', review, browser.idempotencyKey())
})
afterAll(async () => {
  await garbo.stop()
  await google.stop()
})

const search = (query: Readonly<Record<string, string>>) =>
  garbo.visitor().get(`/api/search/places?${new URLSearchParams(query).toString()}`)
const searchResults = async (query: Readonly<Record<string, string>>) => {
  const { status, body } = await search(query)
  expect(status).toBe(200)
  return placesFound.parse(body)
}
/** Runs a request while the account is deleted but not yet erased. */
const whileDeleted = async <A>(id: string, request: () => Promise<A>): Promise<A> => {
  const { pool } = garbo.database
  await pool.query('update read.accounts set deleted = true where key = $1', [id])
  const response = await request()
  await pool.query('update read.accounts set deleted = false where key = $1', [id])
  return response
}
const namesFound = async (query: Readonly<Record<string, string>>) =>
  (await searchResults(query)).results.map(({ name }) => name)

describe('A-69: searching places without Google (point 17)', () => {
  it('E-37: finds registered businesses with their profile, for visitors too', async () => {
    expect((await searchResults({ query: 'aurora', location: 'roma' })).results).toEqual([
      {
        place_id: aurora.id,
        name: 'Hotel Aurora Bella',
        rating: null,
        price_level: null,
        formatted_address: 'Via del Corso 12, Roma',
        types: ['lodging', 'point_of_interest'],
        photos: [],
        opening_hours: null,
        has_garbo_profile: true,
        garbo_avg_score: 4,
        garbo_total_reviews: 1,
        garbo_business_id: aurora.id,
        garbo_is_premium: false,
      },
    ])
  })

  it('D-17: finds towns, without a profile', async () => {
    const { total_results, results, source } = await searchResults({ query: 'San Gimignano' })
    expect([total_results, source]).toEqual([results.length, 'garbo'])
    expect(results[0]).toMatchObject({
      place_id: 'it-si-san-gimignano',
      formatted_address: 'San Gimignano (SI), Italia',
      types: ['locality'],
      has_garbo_profile: false,
      garbo_business_id: null,
    })
  })

  it.each([
    ['category', { query: 'pizzeria' }, ['Bella Napoli']],
    ['category in Italian', { query: 'albergo', location: 'roma' }, ['Hotel Aurora Bella']],
    ['the beginnings of words in any accents', { query: 'BÈLL napo' }, ['Bella Napoli']],
    ['location', { query: 'bella', location: 'Siena' }, ['Bella Napoli']],
    ['type', { query: 'bella', type: 'lodging' }, ['Hotel Aurora Bella']],
    ['the type of all places', { query: 'bella', type: 'point_of_interest' }, ['Hotel Aurora Bella', 'Bella Napoli']],
    ['score', { query: 'bella', minRating: '4' }, ['Hotel Aurora Bella']],
    ['a higher score', { query: 'bella', minRating: '4.5' }, []],
    ['price, which is unknown', { query: 'bella', maxPrice: '4' }, []],
    ['opening hours, which are unknown', { query: 'bella', openNow: 'true' }, []],
    ['wildcards', { query: '%_' }, []],
  ])('C-30: finds them by %s', async (_, query, expected) => expect(await namesFound(query)).toEqual(expected))

  it('Q-92: does not find deleted businesses', async () => {
    const hotels = () => namesFound({ query: 'bella', type: 'lodging' })
    expect(await whileDeleted(aurora.id, hotels)).toEqual([])
    expect(await hotels()).toEqual(['Hotel Aurora Bella'])
  })

  it('ranks nearby places first', async () => {
    const [siena, rome] = [
      { lat: '43.3182', lng: '11.3306' },
      { lat: '41.9', lng: '12.5' },
    ]
    const near = (point: typeof siena) => namesFound({ query: 'bella', type: 'point_of_interest', ...point })
    expect(await near(siena)).toEqual(['Bella Napoli', 'Hotel Aurora Bella'])
    expect(await near(rome)).toEqual(['Hotel Aurora Bella', 'Bella Napoli'])
  })

  it('C-27: may be cached for five minutes by the same browser', async () =>
    expect((await search({ query: 'siena' })).headers.get('cache-control')).toBe('private, max-age=300'))

  it.each([
    ['a missing query', ''],
    ['blanks', 'query=%20'],
    ['NUL', 'query=a%00b'],
    ['a query that is too long', `query=${'x'.repeat(101)}`],
    ['an unknown type', 'query=a&type=castle'],
    ['a rating between two steps', 'query=a&minRating=3.3'],
    ['a rating above five', 'query=a&minRating=5.5'],
    ['an unknown price level', 'query=a&maxPrice=5'],
    ['an invalid opening filter', 'query=a&openNow=forse'],
    ['an impossible latitude', 'query=a&lat=91&lng=0'],
    ['coordinates that are not numbers', 'query=a&lat=nord&lng=est'],
  ])('V-83: rejects %s in Italian', async (_, query) => {
    const { status, body } = await garbo.visitor().get(`/api/search/places?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringMatching(/[a-zà-ù]{3}/), code: 'Invalid' })
  })

  it('leaves no search text in the log', async () => {
    await search({ query: 'Segretissimo', location: 'Segreti' })
    expect(garbo.log()).not.toMatch(/Segret/)
  })

  it('returns no pictures', async () =>
    expect(await garbo.visitor().get('/api/search/places/photo?reference=places/a/photos/b')).toMatchObject({
      status: 404,
    }))
})

describe('A-69, Q-78: searching places with a server key for Google', () => {
  const googlePlace = (changes: Readonly<Record<string, unknown>>) => ({
    id: 'ChIJ-aurora',
    displayName: { text: 'Hotel Aurora Bella' },
    formattedAddress: 'Via del Corso, 12, 00186 Roma RM, Italia',
    rating: 4.4,
    priceLevel: 'PRICE_LEVEL_EXPENSIVE',
    types: ['lodging'],
    photos: [{ name: 'places/ChIJ-aurora/photos/one' }],
    ...changes,
  })
  beforeAll(() => garbo.restart({ GOOGLE_PLACES_KEY: 'secret-server-key', GOOGLE_PLACES_ORIGIN: google.origin }))

  it('E-37: links registered places to their profile and others to a map (A-33)', async () => {
    google.answers({
      status: 200,
      body: { places: [googlePlace({}), googlePlace({ id: 'other', formattedAddress: 'Pisa' })] },
    })
    const { results, source } = await searchResults({ query: 'aurora' })
    expect(source).toBe('google')
    expect(results).toMatchObject([
      { rating: 4.4, price_level: 3, garbo_avg_score: 4, garbo_total_reviews: 1, garbo_business_id: aurora.id },
      { place_id: 'other', has_garbo_profile: false, garbo_avg_score: null, garbo_business_id: null },
    ])
    expect(results[0]?.photos).toEqual([{ photo_reference: 'places/ChIJ-aurora/photos/one' }])
  })

  it('treats places that deleted their account as unregistered', async () => {
    google.answers({ status: 200, body: { places: [googlePlace({})] } })
    const { results } = await whileDeleted(aurora.id, () => searchResults({ query: 'aurora di prima' }))
    expect(results).toMatchObject([{ name: 'Hotel Aurora Bella', has_garbo_profile: false, garbo_business_id: null }])
  })

  it('C-30: serves pictures from this server', async () => {
    const reference = encodeURIComponent('places/ChIJ-aurora/photos/one')
    const { address } = garbo
    const response = await fetch(`${address}/api/search/places/photo?reference=${reference}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await response.body?.cancel()
    expect(await garbo.visitor().get('/api/search/places/photo?reference=../..')).toMatchObject({ status: 400 })
  })

  it.each([
    ['T-133', googleError(403, 'PERMISSION_DENIED'), 'API key non autorizzata per questa richiesta'],
    ['T-134', googleError(429, 'RESOURCE_EXHAUSTED'), 'Limite query giornaliero raggiunto'],
    ['T-136', googleError(500, 'INTERNAL'), 'Errore API: INTERNAL'],
    [
      'T-141',
      googleError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'),
      'Il servizio Google Places non è inizializzato',
    ],
    ['T-129', null, 'Errore di ricerca. Riprova.'],
  ])('%s: reports an error from Google in the specified words', async (row, reply, message) => {
    google.answers(reply)
    expect(await search({ query: `rifiuto ${row}` })).toMatchObject({ status: 503, body: { message } })
  })

  it('keeps the key out of responses, log and pages', async () => {
    google.answers({ status: 200, body: { places: [googlePlace({})] } })
    const responses = [await search({ query: 'chiave' }), await garbo.visitor().get('/api/places/source')]
    expect(JSON.stringify(responses) + garbo.log()).not.toContain('secret-server-key')
    expect(google.heard.every(({ path }) => !path.includes('secret'))).toBe(true)
    expect(readConfig({})).not.toHaveProperty('GOOGLE_PLACES_KEY')
  })
})
