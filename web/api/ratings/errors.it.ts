import { al, dal } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate } from '../error-messages.ts'

export const ratingErrors = {
  ClientUnknown: { status: 404, message: 'Cliente non trovato.' },
  TestEmailUnknown: { status: 404, message: 'Email non trovata per il test' },
  RatingNotFound: { status: 404, message: 'Valutazione non trovata.' },
  NotYourRating: { status: 404, message: 'Valutazione non trovata.', code: 'RatingNotFound' },
  AlreadyRated: { status: 409, message: 'Hai già valutato questo cliente per questo soggiorno.' },
  RatingGone: { status: 409, message: 'Questa valutazione non è più modificabile.' },
  RatingTooOld: {
    status: 409,
    message: ({ until }) => `Potevi modificare questa valutazione fino ${al(italianDate(until))}.`,
  },
  TooManyRatings: {
    status: 429,
    message: ({ dailyLimit }) => `Hai già dato ${dailyLimit} valutazioni oggi. Potrai continuare domani.`,
  },
  RatingStarsInvalid: { status: 400, message: 'Seleziona una valutazione da 1 a 5 stelle.' },
  RatingScoreInvalid: { status: 400, message: 'I punteggi di dettaglio vanno da 0 a 10.' },
  RatingCommentTooLong: { status: 400, message: ({ max }) => `Il commento può avere al massimo ${max} caratteri.` },
  StayTooLongAgo: {
    status: 400,
    message: ({ earliest }) => `Puoi valutare solo soggiorni ${dal(italianDate(earliest))} in poi.`,
  },
  StayDateNotAllowed: { status: 400, message: 'La data del soggiorno non può essere nel futuro.' },
} satisfies ContextErrors
