import type { ProgrammeDecision } from '../../../domain/promotion/vocabulary.ts'
import type { ContextErrors } from '../error-messages.ts'

const programmeStates = {
  approved: 'è già approvato',
  refused: 'è già stato rifiutato',
} as const satisfies Record<ProgrammeDecision, string>

export const promotionErrors = {
  ProgrammeNameMissing: { status: 400, message: 'Il nome del programma è obbligatorio' },
  CommissionOutOfRange: { status: 400, message: ({ min, max }) => `La commissione va da ${min} a ${max}` },
  TooManyProgrammes: { status: 409, message: ({ max }) => `Puoi creare al massimo ${max} programmi.` },
  ProgrammeNotFound: { status: 404, message: 'Programma non trovato.' },
  ProgrammeDecided: {
    status: 409,
    message: ({ status }) => `Questo programma ${programmeStates[status]}: la decisione non si può cambiare.`,
  },
  OwnProgramme: { status: 403, message: 'È un tuo programma: deve deciderlo un altro amministratore.' },
  ProgrammeReasonsLength: {
    status: 400,
    message: ({ min, max }) => `Le motivazioni devono avere da ${min} a ${max} caratteri.`,
  },
  ReferralCodeTaken: { status: 409, message: 'Questo codice è già in uso.' },
  AdvertisementUnknown: { status: 404, message: 'Questo annuncio non è più disponibile.' },
} satisfies ContextErrors
