import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { avaRulesInForce, type RuleBook } from '../../../application/rulebook/books.ts'
import type { Answer } from '../../../application/use-case.ts'
import { calls } from '../../contract/calls.ts'
import { avaRuleSetsAnswer, ruleBookAnswer } from '../answers/rulebooks.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

const told = (asked: Answer<RuleBook>) =>
  pipe(
    asked,
    TE.map((book) => ({ answer: ruleBookAnswer(book) })),
  )

/** */
export const rulebookRoutes = ({ ask, doors }: Hall) => [
  reading(calls.avaRuleSets, () => pipe(avaRulesInForce(doors), TE.map(avaRuleSetsAnswer))),
  reading(calls.ruleBooks, ({ asker }) =>
    pipe(
      ask.ruleBooks(asker, {}),
      TE.map((books) => books.map(ruleBookAnswer)),
    ),
  ),
  route(calls.draftRuleSet, ({ asker, params: { name: book }, body: { version }, intentId: draftId }) =>
    told(ask.draftRuleSet(asker, { book, draftId, version })),
  ),
  route(calls.simulateRuleSet, ({ asker, params: { name: book, id: draftId } }) =>
    told(ask.requestSimulation(asker, { book, draftId })),
  ),
  route(calls.activateRuleSet, ({ asker, params: { name: book, id: draftId } }) =>
    told(ask.activateRuleSet(asker, { book, draftId })),
  ),
]
