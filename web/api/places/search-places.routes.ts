import { profileOf } from '../../../application/places/profile-of-place.ts'
import type { FoundPlace, PlaceQuery, PlaceRefusal } from '../../../application/ports/places.ts'
import type { LookupFailure } from '../../../application/ports/lookups.ts'
import { refuse, type AppFailure } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { businessesOf } from '../../../projections/business-words.ts'
import type { Received } from '../../contract/call.ts'
import { calls } from '../../contract/calls.ts'
import type { Place } from '../../contract/place-search.ts'
import { businessAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { picture, reading } from '../route.ts'

export const placeSearchRoutes = (hall: Hall) => [
  reading(calls.searchPlaces, ({ query }) =>
    pipe(
      hall.placeSearch.search(queryOf(query)),
      TE.mapLeft(failureOf),
      TE.flatMap((found) => asked(() => withProfiles(hall, found))),
      TE.map((results) => ({ total_results: results.length, results: [...results], source: hall.placeSearch.source })),
    ),
  ),
  picture(calls.placePhoto, ({ query }) => pipe(hall.placeSearch.photo(query.reference), TE.mapLeft(failureOf))),
]

const failureOf = (failure: PlaceRefusal | LookupFailure): AppFailure =>
  failure.type === 'Unavailable' ? failure : refuse(failure)

const queryOf = (said: Received<typeof calls.searchPlaces, 'query'>): PlaceQuery => ({
  query: said.query,
  location: said.location === '' ? null : (said.location ?? null),
  type: said.type === 'all' ? null : (said.type ?? null),
  // from nothing up is no wish
  minRating: said.minRating === 0 ? null : (said.minRating ?? null),
  maxPrice: said.maxPrice ?? null,
  openNow: said.openNow === 'true',
  near: said.lat === undefined || said.lng === undefined ? null : { lat: Number(said.lat), lng: Number(said.lng) },
})

/** A town is nobody’s profile: only what Google calls a place is looked for by its name. */
const withProfiles = async ({ db, placeSearch }: Hall, found: readonly FoundPlace[]): Promise<readonly Place[]> => {
  const ids = found.flatMap(({ businessId }) => businessId ?? [])
  const names = found.flatMap(({ businessId, name }) => (businessId === null ? [name] : []))
  const known = found.length === 0 ? [] : await businessesOf(db, ids, placeSearch.source === 'google' ? names : [])
  return found.map((one) => {
    const business = profileOf(one, known)
    const profile = business && businessAnswer(business)
    return {
      place_id: one.placeId,
      name: one.name,
      rating: one.rating,
      price_level: one.priceLevel,
      formatted_address: one.address,
      types: [...one.types],
      photos: one.photos.map((photo_reference) => ({ photo_reference })),
      opening_hours: one.openNow === null ? null : { open_now: one.openNow },
      has_garbo_profile: profile !== null,
      garbo_avg_score: profile?.avgScore ?? null,
      garbo_total_reviews: profile?.totalReviews ?? null,
      garbo_business_id: profile?.id ?? null,
    }
  })
}
