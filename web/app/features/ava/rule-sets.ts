import { useQuery } from '@tanstack/react-query'
import type { RuleBookView, RuleDraft, StayRules } from '../../../contract/ava/rule-sets.ts'
import { ruleFigures } from '../../../contract/rule-figures.ts'
import { apiQuery } from '../../shared/queries.ts'
import { ruleSetTexts } from './rule-sets.texts.ts'

export const avaRuleSetsQuery = apiQuery('rulebooks', 'avaRuleSets', {})

/** B-31 */
export const stayRulesText = ({ fiveStars, firstStay, venues, returns }: StayRules): string =>
  ruleSetTexts.stays({
    fiveStars,
    firstStay,
    venues: venues.count,
    venuesAva: venues.ava,
    returnAva: returns.ava,
    returnsMost: returns.most,
  })

/** what stays earn by the rules in force, or will earn; null where that is not known. */
export const useStayRulesNote = () => {
  const { data: sets = [] } = useQuery(avaRuleSetsQuery)
  const now = sets.find(({ inForce }) => inForce)?.stays ?? null
  if (now !== null) return { earns: true, text: ruleSetTexts.earnedNow(stayRulesText(now)) }
  const soon = sets.find(({ stays }) => stays !== null)?.stays ?? null
  return soon === null ? null : { earns: false, text: ruleSetTexts.soon(stayRulesText(soon)) }
}

const pollMs = 2_000
const simulationTimeoutMs = ruleFigures.simulationMinutes * 60_000

/** After that it may be asked for again: what did it may have given up. */
export const isSimulating = ({ status, at }: Pick<RuleDraft, 'status' | 'at'>) =>
  status === 'simulating' && Date.now() - Date.parse(at) < simulationTimeoutMs

/** Q-68; asked again and again while a simulation is under way. */
export const ruleBooksQuery = {
  ...apiQuery('rulebooks', 'ruleBooks', {}),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Books | undefined } }) =>
    data?.some(({ drafts }) => drafts.some(isSimulating)) ? pollMs : (false as const),
}

type Books = readonly RuleBookView[]
