import type { CommonQueryMethods } from 'slonik'
import type { FoundPlace, PlaceQuery, PlaceSearch, PlaceType } from '../../application/travel/ports.ts'
import type { BusinessType } from '../../domain/accounts/vocabulary.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { wordsIn } from '../../domain/kernel/text.ts'
import { searchBusinesses } from '../../projections/accounts/businesses.ts'
import { queryReadModel } from '../read-models.ts'
import type { TownGazetteer, GazetteerTown } from './gazetteer.ts'

/** Maximum results of each kind, as on one page of Google. */
const maxResults = 20
/** Maximum rows considered if results are filtered by score or sorted by distance. */
const maxCandidates = 200

type BusinessRow = Awaited<ReturnType<typeof searchBusinesses>>[number]

/** Searches registered businesses and Italian towns without an external service. Has no prices, opening hours or photos. @rule D-17 */
export const offlineSearch = (db: CommonQueryMethods, gazetteer: TownGazetteer): PlaceSearch => ({
  source: 'garbo',
  search: (query) => {
    const words = wordsIn(`${query.query} ${query.location ?? ''}`)
    if (words.length === 0 || query.openNow || query.maxPrice !== null) return TE.right([])
    return pipe(
      queryReadModel(() => searchBusinesses(db, words, businessTypesOf(query.type), candidateLimit(query))),
      TE.map((found) => [
        ...nearestFirst(
          found.filter((one) => meetsMinRating(one, query.minRating)),
          query.near,
          ({ location }) => gazetteer.suggest(location, 1)[0]?.coordinates,
        )
          .slice(0, maxResults)
          .map(businessPlace),
        ...matchingTowns(query, gazetteer),
      ]),
    )
  },
  photo: () => TE.right(null),
})

const candidateLimit = ({ near, minRating }: PlaceQuery) =>
  near === null && minRating === null ? maxResults : maxCandidates

const matchingTowns = (query: PlaceQuery, { towns }: TownGazetteer): readonly FoundPlace[] => {
  if (query.type !== null || query.minRating !== null) return []
  const within = wordsIn(query.location ?? '')
  const found = towns(query.query, maxResults).filter(({ name, provinceCode }) => {
    const own = new Set(wordsIn(`${name} ${provinceCode}`))
    return within.every((word) => own.has(word))
  })
  return nearestFirst(found, query.near, (town) => town).map(townPlace)
}

const noDetails = { rating: null, priceLevel: null, photos: [], openNow: null }

const businessPlace = ({ id, businessName, businessType, location }: BusinessRow): FoundPlace => ({
  ...noDetails,
  placeId: id,
  name: businessName,
  address: location,
  types: placeTypes(businessType),
  businessId: id,
})

const townPlace = ({ id, name, provinceCode }: GazetteerTown): FoundPlace => ({
  ...noDetails,
  placeId: id,
  name,
  address: `${name} (${provinceCode}), Italia`,
  types: ['locality'],
  businessId: null,
})

const meetsMinRating = ({ starSum, counted }: BusinessRow, min: number | null) =>
  min === null || (counted > 0 && starSum / counted >= min)

const placeTypesOf: Readonly<Record<BusinessType, readonly PlaceType[]>> = {
  hotel: ['lodging'],
  bnb: ['lodging'],
  casa_vacanze: ['lodging'],
  hostel: ['lodging'],
  agriturismo: ['lodging', 'restaurant', 'food'],
  restaurant: ['restaurant', 'food'],
  pizzeria: ['restaurant', 'food'],
  trattoria: ['restaurant', 'food'],
  osteria: ['restaurant', 'food'],
  pub: ['food'],
  bar: ['food'],
  caffe: ['food'],
  gelateria: ['food'],
  pasticceria: ['food'],
  spa: [],
  centro_benessere: [],
  attivita_turistica: ['tourist_attraction'],
  altro: [],
}
const genericPlaceType = 'point_of_interest'

const placeTypes = (businessType: string): readonly string[] => [
  ...(Object.hasOwn(placeTypesOf, businessType) ? placeTypesOf[businessType as BusinessType] : []),
  genericPlaceType,
]
const businessTypesOf = (type: PlaceType | null): readonly string[] =>
  Object.keys(placeTypesOf).filter((kind) => type === null || placeTypes(kind).includes(type))

interface Point {
  readonly lat: number
  readonly lng: number
}

/** Entries without coordinates come last. Without `near`, the order is unchanged. */
const nearestFirst = <A>(
  all: readonly A[],
  near: Point | null,
  coordinatesOf: (one: A) => Point | undefined,
): readonly A[] =>
  near === null
    ? all
    : all
        .map((one) => ({ one, distance: squaredDistance(near, coordinatesOf(one)) }))
        .sort((a, b) => a.distance - b.distance)
        .map(({ one }) => one)

/** Monotonic approximation of distance, sufficient within Italy. */
const squaredDistance = (from: Point, to: Point | undefined): number =>
  to === undefined
    ? Number.MAX_VALUE
    : (from.lat - to.lat) ** 2 + ((from.lng - to.lng) * Math.cos((from.lat * Math.PI) / 180)) ** 2
