import { z } from 'zod'
import type { ImageProcessor } from '../../application/accounts/ports.ts'
import { maxPhotoBytes } from '../../domain/accounts/rules.ts'
import type { Cache } from '../../application/ports/cache.ts'
import type { FoundPlace, PlaceQuery, PlaceSearch, PlaceType } from '../../application/travel/ports.ts'
import type { PlaceSearchRejection } from '../../application/travel/rejections.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { ttlCache } from '../ttl-cache.ts'

export interface GoogleSearchOptions {
  /** Address of the Places API (New). */
  readonly origin: string
  /** The server's own key, sent to this origin only. @rule Q-78 */
  readonly key: string
  readonly reencode: ImageProcessor['reencode']
  /** Cache of the results; by default in memory. */
  readonly results?: Cache<readonly FoundPlace[]>
  readonly timeoutMs?: number
  readonly now?: () => number
}

interface GoogleRequest {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** @rule C-27 searches are cached for five minutes */
const cacheMs = 5 * 60_000
const maxCachedResults = 500
const maxCachedPhotos = 100
const photoWidth = 400
/** In bytes, far above the size of twenty places. */
const maxResponseBytes = 1024 * 1024
const maxPlaces = 20
const biasRadiusMetres = 20_000

const Photo = z.object({ name: z.string().regex(/^places\/[\w-]{1,300}\/photos\/[\w-]{1,1500}$/) })
const Place = z.object({
  id: z.string().regex(/^[\w-]{1,300}$/),
  displayName: z.object({ text: z.string() }),
  formattedAddress: z.string().default(''),
  rating: z.number().min(0).max(5).optional(),
  priceLevel: z.string().optional(),
  types: z.array(z.string()).default([]),
  photos: z.array(Photo).default([]),
  currentOpeningHours: z.object({ openNow: z.boolean().optional() }).optional(),
})
const Places = z.object({ places: z.array(Place).default([]) })
const Media = z.object({ photoUri: z.url() })
const GoogleError = z.object({
  error: z.object({
    status: z.string().regex(/^[A-Z_]{1,40}$/),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

const foundPlaces: z.ZodType<readonly FoundPlace[]> = z.array(
  z.object({
    placeId: z.string(),
    name: z.string(),
    address: z.string(),
    rating: z.number().nullable(),
    priceLevel: z.number().nullable(),
    types: z.array(z.string()),
    photos: z.array(z.string()),
    openNow: z.boolean().nullable(),
    businessId: z.string().nullable(),
  }),
)
/** Options of a cache of results shared between processes. */
export const sharedResults = { name: 'places', ttlMs: cacheMs, schema: foundPlaces }

/** searches Google with this server's key. Results are cached for five minutes. */
export const googleSearch = (options: GoogleSearchOptions): PlaceSearch => {
  const { origin, key, reencode, timeoutMs = 8_000, now } = options
  const results = options.results ?? ttlCache<readonly FoundPlace[]>(cacheMs, maxCachedResults, now)
  const photos = ttlCache<Uint8Array | null>(cacheMs, maxCachedPhotos, now)

  const fetchJson = async <S extends z.ZodType>(path: string, schema: S, init: GoogleRequest): Promise<z.output<S>> => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...init.headers, 'x-goog-api-key': key },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = parseBody(await readBodyUpTo(response, maxResponseBytes))
    if (!response.ok) throw new PlaceSearchError(toRejection(response.status, body))
    return schema.parse(body)
  }

  const search = async (query: PlaceQuery) => {
    const { places } = await fetchJson('/v1/places:searchText', Places, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-fieldmask': requestedFields },
      body: JSON.stringify(searchBody(query)),
    })
    return places.map(toFoundPlace).filter((place) => matchesFilters(place, query))
  }

  const photo = async (reference: string): Promise<Uint8Array | null> => {
    const { photoUri } = await fetchJson(
      `/v1/${reference}/media?maxWidthPx=${photoWidth}&skipHttpRedirect=true`,
      Media,
      {},
    )
    if (!isGoogleAddress(photoUri, origin)) return null
    const response = await fetch(photoUri, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const file = await readBodyUpTo(response, maxPhotoBytes)
    if (!response.ok || file === null) return null
    const reencoded = await reencode(file)()
    return E.isRight(reencoded) ? reencoded.right : null
  }

  return {
    source: 'google',
    search: (query) => searchTask(() => results(JSON.stringify(query), () => search(query))),
    photo: (reference) =>
      Photo.safeParse({ name: reference }).success
        ? pipe(
            searchTask(() => photos(reference, () => photo(reference))),
            TE.orElse((rejection) => (isMissingPhoto(rejection) ? TE.right(null) : TE.left(rejection))),
          )
        : TE.right(null),
  }
}

const requestedFields = [
  'id',
  'displayName',
  'formattedAddress',
  'rating',
  'priceLevel',
  'types',
  'photos.name',
  'currentOpeningHours.openNow',
]
  .map((field) => `places.${field}`)
  .join(',')

/** Types that Google can filter by; results are filtered here by the others. */
const filterable: ReadonlySet<PlaceType> = new Set(['lodging', 'restaurant', 'tourist_attraction'])
const priceLevels = ['FREE', 'INEXPENSIVE', 'MODERATE', 'EXPENSIVE', 'VERY_EXPENSIVE'].map(
  (one) => `PRICE_LEVEL_${one}`,
)

const searchBody = ({ query, location, type, minRating, maxPrice, openNow, near }: PlaceQuery) => ({
  textQuery: location === null ? query : `${query}, ${location}`,
  languageCode: 'it',
  regionCode: 'IT',
  pageSize: maxPlaces,
  ...(type !== null && filterable.has(type) && { includedType: type, strictTypeFiltering: true }),
  ...(minRating !== null && { minRating }),
  // The API cannot filter by the free price level.
  ...(maxPrice !== null && maxPrice > 0 && { priceLevels: priceLevels.slice(1, maxPrice + 1) }),
  ...(openNow && { openNow }),
  ...(near !== null && {
    locationBias: { circle: { center: { latitude: near.lat, longitude: near.lng }, radius: biasRadiusMetres } },
  }),
})

const toFoundPlace = (place: z.output<typeof Place>): FoundPlace => {
  const level = priceLevels.indexOf(place.priceLevel ?? '')
  return {
    placeId: place.id,
    name: place.displayName.text,
    address: place.formattedAddress,
    rating: place.rating ?? null,
    priceLevel: level === -1 ? null : level,
    types: place.types,
    photos: place.photos.slice(0, 1).map(({ name }) => name),
    openNow: place.currentOpeningHours?.openNow ?? null,
    businessId: null,
  }
}

const matchesFilters = ({ types, rating, priceLevel, openNow }: FoundPlace, query: PlaceQuery): boolean =>
  (query.type === null || types.includes(query.type)) &&
  (query.minRating === null || (rating !== null && rating >= query.minRating)) &&
  (query.maxPrice === null || (priceLevel !== null && priceLevel <= query.maxPrice)) &&
  (!query.openNow || openNow === true)

/** Photos are served by Google or by the configured origin. */
const isGoogleAddress = (address: string, origin: string): boolean => {
  const url = new URL(address)
  return (
    url.origin === new URL(origin).origin ||
    (url.protocol === 'https:' && url.hostname.endsWith('.googleusercontent.com'))
  )
}

/** Null if the body is not JSON or was too large to be read. */
const parseBody = (body: Uint8Array | null): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined))
  } catch {
    return null
  }
}

