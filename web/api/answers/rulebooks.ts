import type { RuleBook } from '../../../application/rulebook/books.ts'
import { avaRuleSets } from '../../../domain/ava/wallet/rule-sets.ts'
import type { RulebookState } from '../../../domain/rulebook/rulebook/decider.ts'
import type { AvaRuleSet, RuleBookAnswer } from '../../contract/rulebooks.ts'

export const avaRuleSetsAnswer = (changes: RulebookState['changes']): AvaRuleSet[] => {
  const inForce = changes.at(-1)?.version ?? avaRuleSets[0].version
  return avaRuleSets.map(({ version, stays }) => ({ version, stays, inForce: version === inForce }))
}

export const ruleBookAnswer = ({ name, changes, drafts }: RuleBook): RuleBookAnswer => ({
  name,
  since: changes.at(-1)?.from ?? null,
  sets: avaRuleSetsAnswer(changes),
  drafts: drafts.toReversed().map(({ draftId, figures, ...draft }) => ({
    id: draftId,
    ...draft,
    figures: figures && { ...figures, parts: [...figures.parts] },
  })),
})
