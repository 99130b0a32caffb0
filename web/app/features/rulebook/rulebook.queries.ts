import { ruleBook } from '../../../contract/rule-book.ts'
import type { RuleBookAnswer, RuleDraft } from '../../../contract/rulebooks.ts'
import { read } from '../../shared/read.ts'

const ms = 2_000
const patienceMs = ruleBook.simulationMinutes * 60_000

/** After that it may be asked for again: what did it may have given up. */
export const isUnderWay = ({ status, at }: Pick<RuleDraft, 'status' | 'at'>) =>
  status === 'simulating' && Date.now() - Date.parse(at) < patienceMs

/** Q-68; asked again and again while a simulation is under way. */
export const ruleBooks = {
  ...read('rulebooks', 'ruleBooks', {}),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Books | undefined } }) =>
    data?.some(({ drafts }) => drafts.some(isUnderWay)) ? ms : (false as const),
}

type Books = readonly RuleBookAnswer[]
