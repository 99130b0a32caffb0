import type { Delivered } from '../../application/promotion/import-advertisements.ts'
import { faultsOf, type Fault } from '../../domain/promotion/advertisement/rules.ts'
import { readEntry } from './advertisement-entry.ts'

/**
 * Every advertisement of a file, which is a JSON array (points settled 14); throws, with a line a fault, when any of them is
 * faulty.
 */
export const readAdvertisements = (text: string): readonly Delivered[] => {
  const entries = listIn(text)
  const places = new Map<string, number>()
  const read = entries.map((entry, n) => {
    const one = readEntry(entry)
    const name = nameOf(entry, n + 1)
    if ('faults' in one) return { faults: one.faults.map(({ field, says }) => `${name}: ${field} ${says}`) }
    const { linkId, offer } = one.delivered
    const first = places.get(linkId)
    places.set(linkId, first ?? n + 1)
    const twice = first === undefined ? [] : [`${name}: linkId is already that of entry ${first}`]
    return { ...one, faults: [...twice, ...faultsOf(offer).map((fault) => `${name}: ${said(fault)}`)] }
  })
  const faults = read.flatMap((one) => one.faults)
  if (faults.length > 0) throw new Error(['Nothing was imported.', ...faults].join('\n'))
  return read.flatMap((one) => ('delivered' in one ? [one.delivered] : []))
}

const listIn = (text: string): readonly unknown[] => {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (cause) {
    throw new Error('Nothing was imported. The file is not JSON.', { cause })
  }
  if (!Array.isArray(read)) throw new Error('Nothing was imported. The file must be a JSON array of advertisements.')
  return read
}

const nameOf = (entry: unknown, place: number): string => {
  const linkId = typeof entry === 'object' && entry !== null && 'linkId' in entry ? entry.linkId : undefined
  return typeof linkId === 'string' || typeof linkId === 'number' ? `entry ${place} (${linkId})` : `entry ${place}`
}

const words: Readonly<Record<Exclude<Fault['is'], 'too long'>, string>> = {
  missing: 'is missing',
  unprintable: 'contains characters that cannot be shown',
  'not https': 'must be an https address',
  'before it begins': 'is before promotionalDate',
}

const said = ({ field, is, most }: Fault) =>
  `${field} ${is === 'too long' ? `is longer than ${most} characters` : words[is]}`