class PlaceSearchError extends Error {
  readonly rejection: PlaceSearchRejection
  constructor(rejection: PlaceSearchRejection) {
    super(rejection.type)
    this.rejection = rejection
  }
}

const toRejection = (status: number, body: unknown): PlaceSearchRejection => {
  const read = GoogleError.safeParse(body)
  const { status: name, details } = read.success ? read.data.error : { status: `HTTP_${status}`, details: [] }
  const reasons = new Set(details.map(({ reason }) => reason))
  if (reasons.has('SERVICE_DISABLED')) return { type: 'PlacesNotInitialised' }
  if (status === 401 || status === 403 || reasons.has('API_KEY_INVALID')) return { type: 'PlacesUnauthorised' }
  return status === 429 ? { type: 'PlacesOverLimit' } : { type: 'PlacesFailed', status: name }
}

const searchTask = <A>(request: () => Promise<A>): TE.TaskEither<PlaceSearchRejection, A> =>
  TE.tryCatch(request, (error) => (error instanceof PlaceSearchError ? error.rejection : { type: 'PlacesUnreachable' }))

const isMissingPhoto = (rejection: PlaceSearchRejection) =>
  rejection.type === 'PlacesFailed' && ['NOT_FOUND', 'INVALID_ARGUMENT'].includes(rejection.status)

/** Reads a response body; null, without reading further, if it exceeds `maxBytes`. */
const readBodyUpTo = async (response: Response, maxBytes: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
