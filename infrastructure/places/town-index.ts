import { folded } from '../../domain/kernel/folded.ts'
import type { Place } from './gazetteer-file.ts'

export interface TownIndex {
  /** Towns of this province, or of any, one of whose words begins so; the likeliest first. */
  readonly find: (words: string, sign: string | null, most: number) => readonly Place[]
}

/** Built once of places in order of size; a question looks only at the names that begin as asked. */
export const townIndex = (places: readonly Place[]): TownIndex => {
  const entries = places.flatMap(({ name }, place) => keysOf(name).map(({ key, first }) => ({ key, first, place })))
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const keys = entries.map(({ key }) => key)
  const signs = places.map(({ sign }) => sign)

  const rankOf = (at: number, words: string): number => {
    const { key, first, place } = entries[at] ?? nothing
    const likeness = first ? (key === words ? 0 : 1) : 2
    return likeness * places.length + place
  }
  return {
    find: (typed, sign, most) => {
      const words = folded(typed)
      if (words === '') return []
      const ranks: number[] = []
      for (let at = firstFrom(keys, words); keys[at]?.startsWith(words) === true; at++) {
        const rank = rankOf(at, words)
        if (sign === null || signs[rank % places.length] === sign) ranks.push(rank)
      }
      const found = new Set(ranks.sort((a, b) => a - b).map((rank) => rank % places.length))
      return [...found].slice(0, most).flatMap((place) => places[place] ?? [])
    },
  }
}

const nothing = { key: '', first: false, place: 0 }

/** A name as it can begin: whole, without its article or apostrophe, and from each of its words on. */
const keysOf = (name: string): readonly { readonly key: string; readonly first: boolean }[] => {
  const whole = folded(name)
  const later = [...whole.matchAll(/ /g)].map(({ index }) => ({
    key: whole.slice(index + 1),
    first: articles.has(whole.slice(0, index)),
  }))
  const joined = folded(name.replaceAll(/['’]/g, ''))
  return [{ key: whole, first: true }, ...(joined === whole ? [] : [{ key: joined, first: true }]), ...later]
}
const articles = new Set(['l', 'la', 'le', 'lo', 'il', 'i', 'gli'])

/** Where the first key stands that is not before these words. */
const firstFrom = (keys: readonly string[], words: string): number => {
  let [from, to] = [0, keys.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((keys[middle] ?? '') < words) from = middle + 1
    else to = middle
  }
  return from
}
