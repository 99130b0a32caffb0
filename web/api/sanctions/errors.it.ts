import { sanctionReasonTexts } from '../../../application/sanctions/reasons.it.ts'
import { al, il } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate } from '../error-messages.ts'

const blockingSanction = ({
  sanctionId: id,
  until: expiresAt,
}: {
  readonly sanctionId: string
  readonly until: string | null
}) => ({
  sanction: { id, expiresAt },
})

export const sanctionErrors = {
  AccountSuspended: {
    status: 403,
    message: ({ reason, until }) =>
      until === null
        ? `Il tuo account è sospeso in modo permanente per ${sanctionReasonTexts[reason]}.`
        : `Il tuo account è sospeso fino ${al(italianDate(until))} per ${sanctionReasonTexts[reason]}.`,
    details: blockingSanction,
  },
  AccountUnknown: { status: 404, message: 'Utente non trovato.' },
  SanctionActive: {
    status: 409,
    message: ({ until }) =>
      until === null
        ? 'Questo utente ha già una sanzione attiva, permanente.'
        : `Questo utente ha già una sanzione attiva fino ${al(italianDate(until))}.`,
    details: blockingSanction,
  },
  SanctionImposedOtherwise: { status: 409, message: 'Questa sanzione è già stata inviata con altri dati.' },
  SanctionDescriptionTooLong: {
    status: 400,
    message: ({ max }) => `La descrizione può avere al massimo ${max} caratteri.`,
  },
  SanctionNotFound: { status: 404, message: 'Sanzione non trovata.' },
  SanctionAlreadyLifted: { status: 409, message: 'Questa sanzione è già stata revocata.' },
  SanctionAlreadyAppealed: { status: 409, message: 'Hai già presentato ricorso contro questa sanzione.' },
  SanctionAppealTooLate: {
    status: 409,
    message: ({ until }) => `Il termine per il ricorso è scaduto ${il(italianDate(until))}.`,
  },
  SanctionAppealLength: {
    status: 400,
    message: ({ min, max }) => `La motivazione deve avere da ${min} a ${max} caratteri.`,
  },
  SanctionedByYou: {
    status: 403,
    message: 'La sanzione nasce da una tua decisione: deve decidere un altro moderatore.',
  },
  ProposedByYou: {
    status: 403,
    message: 'La sospensione permanente è una tua proposta: deve decidere un altro moderatore.',
  },
  NothingProposed: { status: 409, message: 'Non c’è più nessuna proposta di sospensione permanente da decidere.' },
  SanctionNotAppealed: { status: 409, message: 'Contro questa sanzione non c’è alcun ricorso.' },
  FlaggingNotQuestioned: { status: 404, message: 'Non c’è nulla da decidere sulle segnalazioni di questo account.' },
  FlaggingAlreadyJudged: { status: 409, message: 'L’uso delle segnalazioni è già stato deciso.' },
  SanctionAppealDecided: { status: 409, message: 'Questo ricorso è già stato deciso.' },
} satisfies ContextErrors
