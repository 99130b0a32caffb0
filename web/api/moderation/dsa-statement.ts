import { communityRule } from '../../../application/moderation/reasons.it.ts'
import type { Ground } from '../../../domain/kernel/statement-of-reasons.ts'
import type { AnonymousDecision } from '../../../projections/moderation/decisions.ts'
import type { DsaStatement } from '../../contract/moderation/decisions.ts'

interface Category {
  readonly category: string
  readonly category_specification: readonly string[]
}

const breach: Category = { category: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC', category_specification: [] }
const inauthentic: Category = {
  category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  category_specification: ['KEYWORD_INAUTHENTIC_USER_REVIEWS'],
}
const defamation: Category = {
  category: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  category_specification: ['KEYWORD_DEFAMATION'],
}
const harassment: Category = {
  category: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  category_specification: ['KEYWORD_CYBER_HARASSMENT'],
}

/** Maps our grounds to the categories of the EU transparency database. */
const dsaCategory: Readonly<Record<Ground, Category>> = {
  SPAM: breach,
  INAPPROPRIATE: breach,
  FAKE: inauthentic,
  FAKE_REVIEWS: inauthentic,
  OFFENSIVE: defamation,
  HARASSMENT: harassment,
  INCORRECT_INFO: breach,
  UNFAIR_RATING: breach,
  POLICY_VIOLATION: breach,
  MULTIPLE_DISPUTES_LOST: breach,
  AUTO_FLAGGED: breach,
  OTHER: breach,
  NO_VIOLATION: breach,
}

export type Restriction = AnonymousDecision & { readonly kind: 'HELD' | 'HIDDEN' | 'REMOVED' }

export const isRestriction = (decision: AnonymousDecision): decision is Restriction =>
  decision.kind === 'HELD' || decision.kind === 'HIDDEN' || decision.kind === 'REMOVED'

/** Contains codes and dates only, no user content. */
export const dsaStatementOf = (decision: Restriction): DsaStatement => {
  const { id, kind, at, writtenAt, ground, rulesVersion, automation, notices } = decision
  const rule = communityRule(ground, rulesVersion)
  const { category, category_specification } = dsaCategory[ground]
  return {
    puid: id,
    decision_visibility: [
      kind === 'REMOVED' ? 'DECISION_VISIBILITY_CONTENT_REMOVED' : 'DECISION_VISIBILITY_CONTENT_DISABLED',
    ],
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: `Regole della community, versione ${rulesVersion}: ${rule.title}`,
    incompatible_content_explanation: rule.text,
    incompatible_content_illegal: 'No',
    category,
    category_specification: [...category_specification],
    content_type: ['CONTENT_TYPE_TEXT'],
    content_language: 'IT',
    content_date: writtenAt.slice(0, 10),
    application_date: at.slice(0, 10),
    territorial_scope: ['IT'],
    decision_facts: decisionFacts(decision),
    source_type: notices > 0 ? 'SOURCE_TYPE_OTHER_NOTIFICATION' : 'SOURCE_VOLUNTARY',
    automated_detection: automation === 'none' ? 'No' : 'Yes',
    automated_decision: automation === 'decision' ? 'AUTOMATED_DECISION_FULLY' : 'AUTOMATED_DECISION_NOT_AUTOMATED',
  }
}

const measureTexts = { HELD: 'messa in revisione', HIDDEN: 'nascosta', REMOVED: 'rimossa' } as const

const decisionFacts = ({ kind, notices, automation }: Restriction): string => {
  const reported = notices === 1 ? 'una segnalazione o contestazione' : `${notices} segnalazioni o contestazioni`
  const by = automation === 'decision' ? 'in automatico' : 'da un moderatore'
  return `Recensione ${measureTexts[kind]} ${by}${notices === 0 ? '' : ` dopo ${reported}`}.`
}
