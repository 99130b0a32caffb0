import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isProvince } from '../../contract/accounts/provinces.ts'
import { type Address, maxSuggestions } from '../../contract/travel/places.ts'
import { isApiError } from './api-error.ts'
import { call } from './api.ts'
import { apiQuery } from './queries.ts'
import { addressTexts } from '../components/address-autocomplete.texts.ts'

/** @rule C-16 retries of the script */
const retries = 3
const retryAfterMs = 2_000
/** Timeout for a loaded script that does not become ready. */
const scriptTimeoutMs = 10_000

/** The parts we use of the `places` library of the Maps JavaScript API. */
export interface PlacesLibrary {
  readonly AutocompleteSuggestion: {
    readonly fetchAutocompleteSuggestions: (
      request: object,
    ) => Promise<{ readonly suggestions: readonly GoogleSuggestion[] }>
  }
  readonly AutocompleteSessionToken: new () => object
}
export interface GoogleSuggestion {
  readonly placePrediction: { readonly text: { toString(): string }; readonly toPlace: () => GooglePlace } | null
}
export interface GooglePlace {
  readonly fetchFields: (request: { readonly fields: readonly string[] }) => Promise<unknown>
  readonly formattedAddress?: string | null
  readonly addressComponents?: readonly AddressComponent[] | null
  readonly location?: { readonly lat: () => number; readonly lng: () => number } | null
}
export interface AddressComponent {
  readonly longText: string | null
  readonly shortText: string | null
  readonly types: readonly string[]
}

declare global {
  interface Window {
    google?: { readonly maps?: { readonly importLibrary?: (name: 'places') => Promise<unknown> } }
    /** Called by the script when it is ready. */
    garboGoogleMaps?: () => void
    /** Called by the script when the key is rejected. */
    gm_authFailure?: () => void
  }
}

/**
 * Loads the script on first use and again after a failure.
 * @rule A-29 Google Maps
 */
const googleMapsLoader = (where: { readonly key: string; readonly origin: string }) => {
  let loading: Promise<PlacesLibrary> | null = null
  let refused = false
  window.gm_authFailure = () => {
    refused = true
  }
  return async (): Promise<PlacesLibrary> => {
    loading ??= loadScriptWithRetry(scriptUrl(where)).then(placesLibrary)
    try {
      const library = await loading
      if (refused) throw new Error(addressTexts.google.unauthorised)
      return library
    } catch (error) {
      loading = null
      throw error
    }
  }
}

const scriptUrl = ({ key, origin }: { readonly key: string; readonly origin: string }) =>
  `${origin}/maps/api/js?${new URLSearchParams({
    key,
    libraries: 'places',
    language: 'it',
    region: 'IT',
    loading: 'async',
    callback: 'garboGoogleMaps',
  }).toString()}`

const loadScriptWithRetry = async (address: string): Promise<void> => {
  for (let retry = 0; window.google?.maps?.importLibrary === undefined; retry++) {
    try {
      return await loadScript(address)
    } catch (error) {
      if (retry === retries) throw new Error(addressTexts.google.scriptFailed, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }
}

const loadScript = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const giveUp = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('The script did not load'))
    }
    const timer = setTimeout(giveUp, scriptTimeoutMs)
    window.garboGoogleMaps = () => {
      clearTimeout(timer)
      resolve()
    }
    script.addEventListener('error', giveUp)
    script.src = address
    script.async = true
    document.head.append(script)
  })

const placesLibrary = async (): Promise<PlacesLibrary> => {
  const library = await importPlaces()
  if (!isPlacesLibrary(library)) throw new Error(addressTexts.google.notInitialised)
  return library
}

const importPlaces = async (): Promise<unknown> => {
  try {
    const load = window.google?.maps?.importLibrary
    if (load === undefined) throw new Error('The script has no libraries')
    return await load('places')
  } catch (error) {
    throw new Error(addressTexts.google.initFailed, { cause: error })
  }
}

const isPlacesLibrary = (library: unknown): library is PlacesLibrary =>
  typeof library === 'object' &&
  library !== null &&
  'AutocompleteSuggestion' in library &&
  'AutocompleteSessionToken' in library

/** @rule C-16 biased towards Milan, as the user's location is unknown */
const locationBias = { center: { lat: 45.4642, lng: 9.19 }, radius: 50_000 }
const placeFields = ['formattedAddress', 'addressComponents', 'location']

