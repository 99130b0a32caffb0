import type { Input } from '../../shared/api.ts'
import { placesKeptSeconds } from '../../../contract/place-search.ts'
import { read } from '../../shared/read.ts'

/** V-83, C-27: asked only for something, and not again for five minutes. */
export const placesFor = (query: Input<'searchPlaces'>['query']) => ({
  ...read('places', 'searchPlaces', { query }),
  enabled: query.query !== '',
  staleTime: placesKeptSeconds * 1000,
})
