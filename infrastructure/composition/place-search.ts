import type { CommonQueryMethods } from 'slonik'
import type { PlaceSearch } from '../../application/ports/places.ts'
import { sharpPictures } from '../photos/pictures.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { googleSearch } from '../places/google-search.ts'
import { offlineSearch } from '../places/offline-search.ts'
import type { Config } from './config.ts'

/** Google with a key of the operator's, else what is known here. */
export const placeSearchOf = (
  { GOOGLE_PLACES_KEY: key, GOOGLE_PLACES_ORIGIN: origin }: Config,
  db: CommonQueryMethods,
  places: Gazetteer,
): PlaceSearch =>
  key === undefined
    ? offlineSearch(db, places)
    : googleSearch({ key, origin: new URL(origin).origin, redraw: sharpPictures().redraw })
