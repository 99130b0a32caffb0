import { il } from '../../../domain/kernel/italian.ts'
import type { AppealRejection } from '../../../domain/moderation/appeal/decider.ts'
import { dated, type Lines } from './line.ts'

type Shared = 'OwnMatter' | 'FactsMissing' | 'FactsTooLong' | 'GroundDoesNotFit' | 'ViolationDoesNotFit'

export const appealRefusals: Lines<Exclude<AppealRejection['type'], Shared>> = {
  DecisionNotFound: { status: 404, says: 'Decisione non trovata.' },
  AlreadyAppealed: { status: 409, says: 'Hai già presentato ricorso contro questa decisione.' },
  AppealAlreadyDecided: { status: 409, says: 'Su questa decisione è già stato deciso un ricorso.' },
  DecisionFinal: { status: 409, says: 'Contro questa decisione non è possibile fare ricorso.' },
  AppealTooLate: { status: 410, says: ({ until }) => `Il termine per fare ricorso è scaduto ${il(dated(until))}.` },
  DecisionNotInForce: {
    status: 409,
    says: 'Questa decisione non è più in vigore: non c’è nulla contro cui ricorrere.',
  },
  AppealTextLength: {
    status: 400,
    says: ({ least, most }) => `Il ricorso deve avere da ${least} a ${most} caratteri.`,
  },
  AppealNotFound: { status: 404, says: 'Ricorso non trovato.' },
  DecidedBefore: { status: 403, says: 'Hai già deciso su questa recensione: il ricorso spetta a un altro moderatore.' },
  OutcomeNotPossible: { status: 400, says: 'Questo esito non è possibile per questo ricorso.' },
  AppealReasonLength: {
    status: 400,
    says: ({ least, most }) => `La motivazione deve avere da ${least} a ${most} caratteri.`,
  },
}
