import type { CommonQueryMethods } from 'slonik'
import type { FoundPlace, PlaceQuery, PlaceSearch, PlaceType } from '../../application/ports/places.ts'
import type { BusinessType } from '../../domain/access/account/events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { folded } from '../../domain/kernel/folded.ts'
import { businessesWithWords } from '../../projections/business-words.ts'
import { asked } from '../lookups/asked.ts'
import type { Gazetteer, Town } from './gazetteer.ts'

/** Of each kind: as many as Google answers in one page. */
const most = 20
/** More are looked at where distance or score decides. */
const mostLookedAt = 200

type Found = Awaited<ReturnType<typeof businessesWithWords>>[number]

/** Point 17: registered businesses, and the towns of Italy; of prices, hours and pictures it knows nothing. */
export const offlineSearch = (db: CommonQueryMethods, gazetteer: Gazetteer): PlaceSearch => ({
  source: 'garbo',
  search: (query) => {
    const words = wordsIn(`${query.query} ${query.location ?? ''}`)
    if (words.length === 0 || query.openNow || query.maxPrice !== null) return TE.right([])
    return pipe(
      asked(() => businessesWithWords(db, words, kindsOf(query.type), candidatesFor(query))),
      TE.map((found) => [
        ...nearestFirst(
          found.filter((one) => isWorth(one, query.minRating)),
          query.near,
          ({ location }) => gazetteer.suggest(location, 1)[0]?.coordinates,
        )
          .slice(0, most)
          .map(placeOfBusiness),
        ...townsFor(query, gazetteer),
      ]),
    )
  },
  photo: () => TE.right(null),
})

const candidatesFor = ({ near, minRating }: PlaceQuery) => (near === null && minRating === null ? most : mostLookedAt)

const wordsIn = (text: string) => folded(text).split(' ').filter(Boolean)

const townsFor = (query: PlaceQuery, { towns }: Gazetteer): readonly FoundPlace[] => {
  if (query.type !== null || query.minRating !== null) return []
  const within = wordsIn(query.location ?? '')
  const found = towns(query.query, most).filter(({ name, sign }) => {
    const own = new Set(wordsIn(`${name} ${sign}`))
    return within.every((word) => own.has(word))
  })
  return nearestFirst(found, query.near, (town) => town).map(placeOfTown)
}

const blank = { rating: null, priceLevel: null, photos: [], openNow: null }

const placeOfBusiness = ({ id, businessName, businessType, location }: Found): FoundPlace => ({
  ...blank,
  placeId: id,
  name: businessName,
  address: location,
  types: typesOf(businessType),
  businessId: id,
})

const placeOfTown = ({ id, name, sign }: Town): FoundPlace => ({
  ...blank,
  placeId: id,
  name,
  address: `${name} (${sign}), Italia`,
  types: ['locality'],
  businessId: null,
})

const isWorth = ({ ratingSum, raters }: Found, least: number | null) =>
  least === null || (raters > 0 && ratingSum / raters >= least)

const table: Readonly<Record<BusinessType, readonly PlaceType[]>> = {
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
const everyPlaceIs = 'point_of_interest'

const typesOf = (businessType: string): readonly string[] => [
  ...(Object.hasOwn(table, businessType) ? table[businessType as BusinessType] : []),
  everyPlaceIs,
]
const kindsOf = (type: PlaceType | null): readonly string[] =>
  Object.keys(table).filter((kind) => type === null || typesOf(kind).includes(type))

interface Point {
  readonly lat: number
  readonly lng: number
}

/** What is nowhere in particular comes last; without a place to be near to, the order stays. */
const nearestFirst = <A>(
  all: readonly A[],
  near: Point | null,
  placeOf: (one: A) => Point | undefined,
): readonly A[] =>
  near === null
    ? all
    : all
        .map((one) => ({ one, far: farness(near, placeOf(one)) }))
        .sort((a, b) => a.far - b.far)
        .map(({ one }) => one)

/** Grows with the distance; good enough within Italy. */
const farness = (from: Point, to: Point | undefined): number =>
  to === undefined
    ? Number.MAX_VALUE
    : (from.lat - to.lat) ** 2 + ((from.lng - to.lng) * Math.cos((from.lat * Math.PI) / 180)) ** 2
