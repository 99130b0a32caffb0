import type { ContextErrors } from '../error-messages.ts'

export const promotionErrors = {
  ProgrammeNameMissing: { status: 400, message: 'Il nome del programma è obbligatorio' },
  CommissionOutOfRange: { status: 400, message: ({ least, most }) => `La commissione va da ${least} a ${most}` },
  TooManyProgrammes: { status: 409, message: ({ most }) => `Puoi creare al massimo ${most} programmi.` },
  ReferralCodeTaken: { status: 409, message: 'Questo codice è già in uso.' },
  AdvertisementUnknown: { status: 404, message: 'Questo annuncio non è più disponibile.' },
} satisfies ContextErrors
