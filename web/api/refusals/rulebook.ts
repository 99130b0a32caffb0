import type { RulebookRejection } from '../../../domain/rulebook/rulebook/decider.ts'
import type { Lines } from './line.ts'

export const rulebookRefusals: Lines<RulebookRejection['type']> = {
  RuleSetUnknown: {
    status: 404,
    says: ({ sets }) => `Questa versione delle regole non esiste: ci sono le versioni ${sets.join(', ')}.`,
  },
  RuleSetInForce: { status: 409, says: ({ version }) => `La versione ${version} è già in vigore.` },
  RuleSetDraftedAlready: {
    status: 409,
    says: ({ version }) => `C’è già una bozza della versione ${version}: simulala o attivala.`,
  },
  RuleDraftUnknown: { status: 404, says: 'Questa bozza non esiste.' },
  RuleDraftActivated: { status: 409, says: 'Questa bozza è già stata attivata.' },
  RuleDraftNotSimulated: { status: 409, says: 'Prima di attivare la bozza, simulala sulla storia.' },
}
