import { al, il } from '../../../domain/kernel/italian.ts'
import type { ConductRefusal } from '../../../application/conduct/refusals.ts'
import type { ConductRejection } from '../../../domain/conduct/conduct/decider.ts'
import type { ReasonsRejection } from '../../../domain/kernel/reasons.ts'
import { reasonWords } from '../../../application/conduct/words.ts'
import { dated, type Lines } from './line.ts'

const inTheWay = ({
  sanctionId: id,
  until: expiresAt,
}: {
  readonly sanctionId: string
  readonly until: string | null
}) => ({
  sanction: { id, expiresAt },
})

type Shared = 'OwnMatter' | ReasonsRejection['type']

export const conductRefusals: Lines<Exclude<ConductRejection['type'], Shared> | ConductRefusal['type']> = {
  AccountSuspended: {
    status: 403,
    says: ({ reason, until }) =>
      until === null
        ? `Il tuo account è sospeso in modo permanente per ${reasonWords[reason]}.`
        : `Il tuo account è sospeso fino ${al(dated(until))} per ${reasonWords[reason]}.`,
    tells: inTheWay,
  },
  AccountUnknown: { status: 404, says: 'Utente non trovato.' },
  RewardHeld: { status: 409, says: 'Questa ricompensa non può essere riscattata in questo momento.' },
  SanctionActive: {
    status: 409,
    says: ({ until }) =>
      until === null
        ? 'Questo utente ha già una sanzione attiva, permanente.'
        : `Questo utente ha già una sanzione attiva fino ${al(dated(until))}.`,
    tells: inTheWay,
  },
  SanctionImposedOtherwise: { status: 409, says: 'Questa sanzione è già stata inviata con altri dati.' },
  SanctionDescriptionTooLong: { status: 400, says: ({ most }) => `Al massimo ${most} caratteri.` },
  SanctionNotFound: { status: 404, says: 'Sanzione non trovata.' },
  SanctionAlreadyLifted: { status: 409, says: 'Questa sanzione è già stata revocata.' },
  SanctionAlreadyAppealed: { status: 409, says: 'Hai già presentato ricorso contro questa sanzione.' },
  SanctionAppealTooLate: {
    status: 409,
    says: ({ until }) => `Il termine per il ricorso è scaduto ${il(dated(until))}.`,
  },
  SanctionAppealLength: {
    status: 400,
    says: ({ least, most }) => `La motivazione deve avere da ${least} a ${most} caratteri.`,
  },
  SanctionedByYou: { status: 403, says: 'La sanzione nasce da una tua decisione: deve decidere un altro moderatore.' },
  SanctionNotAppealed: { status: 409, says: 'Contro questa sanzione non c’è alcun ricorso.' },
  FlaggingNotQuestioned: { status: 404, says: 'Non c’è nulla da decidere sulle segnalazioni di questo account.' },
  FlaggingAlreadyJudged: { status: 409, says: 'L’uso delle segnalazioni è già stato deciso.' },
  SanctionAppealDecided: { status: 409, says: 'Questo ricorso è già stato deciso.' },
}
