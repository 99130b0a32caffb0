// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GooglePlace, PlacesLibrary } from '../../../../web/app/shared/address-source.ts'
import { visitor } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { ok } from '../support/stub-server.ts'

const googleSettings = { key: 'chiave', origin: 'https://maps.googleapis.com' }
const mapsError = (code: string) => Object.assign(new Error(code), { name: 'MapsRequestError', code })
const components = [
  { longText: '12', shortText: '12', types: ['street_number'] },
  { longText: 'Via Roma', shortText: 'Via Roma', types: ['route'] },
  { longText: 'Siena', shortText: 'Siena', types: ['locality'] },
  { longText: 'Provincia di Siena', shortText: 'SI', types: ['administrative_area_level_2'] },
]
const place = {
  fetchFields: async () => undefined,
  formattedAddress: 'Via Roma, 12, 53100 Siena SI, Italia',
  addressComponents: components,
  location: { lat: () => 43.3, lng: () => 11.3 },
} satisfies GooglePlace

type Fetch = PlacesLibrary['AutocompleteSuggestion']['fetchAutocompleteSuggestions']
const suggests =
  (found: GooglePlace): Fetch =>
  async () => ({ suggestions: [{ placePrediction: { text: 'Via Roma 12, Siena', toPlace: () => found } }] })
const placesLibrary = (fetchAutocompleteSuggestions: Fetch) => ({
  AutocompleteSuggestion: { fetchAutocompleteSuggestions },
  AutocompleteSessionToken: Object,
})

/** Google's script loading, with one outcome per attempt. */
const stubScripts = (...arrivals: readonly (() => unknown)[]) => {
  const asked: string[] = []
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    asked.push((script as HTMLScriptElement).src)
    const arrive = arrivals[asked.length - 1] ?? fails
    if (arrive === fails) return queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event('error')))
    const places = arrive()
    window.google = { maps: { importLibrary: async () => places } }
    queueMicrotask(() => window.garboGoogleMaps?.())
  })
  return asked
}
const fails = () => undefined
const loadsWith = (fetch: Fetch) => () => placesLibrary(fetch)

const renderRegistration = () =>
  renderApp('/register', { ...visitor, 'GET /api/places/source': ok({ google: googleSettings }) })
const findField = (options = {}) => screen.findByRole<HTMLInputElement>('combobox', { name: 'Indirizzo' }, options)

/** The page is loaded on demand, which takes real time; afterwards timers run out at once. */
beforeAll(async () => {
  renderRegistration()
  await findField({ timeout: 60_000 })
  cleanup()
})
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 }).setTimerTickMode('nextTimerAsync'))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete window.google
  delete window.gm_authFailure
})

const typeAddress = async (words = 'via roma') => {
  const app = renderRegistration()
  const field = await findField()
  await app.user.type(field, words)
  return { ...app, field }
}

