import { normaliseText, wordsIn } from '../../domain/kernel/text.ts'
import type { FoundPlace } from './ports.ts'

interface Business {
  readonly id: string
  readonly businessName: string
  readonly location: string
}

/**
 * Finds the business account of a place: the one named by the source, or the only one with the same name whose address
 * words all occur in the place's address. Returns null if several match.
 */
export const matchBusiness = <B extends Business>(place: FoundPlace, businesses: readonly B[]): B | null => {
  if (place.businessId !== null) return businesses.find(({ id }) => id === place.businessId) ?? null
  const name = normaliseText(place.name)
  const address = new Set(wordsIn(place.address))
  const [match, secondMatch] = businesses.filter(
    (business) => normaliseText(business.businessName) === name && isWithin(wordsIn(business.location), address),
  )
  return match !== undefined && secondMatch === undefined ? match : null
}

const isWithin = (words: readonly string[], others: ReadonlySet<string>) =>
  words.length > 0 && words.every((word) => others.has(word))
