import { readFileSync } from 'node:fs'
import type { Address, Gazetteer } from '../../application/travel/ports.ts'
import { normaliseText } from '../../domain/kernel/text.ts'

export interface GazetteerTown extends Pick<Town, 'name' | 'provinceCode' | 'lat' | 'lng'> {
  /** `it-si-san-gimignano` */
  readonly id: string
}

export interface TownGazetteer extends Gazetteer {
  /** Towns with a word of their name that starts with the text; the most likely first. */
  readonly towns: (text: string, max: number) => readonly GazetteerTown[]
}

let italy: TownGazetteer | undefined
/** The towns and villages of Italy, indexed once in a process. */
export const italianGazetteer = (): TownGazetteer => (italy ??= townGazetteer(readGazetteer()))

/** Offline place lookup. Streets are returned as typed. */
export const townGazetteer = (towns: readonly Town[]): TownGazetteer => {
  const index = townIndex(towns)
  const names = new Map(towns.map((town) => [townId(town), `${town.name} (${town.provinceCode})`]))
  return {
    suggest: (typed, max) => {
      for (const reading of parseTypedAddress(typed)) {
        const found = index.find(reading.town, reading.provinceCode, max)
        if (found.length > 0) return found.map((town) => toAddress(town, reading))
      }
      return []
    },
    nameOf: (placeId) => names.get(placeId) ?? null,
    towns: (text, max) => index.find(text, null, max).map((town) => ({ ...town, id: townId(town) })),
  }
}

const townId = ({ name, provinceCode }: Town): string =>
  `it-${provinceCode.toLowerCase()}-${normaliseText(name).replaceAll(' ', '-')}`

const country = 'Italia'

const toAddress = ({ name, provinceCode, lat, lng }: Town, { street, postalCode }: ParsedAddress): Address => ({
  street,
  city: name,
  state: provinceCode,
  postalCode,
  country,
  fullAddress: [street, `${postalCode ?? ''} ${name} (${provinceCode})`.trim(), country].filter(Boolean).join(', '),
  coordinates: { lat, lng },
})

/** A town or village of Italy. */
export interface Town {
  readonly name: string
  /** Two-letter code of its province. */
  readonly provinceCode: string
  readonly lat: number
  readonly lng: number
  /** 2 for capitals of metropolitan cities, 1 for capitals of provinces, 0 for others. */
  readonly size: 0 | 1 | 2
}

export const gazetteerPath = new URL('gazetteer.tsv', import.meta.url)

/** Attribution required by CC BY 4.0. */
const licenceHeader = '# Places of GeoNames (geonames.org, CC BY 4.0), made by `npm run gazetteer`; do not edit.\n'

export const formatGazetteer = (towns: readonly Town[]): string =>
  licenceHeader +
  towns.map(({ name, provinceCode, lat, lng, size }) => `${[name, provinceCode, lat, lng, size].join('\t')}\n`).join('')

export const readGazetteer = (path: URL = gazetteerPath): readonly Town[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Town => {
      const [name = '', provinceCode = '', lat, lng, size] = line.split('\t')
      return { name, provinceCode, lat: Number(lat), lng: Number(lng), size: Number(size) as Town['size'] }
    })

export interface TownIndex {
  /** Towns with a word that starts with the text, in this province or, if null, anywhere; the most likely first. */
  readonly find: (text: string, provinceCode: string | null, max: number) => readonly Town[]
}

/** Built once, from towns in order of size; a query scans only names with its prefix. */
export const townIndex = (towns: readonly Town[]): TownIndex => {
  const entries = towns.flatMap(({ name }, nth) => searchKeys(name).map(({ key, first }) => ({ key, first, nth })))
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const keys = entries.map(({ key }) => key)
  const provinceCodes = towns.map(({ provinceCode }) => provinceCode)

  const rankOf = (at: number, words: string): number => {
    const { key, first, nth } = entries[at] ?? missingEntry
    const likeness = first ? (key === words ? 0 : 1) : 2
    return likeness * towns.length + nth
  }
  return {
    find: (text, provinceCode, max) => {
      const words = normaliseText(text)
      if (words === '') return []
      const ranks: number[] = []
      for (let at = lowerBound(keys, words); keys[at]?.startsWith(words) === true; at++) {
        const rank = rankOf(at, words)
        if (provinceCode === null || provinceCodes[rank % towns.length] === provinceCode) ranks.push(rank)
      }
      const found = new Set(ranks.sort((a, b) => a - b).map((rank) => rank % towns.length))
      return [...found].slice(0, max).flatMap((nth) => towns[nth] ?? [])
    },
  }
}

const missingEntry = { key: '', first: false, nth: 0 }

