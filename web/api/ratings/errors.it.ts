import { al, dal } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate } from '../error-messages.ts'

export const ratingErrors = {
  ClientUnknown: { status: 404, message: 'Cliente non trovato.' },
  TestEmailUnknown: { status: 404, message: 'Email non trovata per il test' },
  RatingNotFound: { status: 404, message: 'Valutazione non trovata.' },
  NotYourRating: { status: 404, message: 'Valutazione non trovata.', code: 'RatingNotFound' },
  AlreadyContested: { status: 409, message: 'Hai già contestato questa valutazione.' },
  ContestNotFound: { status: 404, message: 'Contestazione non trovata.' },
  ContestAlreadyAnswered: { status: 409, message: 'Hai già risposto a questa contestazione.' },
  ContestClosed: { status: 409, message: 'La contestazione è già chiusa.' },
  AlreadyRated: { status: 409, message: 'Hai già valutato questo cliente per questo soggiorno.' },
  RatingGone: { status: 409, message: 'Questa valutazione non è più modificabile.' },
  RemovedByContestOnly: {
    status: 409,
    message: 'Questa valutazione è contestata: si rimuove decidendo la contestazione o il ricorso.',
  },
  RatingUnderContest: {
    status: 409,
    message: 'Il cliente ha contestato questa valutazione: puoi ritirarla, ma non modificarla.',
  },
  RatingTooOld: {
    status: 409,
    message: ({ until }) => `Potevi modificare questa valutazione fino ${al(italianDate(until))}.`,
  },
  TooManyRatings: {
    status: 429,
    message: ({ dailyLimit }) => `Hai già dato ${dailyLimit} valutazioni oggi. Potrai continuare domani.`,
  },
  TooManyNewClients: {
    status: 429,
    message: ({ dailyLimit }) => `Hai già aggiunto ${dailyLimit} nuovi clienti oggi. Potrai continuare domani.`,
  },
  ClientNotAddable: { status: 409, message: 'Per ora non puoi valutare questo cliente.' },
  ContactLinkInvalid: { status: 400, message: 'Questo link non è valido.' },
  ContactLinkUsed: {
    status: 409,
    message:
      'Questo link è già stato usato. Se la struttura ti ha aggiunto di nuovo, usa quello dell’email più recente.',
  },
  StayReviewed: {
    status: 409,
    message:
      'Hai già recensito la struttura che ti ha aggiunto: non puoi dichiarare di non esserci stato. Se la valutazione è sbagliata, puoi contestarla.',
  },
  RatingStarsInvalid: { status: 400, message: 'Seleziona una valutazione da 1 a 5 stelle.' },
  RatingScoreInvalid: { status: 400, message: 'I punteggi di dettaglio vanno da 0 a 10.' },
  RatingCommentTooLong: { status: 400, message: ({ max }) => `Il commento può avere al massimo ${max} caratteri.` },
  StayTooLongAgo: {
    status: 400,
    message: ({ earliest }) => `Puoi valutare solo soggiorni ${dal(italianDate(earliest))} in poi.`,
  },
  StayBeforeContest: {
    status: 409,
    message: ({ earliest }) =>
      `Il cliente ha contestato una tua valutazione: puoi valutare solo i suoi soggiorni ${dal(italianDate(earliest))} in poi.`,
  },
  StayDateNotAllowed: { status: 400, message: 'La data del soggiorno non può essere nel futuro.' },
} satisfies ContextErrors
