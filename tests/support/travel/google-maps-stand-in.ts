import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const siena = {
  formattedAddress: 'Via Roma, 12, 53100 Siena SI, Italia',
  location: { latitude: 43.3158, longitude: 11.3331 },
  addressComponents: [
    { longText: '12', shortText: '12', types: ['street_number'] },
    { longText: 'Via Roma', shortText: 'Via Roma', types: ['route'] },
    { longText: 'Siena', shortText: 'Siena', types: ['locality', 'political'] },
    { longText: 'Provincia di Siena', shortText: 'SI', types: ['administrative_area_level_2', 'political'] },
    { longText: 'Italia', shortText: 'IT', types: ['country', 'political'] },
    { longText: '53100', shortText: '53100', types: ['postal_code'] },
  ],
}

/** Fake Google server: the script over HTTP, and the Places API (New) calls it makes. */
export const startGoogleMapsStandIn = async (key: string) => {
  const asked: { readonly path: string; readonly body: unknown; readonly referer: string | undefined }[] = []
  const behaviour = { failingLoads: 0, status: null as string | null }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://double')
    asked.push({ path: url.pathname, body: await readBody(request), referer: request.headers.referer })
    const say = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body)
    const json = (status: number, body: unknown) => say(status, 'application/json', JSON.stringify(body))
    if (url.pathname === '/maps/api/js') {
      if (behaviour.failingLoads-- > 0) return say(503, 'text/plain', '')
      return say(200, 'text/javascript', sdkScript(url.searchParams, key))
    }
    if (behaviour.status !== null) return json(403, { error: { status: behaviour.status } })
    if (url.pathname === '/v1/places:autocomplete')
      return json(200, {
        suggestions: [{ placePrediction: { placeId: 'siena', text: { text: 'Via Roma 12, Siena' } } }],
      })
    return json(url.pathname === '/v1/places/siena' ? 200 : 404, siena)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behaviour,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const text = (await request.toArray()).join('')
  return text === '' ? null : (JSON.parse(text) as unknown)
}

/** The part of Google's script that address fields use. */
const sdkScript = (query: URLSearchParams, key: string) => `
(() => {
  const base = new URL(document.currentScript.src).origin
  const ask = async (path, init) => {
    const response = await fetch(base + path, init)
    const answer = await response.json()
    if (response.ok) return answer
    throw Object.assign(new Error(answer.error?.status), { name: 'MapsRequestError', code: answer.error?.status })
  }
  class Place {
    constructor(id) { this.id = id }
    async fetchFields({ fields }) {
      const { location, ...rest } = await ask('/v1/places/' + this.id + '?fields=' + fields.join(','))
      Object.assign(this, rest, { location: { lat: () => location.latitude, lng: () => location.longitude } })
    }
  }
  class AutocompleteSessionToken {}
  class AutocompleteSuggestion {
    static async fetchAutocompleteSuggestions({ sessionToken, ...request }) {
      if (!(sessionToken instanceof AutocompleteSessionToken)) throw new Error('no session')
      const body = JSON.stringify(request)
      const { suggestions } = await ask('/v1/places:autocomplete', { method: 'POST', body })
      return {
        suggestions: suggestions.map(({ placePrediction: { placeId, text } }) => ({
          placePrediction: { placeId, text: { toString: () => text.text }, toPlace: () => new Place(placeId) },
        })),
      }
    }
  }
  window.google = { maps: { importLibrary: async () => ({ AutocompleteSuggestion, AutocompleteSessionToken }) } }
  ${query.get('key') === key ? '' : 'window.gm_authFailure()'}
  window[${JSON.stringify(query.get('callback'))}]()
})()`