describe('A-29: address suggestions from Google', () => {
  it('come from its script, in Italian, split into parts', async () => {
    const asked = stubScripts(loadsWith(suggests(place)))
    const { user, field, server } = await typeAddress()
    await user.click(await screen.findByRole('option', { name: 'Via Roma 12, Siena' }))
    await screen.findByText(`Indirizzo confermato: ${place.formattedAddress}`)
    expect(field.value).toBe(place.formattedAddress)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Provincia' }).value).toBe('SI')
    const { searchParams, origin, pathname } = new URL(asked[0] ?? '')
    expect(origin + pathname).toBe('https://maps.googleapis.com/maps/api/js')
    expect(Object.fromEntries(searchParams)).toMatchObject({ key: 'chiave', language: 'it', region: 'IT' })
    expect(server.to('GET /api/places/autocomplete')).toEqual([])
  })

  it('V-84, C-15, C-16: are limited to five in Italy, biased towards Milan', async () => {
    const requests: object[] = []
    const many: Fetch = async (request) => {
      requests.push(request)
      const one = (n: number) => ({ placePrediction: { text: `Via Roma ${n}`, toPlace: () => place } })
      return { suggestions: [{ placePrediction: null }, ...[1, 2, 3, 4, 5, 6].map(one)] }
    }
    stubScripts(loadsWith(many))
    await typeAddress()
    await screen.findByRole('listbox')
    expect(screen.getByText('5 indirizzi suggeriti')).toBeTruthy()
    expect(requests).toMatchObject([
      { includedRegionCodes: ['it'], language: 'it', locationBias: { center: { lat: 45.4642, lng: 9.19 } } },
    ])
  })

  it('C-16: retry the script three times, two seconds apart', async () => {
    const asked = stubScripts(fails, fails, fails, loadsWith(suggests(place)))
    const begun = Date.now()
    await typeAddress()
    await screen.findByRole('option', { name: 'Via Roma 12, Siena' })
    expect(asked).toHaveLength(4)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(6_000)
  })

  it('T-131: are then abandoned, and the field accepts free text', async () => {
    const asked = stubScripts()
    const { field } = await typeAddress()
    await screen.findByText('Impossibile caricare Google Maps API')
    expect(asked).toHaveLength(4)
    expect(field.value).toBe('via roma')
  })

  it.each([
    ['T-132', () => Promise.reject(new Error('no places')), 'Errore inizializzazione Google Places'],
    ['T-141', () => ({}), 'Il servizio Google Places non è inizializzato'],
    [
      'T-133',
      loadsWith(() => Promise.reject(mapsError('REQUEST_DENIED'))),
      'API key non autorizzata per questa richiesta',
    ],
    ['T-134', loadsWith(() => Promise.reject(mapsError('OVER_QUERY_LIMIT'))), 'Limite query giornaliero raggiunto'],
    [
      'T-135',
      loadsWith(() => Promise.reject(mapsError('ZERO_RESULTS'))),
      'Nessun risultato trovato per questa ricerca',
    ],
    ['T-136', loadsWith(() => Promise.reject(mapsError('UNKNOWN_ERROR'))), 'Errore API: UNKNOWN_ERROR'],
    ['T-137', loadsWith(() => Promise.reject(new Error('offline'))), 'Errore nella ricerca degli indirizzi'],
    ['T-128', loadsWith(async () => ({ suggestions: [] })), 'Nessun risultato trovato'],
  ])('%s: show the reason', async (_, arrival, words) => {
    stubScripts(arrival)
    await typeAddress()
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('T-133: report that the script rejects the key', async () => {
    stubScripts(() => {
      window.gm_authFailure?.()
      return placesLibrary(suggests(place))
    })
    await typeAddress()
    expect(await screen.findByText('API key non autorizzata per questa richiesta')).toBeTruthy()
  })

  const broken = (fetchFields: GooglePlace['fetchFields']): GooglePlace => ({ ...place, fetchFields })
  it.each([
    ['T-130', broken(() => Promise.reject(new Error('offline'))), 'Errore recupero dettagli indirizzo'],
    ['T-134', broken(() => Promise.reject(mapsError('RESOURCE_EXHAUSTED'))), 'Limite query giornaliero raggiunto'],
    ['T-138', { fetchFields: async () => undefined }, "Errore nell'ottenimento dei dettagli dell'indirizzo"],
    // oxlint-disable-next-line prefer-promise-reject-errors -- a foreign script may throw anything
    [
      'T-139',
      { ...place, location: { lat: () => throwValue('!'), lng: () => 0 } },
      "Errore nella selezione dell'indirizzo",
    ],
  ])('%s: show the problem with the chosen one', async (_, found, words) => {
    stubScripts(loadsWith(suggests(found)))
    const { user, field } = await typeAddress()
    await user.click(await screen.findByRole('option', { name: 'Via Roma 12, Siena' }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(field.value).toBe('via roma')
  })
})

const throwValue = (what: unknown): never => {
  throw what
}