/** Searchable beginnings of a name: the whole name, without its article or apostrophe, and from each word on. */
const searchKeys = (name: string): readonly { readonly key: string; readonly first: boolean }[] => {
  const whole = normaliseText(name)
  const later = [...whole.matchAll(/ /g)].map(({ index }) => ({
    key: whole.slice(index + 1),
    first: articles.has(whole.slice(0, index)),
  }))
  const joined = normaliseText(name.replaceAll(/['’]/g, ''))
  return [{ key: whole, first: true }, ...(joined === whole ? [] : [{ key: joined, first: true }]), ...later]
}
const articles = new Set(['l', 'la', 'le', 'lo', 'il', 'i', 'gli'])

/** Index of the first key that is not before these words (lower bound). */
const lowerBound = (keys: readonly string[], words: string): number => {
  let [from, to] = [0, keys.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((keys[middle] ?? '') < words) from = middle + 1
    else to = middle
  }
  return from
}

/** One interpretation of the text typed so far. */
export interface ParsedAddress {
  /** As typed. */
  readonly street: string | null
  /** Name of the town or its beginning. */
  readonly town: string
  readonly provinceCode: string | null
  readonly postalCode: string | null
}

/** "via Roma 12, Sie", "53100 Siena (SI)", "Siena, via Roma 12": the interpretations, the most likely first. */
const parseTypedAddress = (typed: string): readonly ParsedAddress[] => {
  const postalCode = /\b\d{5}\b/.exec(typed)?.[0] ?? null
  const inBrackets = /\(\s*([a-z]{2})\s*(?:\)|$)/i.exec(typed)?.[1] ?? null
  const parts = addressParts(typed)
  const last = parts.length > 2 || !isStreet(parts[0] ?? '') ? provinceIn(parts.slice(1).at(-1)) : null
  const named = inBrackets ?? last
  const left = inBrackets === null && named !== null ? parts.slice(0, -1) : parts
  return streetAndTownSplits(left)
    .flatMap(({ street, town }) => [
      { street, town, provinceCode: named },
      ...(named === null ? withTrailingProvince(town).map((one) => ({ street, ...one })) : []),
    ])
    .map((reading) => ({ ...reading, provinceCode: reading.provinceCode?.toUpperCase() ?? null, postalCode }))
}

interface StreetAndTown {
  readonly street: string | null
  readonly town: string
}

/** The comma-separated parts, without country, postal code and province. A house number belongs to its street. */
const addressParts = (typed: string): readonly string[] =>
  typed
    .replace(/,\s*italia\s*$/i, '')
    .replaceAll(/\b\d{5}\b|\([^)]*\)?/g, ' ')
    .replaceAll(/,\s*(?=\d)/g, ' ')
    .split(',')
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')

const streetAndTownSplits = (parts: readonly string[]): readonly StreetAndTown[] => {
  const [first = '', ...rest] = parts
  if (rest.length === 0) return [{ street: null, town: first }, ...(isStreet(first) ? splitsWithoutComma(first) : [])]
  const street = rest.findIndex(isStreet)
  if (!isStreet(first) && street !== -1) return [{ street: rest.slice(street).join(', '), town: first }]
  return [
    { street: parts.slice(0, -1).join(', '), town: parts.at(-1) ?? '' },
    { street: first, town: rest[0] ?? '' },
  ]
}

/** Without a comma, the town starts after the house number or, without one, possibly at any later word. */
const splitsWithoutComma = (text: string): readonly StreetAndTown[] => {
  const numbered = /^(.*?\D\s\d+\S*(?:\s(?:bis|ter|[a-z]\b(?!')))?)\s+(\D.*)$/i.exec(text)
  if (numbered !== null) return [{ street: numbered[1] ?? '', town: numbered[2] ?? '' }]
  if (/\d/.test(text)) return []
  const words = text.split(' ')
  return words.slice(2).map((_, i) => ({ street: words.slice(0, i + 2).join(' '), town: words.slice(i + 2).join(' ') }))
}

/** "Reggio RE" */
const withTrailingProvince = (town: string): readonly { readonly town: string; readonly provinceCode: string }[] => {
  const found = /^(.+)\s([a-z]{2})$/i.exec(town)
  return found === null ? [] : [{ town: found[1] ?? '', provinceCode: found[2] ?? '' }]
}

const provinceIn = (part: string | undefined): string | null =>
  part !== undefined && /^[a-z]{2}$/i.test(part) ? part : null

const isStreet = (part: string): boolean => /\d/.test(part) || streetWords.test(part)
const streetWords =
  /^(?:via|viale|v\.le|vicolo|vico|piazza|piazzale|piazzetta|p\.z?za|p\.le|corso|c\.so|largo|strada|stradone|contrada|c\.da|località|localita'?|loc\.|frazione|fraz\.|lungomare|lungarno|lungotevere|salita|calle|traversa|rotonda|circonvallazione|galleria|fondamenta|passeggiata|sestiere|borgo)\s/i
