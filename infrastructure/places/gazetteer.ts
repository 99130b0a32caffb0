import type { Address, Places } from '../../application/ports/places.ts'
import { readGazetteer, type Place } from './gazetteer-file.ts'
import { folded } from './folding.ts'
import { townIndex } from './town-index.ts'
import { readingsOf, type Reading } from './typed-address.ts'

/** Places without asking anybody outside: towns and villages of Italy; streets stay as they were typed. */
export const gazetteer = (places: readonly Place[] = readGazetteer()): Places => {
  const towns = townIndex(places)
  const names = new Map(places.map((place) => [idOf(place), `${place.name} (${place.sign})`]))
  return {
    suggest: (typed, most) => {
      for (const reading of readingsOf(typed)) {
        const found = towns.find(reading.town, reading.sign, most)
        if (found.length > 0) return found.map((place) => addressOf(place, reading))
      }
      return []
    },
    nameOf: (placeId) => names.get(placeId) ?? null,
  }
}

/** `it-si-san-gimignano` */
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
