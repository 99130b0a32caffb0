import type { Person } from '../../../application/person.ts'
import type { LookupFailure } from '../../../application/ports/lookups.ts'
import { hotels } from '../../../application/travel/hotels.ts'
import { matchBusiness } from '../../../application/travel/match-business.ts'
import type { FoundPlace, PlaceQuery } from '../../../application/travel/ports.ts'
import type { PlaceSearchRejection } from '../../../application/travel/rejections.ts'
import { type AppFailure, rejectedWith } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { validateStay } from '../../../domain/travel/rules.ts'
import { businessesByIdOrName } from '../../../projections/accounts/businesses.ts'
import { bookingById, bookingsOf } from '../../../projections/travel/bookings.ts'
import { isProvince } from '../../contract/accounts/provinces.ts'
import type { ParsedInput } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type Address, maxSuggestions, type Place } from '../../contract/travel/places.ts'
import { businessResponse } from '../accounts/responses.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { type AnyRoute, imageRoute, readRoute, route } from '../route.ts'
import { bookingWithActions, hotelResponse } from './responses.ts'

const maxBookings = 200

const toBooking = (api: ApiContext, person: Person) => bookingWithActions(person, romeDay(api.clock()))

const bookingAfterWrite = (api: ApiContext, person: Person, bookingId: string, position: string | null) =>
  pipe(
    readWritten(api, position, () => bookingById(api.db, bookingId)),
    TE.map((booking) => ({ body: toBooking(api, person)(booking), position })),
  )

const bookingsRoute = (api: ApiContext) =>
  readRoute(endpoints.bookings, ({ person }) =>
    runQuery(async () => (await bookingsOf(api.db, person.accountId, maxBookings)).map(toBooking(api, person))),
  )

const bookHotelRoute = (api: ApiContext) =>
  route(endpoints.bookHotel, ({ body, newEntityId, caller, person }) => {
    const { hotelId, destination, guests } = body
    const stay = { hotelId, destination, guests, checkIn: body.checkIn as Day, checkOut: body.checkOut as Day }
    return pipe(
      api.useCases.bookHotel(caller, { bookingId: newEntityId, ...stay }),
      TE.flatMap(({ position }) => bookingAfterWrite(api, person, newEntityId, position)),
    )
  })

const cancelBookingRoute = (api: ApiContext) =>
  route(endpoints.cancelBooking, ({ params, caller, person }) =>
    pipe(
      api.useCases.cancelBooking(caller, { bookingId: params.id }),
      TE.flatMap(({ position }) => bookingAfterWrite(api, person, params.id, position)),
    ),
  )

const hotelsRoute = (api: ApiContext) =>
  readRoute(endpoints.hotels, ({ query }) => {
    const [checkIn, checkOut] = [query.checkIn as Day, query.checkOut as Day]
    const rejection = validateStay(checkIn, checkOut, romeDay(api.clock()))
    return rejection === null
      ? TE.right(hotels.map(hotelResponse(checkIn, checkOut)))
      : TE.left(rejectedWith(rejection))
  })

const hotelPartnerRoute = ({ hotelPartner }: ApiContext) =>
  readRoute(endpoints.hotelPartner, () => TE.right(hotelPartner))

const placesAutocompleteRoute = ({ gazetteer }: ApiContext) =>
  readRoute(endpoints.placesAutocomplete, ({ query }) =>
    TE.right(
      gazetteer
        .suggest(query.input, maxSuggestions)
        .map((found): Address => ({ ...found, state: isProvince(found.state) ? found.state : null })),
    ),
  )

const placesSourceRoute = ({ googleMaps }: ApiContext) =>
  readRoute(endpoints.placesSource, () => TE.right({ google: googleMaps }))

const placeSearchRoutes = (api: ApiContext) => [
  readRoute(endpoints.searchPlaces, ({ query }) =>
    pipe(
      api.placeSearch.search(toPlaceQuery(query)),
      TE.mapLeft(toAppFailure),
      TE.flatMap((found) => runQuery(() => withProfiles(api, found))),
      TE.map((results) => ({ total_results: results.length, results: [...results], source: api.placeSearch.source })),
    ),
  ),
  imageRoute(endpoints.placePhoto, ({ query }) =>
    pipe(api.placeSearch.photo(query.reference), TE.mapLeft(toAppFailure)),
  ),
]

const toAppFailure = (failure: PlaceSearchRejection | LookupFailure): AppFailure =>
  failure.type === 'Unavailable' ? failure : rejectedWith(failure)

const toPlaceQuery = (query: ParsedInput<typeof endpoints.searchPlaces, 'query'>): PlaceQuery => ({
  query: query.query,
  location: query.location === '' ? null : (query.location ?? null),
  type: query.type === 'all' ? null : (query.type ?? null),
  // 0 means any rating
  minRating: query.minRating === 0 ? null : (query.minRating ?? null),
  maxPrice: query.maxPrice ?? null,
  openNow: query.openNow === 'true',
  near: query.lat === undefined || query.lng === undefined ? null : { lat: Number(query.lat), lng: Number(query.lng) },
})

/** Adds the business accounts of the places. Only Google's places are matched by name: the gazetteer contains towns. */
const withProfiles = async (
  { db, placeSearch, clock }: ApiContext,
  found: readonly FoundPlace[],
): Promise<readonly Place[]> => {
  const ids = found.flatMap(({ businessId }) => businessId ?? [])
  const names = found.flatMap(({ businessId, name }) => (businessId === null ? [name] : []))
  const known =
    found.length === 0 ? [] : await businessesByIdOrName(db, ids, placeSearch.source === 'google' ? names : [])
  return found.map((place) => {
    const business = matchBusiness(place, known)
    const profile = business && businessResponse(clock())(business)
    return {
      place_id: place.placeId,
      name: place.name,
      rating: place.rating,
      price_level: place.priceLevel,
      formatted_address: place.address,
      types: [...place.types],
      photos: place.photos.map((photo_reference) => ({ photo_reference })),
      opening_hours: place.openNow === null ? null : { open_now: place.openNow },
      has_garbo_profile: profile !== null,
      garbo_avg_score: profile?.avgScore ?? null,
      garbo_total_reviews: profile?.totalReviews ?? null,
      garbo_business_id: profile?.id ?? null,
      garbo_is_premium: profile?.isPremium ?? false,
    }
  })
}

export const travelRoutes = (api: ApiContext): readonly AnyRoute[] => [
  hotelsRoute(api),
  hotelPartnerRoute(api),
  bookingsRoute(api),
  bookHotelRoute(api),
  cancelBookingRoute(api),
  placesAutocompleteRoute(api),
  placesSourceRoute(api),
  ...placeSearchRoutes(api),
]
