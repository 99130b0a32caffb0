import { mostSuggestions, type Address } from '../../../contract/places.ts'
import { isProvince } from '../../../contract/provinces.ts'
import { texts } from '../../texts.ts'
import type { Component, Place, PlacesLibrary, Suggested } from './google-maps.ts'
import type { AddressSource, Suggestion } from './source.ts'

const words = texts.addresses.google
/** C-16: Milan, where nothing else is known of whoever types. */
const centre = { center: { lat: 45.4642, lng: 9.19 }, radius: 50_000 }
const fields = ['formattedAddress', 'addressComponents', 'location']

/** Italy only, in Italian, at most five; one session of Google’s from the first letter to the choice. */
export const googlePlaces = (load: () => Promise<PlacesLibrary>): AddressSource => {
  let session: object | null = null
  const suggestionOf = (prediction: Exclude<Suggested['placePrediction'], null>): Suggestion => ({
    text: prediction.text.toString(),
    address: async () => {
      const place = prediction.toPlace()
      await answered(place.fetchFields({ fields }), words.detailsFailed)
      session = null
      return addressOf(place)
    },
  })
  return {
    credit: words.credit,
    suggest: async (input, signal) => {
      const library = await load()
      session ??= new library.AutocompleteSessionToken()
      const request = { input, includedRegionCodes: ['it'], language: 'it', region: 'it', locationBias: centre }
      const { suggestions } = await answered(
        library.AutocompleteSuggestion.fetchAutocompleteSuggestions({ ...request, sessionToken: session }),
        words.searchFailed,
      )
      signal.throwIfAborted()
      return suggestions
        .flatMap(({ placePrediction }) => (placePrediction === null ? [] : [suggestionOf(placePrediction)]))
        .slice(0, mostSuggestions)
    },
  }
}

/** What Google answers, or its no in our words. */
const answered = async <A>(asked: Promise<A>, otherwise: string): Promise<A> => {
  try {
    return await asked
  } catch (error) {
    const status = statusOf(error)
    throw new Error(status === null ? otherwise : (said[status] ?? words.status(status)), { cause: error })
  }
}

const said: Readonly<Record<string, string>> = {
  REQUEST_DENIED: words.unauthorised,
  PERMISSION_DENIED: words.unauthorised,
  OVER_QUERY_LIMIT: words.overLimit,
  RESOURCE_EXHAUSTED: words.overLimit,
  ZERO_RESULTS: words.nothing,
  NOT_FOUND: words.nothing,
}

const statusOf = (error: unknown): string | null => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : null
}

const addressOf = ({ formattedAddress, addressComponents, location }: Place): Address => {
  if (!formattedAddress || !addressComponents || !location) throw new Error(words.detailsUnusable)
  const part = (...kinds: readonly string[]): Component | undefined =>
    kinds.flatMap((kind) => addressComponents.filter(({ types }) => types.includes(kind))).at(0)
  const street = [part('route'), part('street_number')].flatMap((one) => one?.longText ?? []).join(' ')
  const sign = part('administrative_area_level_2')?.shortText ?? ''
  return {
    street: street === '' ? null : street,
    city: part('locality', 'postal_town', 'administrative_area_level_3')?.longText ?? null,
    state: isProvince(sign) ? sign : null,
    postalCode: part('postal_code')?.longText ?? null,
    country: part('country')?.longText ?? 'Italia',
    fullAddress: formattedAddress,
    coordinates: { lat: location.lat(), lng: location.lng() },
  }
}
