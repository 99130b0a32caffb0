import { z } from 'zod'
import type { FoundPlace, PlaceQuery, PlaceRefusal, PlaceSearch, PlaceType } from '../../application/ports/places.ts'
import { largestFile, type Pictures } from '../../application/ports/photos.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { bodyWithin } from './body-within.ts'
import { keptFor } from './kept.ts'

export interface GoogleSearchOptions {
  /** Where the Places API (New) answers. */
  readonly origin: string
  /** The server's own key; it leaves for this origin alone. */
  readonly key: string
  readonly redraw: Pictures['redraw']
  readonly longestMs?: number
  readonly now?: () => number
}

interface Question {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** C-27 */
const keptMs = 5 * 60_000
const mostAnswers = 500
const mostPhotos = 100
const widest = 400
/** In bytes; many times what twenty places take. */
const largestAnswer = 1024 * 1024
const mostPlaces = 20
const nearMetres = 20_000

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
const Refusal = z.object({
  error: z.object({
    status: z.string().regex(/^[A-Z_]{1,40}$/),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

/** what Google finds, asked for by this server with its own key and kept five minutes. */
export const googleSearch = ({ origin, key, redraw, longestMs = 8_000, now }: GoogleSearchOptions): PlaceSearch => {
  const answers = keptFor<readonly FoundPlace[]>(keptMs, mostAnswers, now)
  const pictures = keptFor<Uint8Array | null>(keptMs, mostPhotos, now)

  const ask = async <S extends z.ZodType>(path: string, as: S, init: Question): Promise<z.output<S>> => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...init.headers, 'x-goog-api-key': key },
      redirect: 'error',
      signal: AbortSignal.timeout(longestMs),
    })
    const said = jsonIn(await bodyWithin(response, largestAnswer))
    if (!response.ok) throw new Refused(refusalIn(response.status, said))
    return as.parse(said)
  }

  const search = async (asked: PlaceQuery) => {
    const { places } = await ask('/v1/places:searchText', Places, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-fieldmask': fields },
      body: JSON.stringify(bodyOf(asked)),
    })
    return places.map(placeOf).filter((place) => passes(place, asked))
  }

  const photo = async (reference: string): Promise<Uint8Array | null> => {
    const { photoUri } = await ask(`/v1/${reference}/media?maxWidthPx=${widest}&skipHttpRedirect=true`, Media, {})
    if (!isGoogles(photoUri, origin)) return null
    const response = await fetch(photoUri, { redirect: 'error', signal: AbortSignal.timeout(longestMs) })
    const file = await bodyWithin(response, largestFile)
    if (!response.ok || file === null) return null
    const drawn = await redraw(file)()
    return E.isRight(drawn) ? drawn.right : null
  }

  return {
    source: 'google',
    search: (asked) => told(() => answers(JSON.stringify(asked), () => search(asked))),
    photo: (reference) =>
      Photo.safeParse({ name: reference }).success
        ? pipe(
            told(() => pictures(reference, () => photo(reference))),
            TE.orElse((refusal) => (isGone(refusal) ? TE.right(null) : TE.left(refusal))),
          )
        : TE.right(null),
  }
}

const fields = [
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
const levels = ['FREE', 'INEXPENSIVE', 'MODERATE', 'EXPENSIVE', 'VERY_EXPENSIVE'].map((one) => `PRICE_LEVEL_${one}`)

const bodyOf = ({ query, location, type, minRating, maxPrice, openNow, near }: PlaceQuery) => ({
  textQuery: location === null ? query : `${query}, ${location}`,
  languageCode: 'it',
  regionCode: 'IT',
  pageSize: mostPlaces,
  ...(type !== null && filterable.has(type) && { includedType: type, strictTypeFiltering: true }),
  ...(minRating !== null && { minRating }),
  // what costs nothing cannot be asked for
  ...(maxPrice !== null && maxPrice > 0 && { priceLevels: levels.slice(1, maxPrice + 1) }),
  ...(openNow && { openNow }),
  ...(near !== null && {
    locationBias: { circle: { center: { latitude: near.lat, longitude: near.lng }, radius: nearMetres } },
  }),
})

const placeOf = (place: z.output<typeof Place>): FoundPlace => {
  const level = levels.indexOf(place.priceLevel ?? '')
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

const passes = ({ types, rating, priceLevel, openNow }: FoundPlace, asked: PlaceQuery): boolean =>
  (asked.type === null || types.includes(asked.type)) &&
  (asked.minRating === null || (rating !== null && rating >= asked.minRating)) &&
  (asked.maxPrice === null || (priceLevel !== null && priceLevel <= asked.maxPrice)) &&
  (!asked.openNow || openNow === true)

/** A picture lies with Google, or where the operator says Google is. */
const isGoogles = (address: string, origin: string): boolean => {
  const { protocol, hostname, origin: its } = new URL(address)
  return its === new URL(origin).origin || (protocol === 'https:' && hostname.endsWith('.googleusercontent.com'))
}

/** Null for what is no JSON, or too much of it. */
const jsonIn = (body: Uint8Array | null): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined))
  } catch {
    return null
  }
}

class Refused extends Error {
  readonly refusal: PlaceRefusal
  constructor(refusal: PlaceRefusal) {
    super(refusal.type)
    this.refusal = refusal
  }
}

const refusalIn = (status: number, said: unknown): PlaceRefusal => {
  const read = Refusal.safeParse(said)
  const { status: name, details } = read.success ? read.data.error : { status: `HTTP_${status}`, details: [] }
  const reasons = new Set(details.map(({ reason }) => reason))
  if (reasons.has('SERVICE_DISABLED')) return { type: 'PlacesNotInitialised' }
  if (status === 401 || status === 403 || reasons.has('API_KEY_INVALID')) return { type: 'PlacesUnauthorised' }
  return status === 429 ? { type: 'PlacesOverLimit' } : { type: 'PlacesFailed', status: name }
}

const told = <A>(ask: () => Promise<A>): TE.TaskEither<PlaceRefusal, A> =>
  TE.tryCatch(ask, (error) => (error instanceof Refused ? error.refusal : { type: 'PlacesUnreachable' }))

const isGone = (refusal: PlaceRefusal) =>
  refusal.type === 'PlacesFailed' && ['NOT_FOUND', 'INVALID_ARGUMENT'].includes(refusal.status)
