import type { ContextErrors } from '../error-messages.ts'

export const auditErrors = {
  EventNotFound: { status: 404, message: 'Evento non trovato, o non ancora sigillato: riprova fra un secondo.' },
  ExportPasswordNeeded: {
    status: 403,
    message: 'Per scaricare i tuoi dati con le prove inserisci la tua password attuale: manca o non è corretta.',
  },
  ArchiveNotSealed: { status: 409, message: 'Gli ultimi eventi non sono ancora sigillati: riprova fra un minuto.' },
  TreeSizeInvalid: {
    status: 400,
    message: 'Dimensione non valida: indica quella di un checkpoint pubblicato, successivo all’evento.',
  },
  EmailSearchReserved: {
    status: 403,
    message: 'Solo un amministratore può cercare gli eventi con un indirizzo email.',
  },
  CorrelationNotFound: { status: 404, message: 'Nessun evento ha questo identificativo di correlazione.' },
  StreamNotFound: { status: 404, message: 'Nessun evento registrato ha questo nome: controllalo e riprova.' },
  MarksReversed: { status: 400, message: 'Il secondo momento viene prima del primo: scambiali.' },
  OpeningReasonLength: {
    status: 400,
    message: ({ min, max }: { readonly min: number; readonly max: number }) =>
      `Scrivi il motivo dell’apertura, da ${min} a ${max} caratteri.`,
  },
  TooManyPeopleConcerned: {
    status: 409,
    message: ({ max }: { readonly max: number }) =>
      `Riguarda più di ${max} persone, che non si possono avvisare tutte: non può essere aperto.`,
  },
  CheckpointNotFound: { status: 404, message: 'Nessun checkpoint ha questa dimensione.' },
  CosignatureInvalid: {
    status: 400,
    message: 'Firma non valida: serve la riga cosignature/v1 di un testimone noto, per questo checkpoint.',
  },
} satisfies ContextErrors
