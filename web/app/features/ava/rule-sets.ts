import { useQuery } from '@tanstack/react-query'
import type { RuleBookView, StayRules } from '../../../contract/ava/rule-sets.ts'
import { apiQuery } from '../../shared/queries.ts'
import { ruleSetTexts } from './rule-sets.texts.ts'

const avaRuleSetsQuery = apiQuery('rule-sets', 'avaRuleSets', {})

/** What stays earn, in words. @rule B-31 */
export const stayRulesText = ({ fiveStars, firstStay, venues, returns }: StayRules): string =>
  ruleSetTexts.stays({
    fiveStars,
    firstStay,
    venues: venues.count,
    venuesAva: venues.ava,
    returnAva: returns.ava,
    returnsMost: returns.most,
  })

/** What stays earn under the rule set in force, or under a later one; null while unknown. @rule Q-68 */
export const useStayRulesNote = () => {
  const { data: sets = [] } = useQuery(avaRuleSetsQuery)
  const current = sets.find(({ inForce }) => inForce)?.stays ?? null
  if (current !== null) return { earns: true, text: ruleSetTexts.earnedNow(stayRulesText(current)) }
  const planned = sets.find(({ upcoming }) => upcoming)?.stays ?? null
  return planned === null ? null : { earns: false, text: ruleSetTexts.upcoming(stayRulesText(planned)) }
}

const pollMs = 2_000

/** Polls while a simulation is running. @rule Q-68 */
export const ruleBooksQuery = {
  ...apiQuery('rule-sets', 'ruleBooks', {}),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Books | undefined } }) =>
    data?.some(({ drafts }) => drafts.some(({ running }) => running)) ? pollMs : (false as const),
}

type Books = readonly RuleBookView[]
