import type { Address, Places } from '../../application/ports/places.ts'
import { folded } from '../../domain/kernel/folded.ts'
import { readGazetteer, type Place } from './gazetteer-file.ts'
import { townIndex } from './town-index.ts'
import { readingsOf, type Reading } from './typed-address.ts'

export interface Town extends Pick<Place, 'name' | 'sign' | 'lat' | 'lng'> {
  /** `it-si-san-gimignano` */
  readonly id: string
}

export interface Gazetteer extends Places {
  /** Towns whose name begins so, or one of its words; the likeliest first. */
  readonly towns: (name: string, most: number) => readonly Town[]
}

/** Places without asking anybody outside: towns and villages of Italy; streets stay as they were typed. */
export const gazetteer = (places: readonly Place[] = readGazetteer()): Gazetteer => {
  const index = townIndex(places)
  const names = new Map(places.map((place) => [idOf(place), `${place.name} (${place.sign})`]))
  return {
    suggest: (typed, most) => {
      for (const reading of readingsOf(typed)) {
        const found = index.find(reading.town, reading.sign, most)
        if (found.length > 0) return found.map((place) => addressOf(place, reading))
      }
      return []
    },
    nameOf: (placeId) => names.get(placeId) ?? null,
    towns: (name, most) => index.find(name, null, most).map((place) => ({ ...place, id: idOf(place) })),
  }
}

const idOf = ({ name, sign }: Place): string => `it-${sign.toLowerCase()}-${folded(name).replaceAll(' ', '-')}`

const country = 'Italia'

const addressOf = ({ name, sign, lat, lng }: Place, { street, postalCode }: Reading): Address => ({
  street,
  city: name,
  state: sign,
  postalCode,
  country,
  fullAddress: [street, `${postalCode ?? ''} ${name} (${sign})`.trim(), country].filter(Boolean).join(', '),
  coordinates: { lat, lng },
})
