import { dal } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate, italianPeriod } from '../error-messages.ts'

export const reviewErrors = {
  TooSoon: {
    status: 409,
    message: ({ nextAt }) =>
      `Hai già recensito di recente questa struttura o questo cliente. Potrai scrivere una nuova recensione ${dal(italianDate(nextAt))}.`,
  },
  ReviewedFromOtherAccount: {
    status: 409,
    message:
      'Hai già recensito questa struttura o questo cliente con un altro tuo account: modifica quella recensione.',
  },
  StayDenied: {
    status: 409,
    message: ({ until }) =>
      `Hai dichiarato di non essere mai stato qui. Se nel frattempo ci sei stato, potrai scrivere una recensione ${dal(italianDate(until))}.`,
  },
  ReviewNotFound: { status: 404, message: 'Recensione non trovata.' },
  ReviewExists: { status: 409, message: 'Questa recensione è già stata inviata.' },
  SelfReview: { status: 403, message: 'Non puoi recensire te stesso.' },
  ReviewTargetInvalid: { status: 400, message: 'Scegli dall’elenco la struttura da recensire.' },
  RemarkNotPrivate: { status: 400, message: 'Una nota su un cliente è riservata agli esercenti ed è sempre privata.' },
  ReviewStarsInvalid: { status: 400, message: 'Seleziona una valutazione da 1 a 5 stelle.' },
  ReviewCommentTooLong: { status: 400, message: ({ max }) => `Il commento può avere al massimo ${max} caratteri.` },
  ReviewTagsInvalid: {
    status: 400,
    message: ({ maxTags, maxCharacters }) =>
      `Al massimo ${maxTags} etichette, da 1 a ${maxCharacters} caratteri ciascuna.`,
  },
  NotYourReview: { status: 403, message: 'Puoi modificare solo le tue recensioni.' },
  NothingToEdit: { status: 400, message: 'Indica almeno uno tra stelle, commento e motivo' },
  ReviewNotEditable: { status: 409, message: 'Puoi modificare la recensione solo quando è pubblicata.' },
  ReviewUnderDispute: {
    status: 409,
    message: 'Finché la contestazione non è decisa non puoi modificare la recensione.',
  },
  NotTheReviewedBusiness: { status: 403, message: 'Puoi rispondere solo alle recensioni della tua attività.' },
  ReviewNotAnswerable: { status: 409, message: 'Questa recensione non è più visibile: non puoi rispondere.' },
  ReplyLength: { status: 400, message: ({ min, max }) => `La risposta deve avere da ${min} a ${max} caratteri.` },
  SelfFlag: { status: 403, message: 'Non puoi segnalare una tua recensione.' },
  AlreadyFlagged: { status: 409, message: 'Segnalazione già presente' },
  ReviewNotFlaggable: { status: 409, message: 'Questa recensione non è più visibile e non può essere segnalata.' },
  FlagNoteTooLong: { status: 400, message: ({ max }) => `La nota può avere al massimo ${max} caratteri.` },
  FlagNotFound: { status: 404, message: 'Segnalazione non trovata.' },
  FlagAlreadyDecided: { status: 409, message: 'Questa segnalazione è già stata decisa.' },
  TransitionNotAllowed: { status: 409, message: 'Al momento questa azione sulla recensione non è possibile.' },
  AnomalyNotFound: { status: 404, message: 'Giornata anomala non trovata.' },
  ExclusionNotFound: { status: 404, message: 'Periodo non trovato.' },
  ExclusionExists: { status: 409, message: 'Questo periodo è già stato registrato.' },
  PeriodInvalid: { status: 400, message: 'Il periodo non è valido: la fine viene prima dell’inizio.' },
  PeriodInTheFuture: { status: 400, message: 'Il periodo non può finire nel futuro.' },
  PeriodTooLong: {
    status: 400,
    message: ({ max }) => `Puoi escludere al massimo ${max} giorni di seguito, compresi i periodi confinanti.`,
  },
  PeriodOverlaps: {
    status: 409,
    message: ({ from, to }) => `Si sovrappone al periodo già escluso ${italianPeriod(from, to)}.`,
  },
  TooManyExclusions: {
    status: 409,
    message: ({ max }) => `Una struttura può avere al massimo ${max} periodi esclusi.`,
  },
  DisputeOfAnotherReview: { status: 409, message: 'La contestazione riguarda un’altra recensione.' },
  ModeratorNotesTooLong: { status: 400, message: ({ max }) => `Le note possono avere al massimo ${max} caratteri.` },
  TargetUnknown: { status: 404, message: 'La struttura o il cliente che hai scelto non esiste.' },
  FlagUnknown: { status: 404, message: 'Segnalazione non trovata.' },
  NotTheDisputedBusiness: { status: 403, message: 'Puoi contestare solo le recensioni della tua attività.' },
  AlreadyDisputed: { status: 409, message: 'Contestazione già presente' },
  ReviewNotDisputable: { status: 409, message: 'Questa recensione non è più visibile e non può essere contestata.' },
  DisputeMessageLength: {
    status: 400,
    message: ({ min, max }) => `La spiegazione deve avere da ${min} a ${max} caratteri.`,
  },
  DisputeEvidenceInvalid: {
    status: 400,
    message: ({ max }) => `Puoi indicare al massimo ${max} indirizzi https.`,
  },
  DisputeNotFound: { status: 404, message: 'Contestazione non trovata.' },
  DisputeNoLongerHeard: {
    status: 409,
    message: 'La contestazione è già decisa: non si possono più aggiungere dichiarazioni.',
  },
  StatementExists: { status: 409, message: 'Questa dichiarazione è già stata inviata.' },
  NotYourTurn: { status: 409, message: 'Potrai scrivere di nuovo quando l’altra parte avrà risposto.' },
  StatementsUsedUp: { status: 409, message: ({ max }) => `Ogni parte può inviare al massimo ${max} dichiarazioni.` },
  StatementLength: {
    status: 400,
    message: ({ min, max }) => `La dichiarazione deve avere da ${min} a ${max} caratteri.`,
  },
  DisputeTransitionNotAllowed: {
    status: 409,
    message: 'Al momento questa azione sulla contestazione non è possibile.',
  },
  DisputeNotesTooLong: { status: 400, message: ({ max }) => `Il testo può avere al massimo ${max} caratteri.` },
} satisfies ContextErrors