/**
 * Italian addresses in Italian, at most five. One billing session from the first character to the choice.
 * @rule A-29 Google Maps
 */
const googlePlacesSource = (load: () => Promise<PlacesLibrary>): AddressSource => {
  let session: object | null = null
  const suggestionOf = (prediction: Exclude<GoogleSuggestion['placePrediction'], null>): Suggestion => ({
    text: prediction.text.toString(),
    address: async () => {
      const place = prediction.toPlace()
      await withItalianError(place.fetchFields({ fields: placeFields }), addressTexts.google.detailsFailed)
      session = null
      return toAddress(place)
    },
  })
  return {
    attribution: addressTexts.google.credit,
    suggest: async (input, signal) => {
      const library = await load()
      session ??= new library.AutocompleteSessionToken()
      const request = { input, includedRegionCodes: ['it'], language: 'it', region: 'it', locationBias }
      const { suggestions } = await withItalianError(
        library.AutocompleteSuggestion.fetchAutocompleteSuggestions({ ...request, sessionToken: session }),
        addressTexts.google.searchFailed,
      )
      signal.throwIfAborted()
      return suggestions
        .flatMap(({ placePrediction }) => (placePrediction === null ? [] : [suggestionOf(placePrediction)]))
        .slice(0, maxSuggestions)
    },
  }
}

/** Google's result, or its error in Italian. */
const withItalianError = async <A>(request: Promise<A>, otherwise: string): Promise<A> => {
  try {
    return await request
  } catch (error) {
    const status = statusOf(error)
    throw new Error(status === null ? otherwise : (messageByStatus[status] ?? addressTexts.google.status(status)), {
      cause: error,
    })
  }
}

const messageByStatus: Readonly<Record<string, string>> = {
  REQUEST_DENIED: addressTexts.google.unauthorised,
  PERMISSION_DENIED: addressTexts.google.unauthorised,
  OVER_QUERY_LIMIT: addressTexts.google.overLimit,
  RESOURCE_EXHAUSTED: addressTexts.google.overLimit,
  ZERO_RESULTS: addressTexts.google.nothing,
  NOT_FOUND: addressTexts.google.nothing,
}

const statusOf = (error: unknown): string | null => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : null
}

const toAddress = ({ formattedAddress, addressComponents, location }: GooglePlace): Address => {
  if (!formattedAddress || !addressComponents || !location) throw new Error(addressTexts.google.detailsUnusable)
  const part = (...kinds: readonly string[]): AddressComponent | undefined =>
    kinds.flatMap((kind) => addressComponents.filter(({ types }) => types.includes(kind))).at(0)
  const street = [part('route'), part('street_number')].flatMap((one) => one?.longText ?? []).join(' ')
  const province = part('administrative_area_level_2')?.shortText ?? ''
  return {
    street: street === '' ? null : street,
    city: part('locality', 'postal_town', 'administrative_area_level_3')?.longText ?? null,
    state: isProvince(province) ? province : null,
    postalCode: part('postal_code')?.longText ?? null,
    country: part('country')?.longText ?? 'Italia',
    fullAddress: formattedAddress,
    coordinates: { lat: location.lat(), lng: location.lng() },
  }
}

/** Source of address suggestions; its errors are Italian sentences. */
export interface AddressSource {
  /** Attribution required by the licence. */
  readonly attribution: string
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
}

export interface Suggestion {
  readonly text: string
  /** Fetches the complete address of a chosen suggestion. */
  readonly address: () => Promise<Address>
}

/** This server's gazetteer. @rule D-17 */
export const gazetteerSource: AddressSource = {
  attribution: addressTexts.gazetteerCredit,
  suggest: async (input, signal) => {
    try {
      const found = await call('placesAutocomplete', { query: { input } }, { signal })
      return found.map((address) => ({ text: address.fullAddress, address: async () => address }))
    } catch (error) {
      if (signal.aborted || (isApiError(error) && error.status === 429)) throw error
      throw new Error(addressTexts.searchFailed, { cause: error })
    }
  },
}

/** @rule Q-78 Google if the operator has a key, otherwise the gazetteer; null until known */
export const useAddressSource = (): AddressSource | null => {
  const { data } = useQuery(apiQuery('places', 'placesSource', {}))
  return useMemo(() => {
    if (data === undefined) return null
    return data.google === null ? gazetteerSource : googlePlacesSource(googleMapsLoader(data.google))
  }, [data])
}
