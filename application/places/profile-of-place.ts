import { folded } from '../../domain/kernel/folded.ts'
import type { FoundPlace } from '../ports/places.ts'

interface Business {
  readonly id: string
  readonly businessName: string
  readonly location: string
}

/**
 * The business of ours a place is: the one the source names, or the only one called exactly so all of whose address stands
 * in the place's. Of two that could be it, it is neither.
 */
export const profileOf = <B extends Business>(place: FoundPlace, businesses: readonly B[]): B | null => {
  if (place.businessId !== null) return businesses.find(({ id }) => id === place.businessId) ?? null
  const name = folded(place.name)
  const address = wordsOf(place.address)
  const [one, another] = businesses.filter(
    (business) => folded(business.businessName) === name && isWithin(wordsOf(business.location), address),
  )
  return one !== undefined && another === undefined ? one : null
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    folded(text)
      .split(' ')
      .filter((word) => word !== ''),
  )

const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  words.size > 0 && [...words].every((word) => others.has(word))
