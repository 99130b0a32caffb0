import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxPhotoBytes } from '../../../domain/accounts/rules.ts'
import type { PlaceQuery } from '../../../application/travel/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { sharpImageProcessor } from '../../../infrastructure/accounts/photos.ts'
import { googleSearch } from '../../../infrastructure/travel/google-place-search.ts'
import { ttlCache } from '../../../infrastructure/ttl-cache.ts'
import { googleError, startGooglePlacesStandIn } from '../../support/travel/google-places-stand-in.ts'

let google: Awaited<ReturnType<typeof startGooglePlacesStandIn>>
beforeAll(async () => {
  google = await startGooglePlacesStandIn()
})
afterAll(() => google.stop())
beforeEach(() => {
  google.answers({ status: 200, body: {} })
  google.heard.length = 0
})

const pizza: PlaceQuery = {
  query: 'pizza',
  location: null,
  type: null,
  minRating: null,
  maxPrice: null,
  openNow: false,
  near: null,
}
const daMario = {
  id: 'ChIJ-da-Mario',
  displayName: { text: 'Da Mario', languageCode: 'it' },
  formattedAddress: 'Via Roma, 1, 53100 Siena SI, Italia',
  rating: 4.5,
  priceLevel: 'PRICE_LEVEL_MODERATE',
  types: ['pizza_restaurant', 'restaurant', 'food', 'point_of_interest'],
  photos: [{ name: 'places/ChIJ-da-Mario/photos/AUc7_x-1' }, { name: 'places/ChIJ-da-Mario/photos/AUc7_x-2' }],
  currentOpeningHours: { openNow: true },
}
const unknown = { id: 'ChIJ-nuovo', displayName: { text: 'Nuovo' } }

let now = 0
const openSearch = () =>
  googleSearch({
    origin: google.origin,
    key: 'server-key',
    reencode: sharpImageProcessor().reencode,
    timeoutMs: 2_000,
    now: () => now,
  })
const findNames = async (filters: Partial<PlaceQuery>) => {
  const answer = await openSearch().search({ ...pizza, ...filters })()
  return E.isRight(answer) ? answer.right.map(({ name }) => name) : answer.left
}

describe('A-69, Q-78: Google place search by the server', () => {
  it('E-37, C-30: returns the details that Google knows of each place', async () => {
    google.answers({ status: 200, body: { places: [daMario, unknown] } })
    expect(await openSearch().search(pizza)()).toEqual(
      E.right([
        {
          placeId: 'ChIJ-da-Mario',
          name: 'Da Mario',
          address: 'Via Roma, 1, 53100 Siena SI, Italia',
          rating: 4.5,
          priceLevel: 2,
          types: daMario.types,
          photos: ['places/ChIJ-da-Mario/photos/AUc7_x-1'],
          openNow: true,
          businessId: null,
        },
        expect.objectContaining({ placeId: 'ChIJ-nuovo', rating: null, priceLevel: null, photos: [], openNow: null }),
      ]),
    )
    expect(google.heard).toMatchObject([
      { method: 'POST', path: '/v1/places:searchText', headers: { 'x-goog-api-key': 'server-key' } },
    ])
  })

  it('is requested in Italian with every available filter', async () => {
    const near = { lat: 43.3, lng: 11.3 }
    await findNames({ location: 'Siena', type: 'restaurant', minRating: 3.5, maxPrice: 2, openNow: true, near })
    expect(google.heard[0]?.body).toEqual({
      textQuery: 'pizza, Siena',
      languageCode: 'it',
      regionCode: 'IT',
      pageSize: 20,
      includedType: 'restaurant',
      strictTypeFiltering: true,
      minRating: 3.5,
      priceLevels: ['PRICE_LEVEL_INEXPENSIVE', 'PRICE_LEVEL_MODERATE'],
      openNow: true,
      locationBias: { circle: { center: { latitude: 43.3, longitude: 11.3 }, radius: 20_000 } },
    })
    await findNames({ type: 'food', maxPrice: 0 })
    expect(google.heard[1]?.body).toEqual({ textQuery: 'pizza', languageCode: 'it', regionCode: 'IT', pageSize: 20 })
  })

  it.each([
    ['type', { type: 'food' }, ['Da Mario']],
    ['another type', { type: 'lodging' }, []],
    ['rating', { minRating: 4.5 }, ['Da Mario']],
    ['a higher rating', { minRating: 5 }, []],
    ['price', { maxPrice: 2 }, ['Da Mario']],
    ['a lower price', { maxPrice: 0 }, []],
    ['opening hours', { openNow: true }, ['Da Mario']],
  ] as const)('C-30: unknown values do not pass the filter for %s', async (_, filters, names) => {
    google.answers({ status: 200, body: { places: [daMario, unknown] } })
    expect(await findNames(filters)).toEqual(names)
  })

  it('C-27: repeats no request within five minutes', async () => {
    const places = openSearch()
    for (let i = 0; i < 3; i++) await places.search(pizza)()
    expect(google.heard).toHaveLength(1)
    now += 5 * 60_000
    await places.search(pizza)()
    expect(google.heard).toHaveLength(2)
  })
})

