import type { ReasonsRejection } from '../../../domain/kernel/reasons.ts'
import type { Lines } from './line.ts'

export const reasonsRefusals: Lines<ReasonsRejection['type']> = {
  FactsMissing: { status: 400, says: 'Scrivi che cosa hai riscontrato.' },
  FactsTooLong: { status: 400, says: ({ most }) => `I fatti possono avere al massimo ${most} caratteri.` },
  GroundDoesNotFit: { status: 400, says: 'Il motivo indicato non si accorda con la decisione.' },
  ViolationDoesNotFit: {
    status: 400,
    says: 'Una violazione si indica solo quando la recensione viene nascosta o rimossa.',
  },
}
