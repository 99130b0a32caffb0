import { useQuery } from '@tanstack/react-query'
import type { StayRules } from '../../contract/rulebooks.ts'
import { texts } from '../texts.ts'
import { read } from './read.ts'

export const avaRuleSets = read('rulebooks', 'avaRuleSets', {})

/** B-31 */
export const staysText = ({ fiveStars, firstStay, venues, returns }: StayRules): string =>
  texts.rulebooks.stays({
    fiveStars,
    firstStay,
    venues: venues.count,
    venuesAva: venues.ava,
    returnAva: returns.ava,
    returnsMost: returns.most,
  })

/** what stays earn by the rules in force, or will earn; null where that is not known. */
export const useStaysNote = () => {
  const { data: sets = [] } = useQuery(avaRuleSets)
  const now = sets.find(({ inForce }) => inForce)?.stays ?? null
  if (now !== null) return { earns: true, text: texts.rulebooks.earnedNow(staysText(now)) }
  const soon = sets.find(({ stays }) => stays !== null)?.stays ?? null
  return soon === null ? null : { earns: false, text: texts.rulebooks.soon(staysText(soon)) }
}
