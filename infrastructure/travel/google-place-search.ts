import { z } from 'zod'
import { type ImageProcessor, maxFileBytes } from '../../application/accounts/ports.ts'
import type { FoundPlace, PlaceQuery, PlaceSearch, PlaceType } from '../../application/travel/ports.ts'
import type { PlaceSearchRejection } from '../../application/travel/rejections.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'

export interface GoogleSearchOptions {
  /** Where the Places API (New) answers. */
  readonly origin: string
  /** The server's own key; it leaves for this origin alone. */
  readonly key: string
  readonly redraw: ImageProcessor['reencode']
  readonly timeoutMs?: number
  readonly now?: () => number
}

interface GoogleRequest {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** C-27 */
const cacheMs = 5 * 60_000
const maxCachedAnswers = 500
const maxCachedPhotos = 100
const photoWidth = 400
/** In bytes; many times what twenty places take. */
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

/** what Google finds, asked for by this server with its own key and kept five minutes. */
export const googleSearch = ({ origin, key, redraw, timeoutMs = 8_000, now }: GoogleSearchOptions): PlaceSearch => {
  const answers = ttlCache<readonly FoundPlace[]>(cacheMs, maxCachedAnswers, now)
  const pictures = ttlCache<Uint8Array | null>(cacheMs, maxCachedPhotos, now)

  const ask = async <S extends z.ZodType>(path: string, as: S, init: GoogleRequest): Promise<z.output<S>> => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...init.headers, 'x-goog-api-key': key },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const said = parseBody(await readBodyUpTo(response, maxResponseBytes))
    if (!response.ok) throw new PlaceSearchError(toRejection(response.status, said))
    return as.parse(said)
  }

  const search = async (asked: PlaceQuery) => {
    const { places } = await ask('/v1/places:searchText', Places, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-fieldmask': requestedFields },
      body: JSON.stringify(searchBody(asked)),
    })
    return places.map(toFoundPlace).filter((place) => matchesFilters(place, asked))
  }

  const photo = async (reference: string): Promise<Uint8Array | null> => {
    const { photoUri } = await ask(`/v1/${reference}/media?maxWidthPx=${photoWidth}&skipHttpRedirect=true`, Media, {})
    if (!isGoogleAddress(photoUri, origin)) return null
    const response = await fetch(photoUri, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const file = await readBodyUpTo(response, maxFileBytes)
    if (!response.ok || file === null) return null
    const drawn = await redraw(file)()
    return E.isRight(drawn) ? drawn.right : null
  }

  return {
    source: 'google',
    search: (asked) => searchTask(() => answers(JSON.stringify(asked), () => search(asked))),
    photo: (reference) =>
      Photo.safeParse({ name: reference }).success
        ? pipe(
            searchTask(() => pictures(reference, () => photo(reference))),
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

/** Those Google takes as a filter; the others are looked for in what it answers. */
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
  // what costs nothing cannot be asked for
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

const matchesFilters = ({ types, rating, priceLevel, openNow }: FoundPlace, asked: PlaceQuery): boolean =>
  (asked.type === null || types.includes(asked.type)) &&
  (asked.minRating === null || (rating !== null && rating >= asked.minRating)) &&
  (asked.maxPrice === null || (priceLevel !== null && priceLevel <= asked.maxPrice)) &&
  (!asked.openNow || openNow === true)

/** A picture lies with Google, or where the operator says Google is. */
const isGoogleAddress = (address: string, origin: string): boolean => {
  const { protocol, hostname, origin: its } = new URL(address)
  return its === new URL(origin).origin || (protocol === 'https:' && hostname.endsWith('.googleusercontent.com'))
}

/** Null for what is no JSON, or too much of it. */
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

const toRejection = (status: number, said: unknown): PlaceSearchRejection => {
  const read = GoogleError.safeParse(said)
  const { status: name, details } = read.success ? read.data.error : { status: `HTTP_${status}`, details: [] }
  const reasons = new Set(details.map(({ reason }) => reason))
  if (reasons.has('SERVICE_DISABLED')) return { type: 'PlacesNotInitialised' }
  if (status === 401 || status === 403 || reasons.has('API_KEY_INVALID')) return { type: 'PlacesUnauthorised' }
  return status === 429 ? { type: 'PlacesOverLimit' } : { type: 'PlacesFailed', status: name }
}

const searchTask = <A>(ask: () => Promise<A>): TE.TaskEither<PlaceSearchRejection, A> =>
  TE.tryCatch(ask, (error) => (error instanceof PlaceSearchError ? error.rejection : { type: 'PlacesUnreachable' }))

const isMissingPhoto = (rejection: PlaceSearchRejection) =>
  rejection.type === 'PlacesFailed' && ['NOT_FOUND', 'INVALID_ARGUMENT'].includes(rejection.status)

interface CacheEntry<A> {
  readonly until: number
  readonly answer: Promise<A>
}

/**
 * Caches answers for `ms` milliseconds, at most `most` of them, evicting the oldest. Concurrent requests for the same
 * name share one call. Failures are not cached.
 */
export const ttlCache = <A>(ms: number, most: number, now: () => number = Date.now) => {
  const kept = new Map<string, CacheEntry<A>>()
  return (name: string, ask: () => Promise<A>): Promise<A> => {
    const known = kept.get(name)
    if (known !== undefined && known.until > now()) return known.answer
    const answer = ask()
    const mine = { until: now() + ms, answer }
    kept.delete(name)
    kept.set(name, mine)
    for (const [oldest] of kept) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    answer.catch(() => {
      if (kept.get(name) === mine) kept.delete(name)
    })
    return answer
  }
}

/** Reads a response body; null, without reading further, if it exceeds `mostBytes`. */
const readBodyUpTo = async (response: Response, mostBytes: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
