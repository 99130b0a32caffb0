import { useQuery } from '@tanstack/react-query'
import { texts } from '../texts.ts'
import { read } from './read.ts'

export const avaRuleSets = read('rulebooks', 'avaRuleSets', {})

/** what stays earn by the rules in force, or will earn; null where that is not known. */
export const useStaysNote = () => {
  const { data: sets = [] } = useQuery(avaRuleSets)
  const now = sets.find(({ inForce }) => inForce)?.stays ?? null
  if (now !== null) return { earns: true, text: texts.rulebooks.earnedNow(now) }
  const soon = sets.find(({ stays }) => stays !== null)?.stays ?? null
  return soon === null ? null : { earns: false, text: texts.rulebooks.soon(soon) }
}
