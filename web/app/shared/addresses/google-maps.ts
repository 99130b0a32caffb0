import { texts } from '../../texts.ts'

const words = texts.addresses.google
/** C-16 */
const retries = 3
const retryAfterMs = 2_000
/** A script that came but never said that it is ready. */
const patienceMs = 10_000

/** What we use of the library `places` of the Maps JavaScript API. */
export interface PlacesLibrary {
  readonly AutocompleteSuggestion: {
    readonly fetchAutocompleteSuggestions: (request: object) => Promise<{ readonly suggestions: readonly Suggested[] }>
  }
  readonly AutocompleteSessionToken: new () => object
}
export interface Suggested {
  readonly placePrediction: { readonly text: { toString(): string }; readonly toPlace: () => Place } | null
}
export interface Place {
  readonly fetchFields: (request: { readonly fields: readonly string[] }) => Promise<unknown>
  readonly formattedAddress?: string | null
  readonly addressComponents?: readonly Component[] | null
  readonly location?: { readonly lat: () => number; readonly lng: () => number } | null
}
export interface Component {
  readonly longText: string | null
  readonly shortText: string | null
  readonly types: readonly string[]
}

declare global {
  interface Window {
    google?: { readonly maps?: { readonly importLibrary?: (name: 'places') => Promise<unknown> } }
    /** Called by the script when it is ready. */
    garboGoogleMaps?: () => void
    /** Called by the script when it does not accept the key. */
    gm_authFailure?: () => void
  }
}

/** Loads the script when it is first wanted, and again when that failed. */
export const googleMaps = (where: { readonly key: string; readonly origin: string }) => {
  let loading: Promise<PlacesLibrary> | null = null
  let refused = false
  window.gm_authFailure = () => {
    refused = true
  }
  return async (): Promise<PlacesLibrary> => {
    loading ??= insist(addressOf(where)).then(placesLibrary)
    try {
      const library = await loading
      if (refused) throw new Error(words.unauthorised)
      return library
    } catch (error) {
      loading = null
      throw error
    }
  }
}

const addressOf = ({ key, origin }: { readonly key: string; readonly origin: string }) =>
  `${origin}/maps/api/js?${new URLSearchParams({
    key,
    libraries: 'places',
    language: 'it',
    region: 'IT',
    loading: 'async',
    callback: 'garboGoogleMaps',
  }).toString()}`

const insist = async (address: string): Promise<void> => {
  for (let retry = 0; window.google?.maps?.importLibrary === undefined; retry++) {
    try {
      return await loadScript(address)
    } catch (error) {
      if (retry === retries) throw new Error(words.scriptFailed, { cause: error })
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
    const timer = setTimeout(giveUp, patienceMs)
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
  if (!isPlacesLibrary(library)) throw new Error(words.notInitialised)
  return library
}

const importPlaces = async (): Promise<unknown> => {
  try {
    const load = window.google?.maps?.importLibrary
    if (load === undefined) throw new Error('The script has no libraries')
    return await load('places')
  } catch (error) {
    throw new Error(words.initFailed, { cause: error })
  }
}

const isPlacesLibrary = (library: unknown): library is PlacesLibrary =>
  typeof library === 'object' &&
  library !== null &&
  'AutocompleteSuggestion' in library &&
  'AutocompleteSessionToken' in library