describe('an error from Google', () => {
  it.each([
    [403, 'PERMISSION_DENIED', 'API_KEY_HTTP_REFERRER_BLOCKED', { type: 'PlacesUnauthorised' }],
    [400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', { type: 'PlacesUnauthorised' }],
    [403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', { type: 'PlacesNotInitialised' }],
    [429, 'RESOURCE_EXHAUSTED', undefined, { type: 'PlacesOverLimit' }],
    [500, 'INTERNAL', undefined, { type: 'PlacesFailed', status: 'INTERNAL' }],
  ] as const)('with status %i %s (%s) is reported with its cause', async (status, name, reason, refusal) => {
    google.answers(googleError(status, name, reason))
    expect(await findNames({})).toEqual(refusal)
  })

  it('is not cached', async () => {
    const places = openSearch()
    google.answers(googleError(500, 'INTERNAL'))
    await places.search(pizza)()
    google.answers({ status: 200, body: { places: [daMario] } })
    expect(await places.search(pizza)()).toMatchObject({ right: [{ name: 'Da Mario' }] })
  })

  it.each([
    ['a closed connection', null],
    ['an unexpected response', { status: 200, body: { places: [{ id: '../..' }] } }],
    ['an oversized response', { status: 200, body: { places: [], padding: 'x'.repeat(2 ** 20) } }],
  ])('is reported as unreachable for %s', async (_, reply) => {
    google.answers(reply)
    expect(await findNames({})).toEqual({ type: 'PlacesUnreachable' })
  })
})

describe('C-30: a place photo', () => {
  const reference = 'places/ChIJ-da-Mario/photos/AUc7_x-1'
  const fetchPhoto = async (name = reference) => {
    const answer = await openSearch().photo(name)()
    return E.isRight(answer) ? answer.right : answer.left
  }

  it('is re-encoded at most 400 pixels wide, and the key is sent to Google only (Q-78)', async () => {
    const photo = await fetchPhoto()
    expect(await sharp(photo as Uint8Array).metadata()).toMatchObject({ format: 'jpeg', width: 400 })
    expect(google.heard.map(({ path, headers }) => [path, headers['x-goog-api-key']])).toEqual([
      [`/v1/${reference}/media?maxWidthPx=400&skipHttpRedirect=true`, 'server-key'],
      ['/picture.jpg', undefined],
    ])
  })

  it.each(['http://127.0.0.1:1/x', 'https://elsewhere.example/x', 'https://googleusercontent.com.example/x'])(
    'is not fetched from %s',
    async (uri) => {
      google.setPhotoUri(uri)
      expect(await fetchPhoto()).toBeNull()
      google.setPhotoUri(`${google.origin}/picture.jpg`)
    },
  )

  it.each(['', '../secrets', 'places/a/photos/b/../../c', 'https://elsewhere.example/places/a/photos/b'])(
    'is not requested for “%s”',
    async (name) => {
      expect(await fetchPhoto(name)).toBeNull()
      expect(google.heard).toEqual([])
    },
  )

  it('is abandoned once it is larger than allowed', async () => {
    google.setPhotoUri(`${google.origin}/endless.jpg`)
    expect(await fetchPhoto()).toBeNull()
    google.setPhotoUri(`${google.origin}/picture.jpg`)
    expect(google.bytesServed()).toBeLessThan(2 * maxPhotoBytes)
  })

  it('is missing when Google no longer has it', async () => {
    google.answers(googleError(404, 'NOT_FOUND'))
    expect(await fetchPhoto()).toBeNull()
  })
})

const minutes = (count: number) => count * 60_000

const countingCache = (maxEntries = 10) => {
  let [now, loads] = [0, 0]
  const cache = ttlCache<number>(minutes(5), maxEntries, () => now)
  return {
    load: (name: string) => cache(name, async () => ++loads),
    fail: (name: string) =>
      cache(name, async () => {
        loads++
        throw new Error('not now')
      }),
    loads: () => loads,
    advance: (ms: number) => {
      now += ms
    },
  }
}

describe('the response cache', () => {
  it('C-27: keeps responses for five minutes', async () => {
    const { load, advance } = countingCache()
    expect(await load('siena')).toBe(1)
    advance(minutes(5) - 1)
    expect(await load('siena')).toBe(1)
    advance(1)
    expect(await load('siena')).toBe(2)
  })

  it('shares one request among simultaneous callers of the same query', async () => {
    const { load } = countingCache()
    expect(await Promise.all([load('siena'), load('siena'), load('pisa')])).toEqual([1, 1, 2])
  })

  it('does not keep failures', async () => {
    const { load, fail } = countingCache()
    await expect(fail('siena')).rejects.toThrow('not now')
    expect(await load('siena')).toBe(2)
  })

  it('has a maximum size: the oldest entry is removed', async () => {
    const { load, loads } = countingCache(2)
    for (const name of ['siena', 'pisa', 'lucca']) await load(name)
    await load('lucca')
    await load('pisa')
    expect(loads()).toBe(3)
    expect(await load('siena')).toBe(4)
  })
})
