import type { ContextErrors } from '../error-messages.ts'

export const promotionErrors = {
  ProgrammeNameMissing: { status: 400, message: 'Il nome del programma è obbligatorio' },
  CommissionOutOfRange: { status: 400, message: ({ min, max }) => `La commissione va da ${min} a ${max}` },
  TooManyProgrammes: { status: 409, message: ({ max }) => `Puoi creare al massimo ${max} programmi.` },
  ReferralCodeTaken: { status: 409, message: 'Questo codice è già in uso.' },
  AdvertisementUnknown: { status: 404, message: 'Questo annuncio non è più disponibile.' },
} satisfies ContextErrors
