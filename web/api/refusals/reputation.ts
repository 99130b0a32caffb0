import { al, dal } from '../../../domain/kernel/italian.ts'
import type { ReasonsRejection } from '../../../domain/kernel/reasons.ts'
import type { ExclusionRejection } from '../../../domain/reputation/exclusion/decider.ts'
import type { OpinionRejection } from '../../../domain/reputation/opinion/decider.ts'
import type { RatingRejection } from '../../../domain/reputation/rating/decider.ts'
import type { ReplyRejection } from '../../../domain/reputation/reply/decider.ts'
import type { ReviewRejection } from '../../../domain/reputation/review/decider.ts'
import { dated, spelledPeriod, type Lines } from './line.ts'

export const reputationRefusals: Lines<
  Exclude<
    (ExclusionRejection | OpinionRejection | RatingRejection | ReplyRejection | ReviewRejection)['type'],
    ReasonsRejection['type']
  >
> = {
  RatingNotFound: { status: 404, says: 'Valutazione non trovata.' },
  NotYourRating: { status: 404, says: 'Valutazione non trovata.', code: 'RatingNotFound' },
  AlreadyRated: { status: 409, says: 'Hai già valutato questo cliente per questo soggiorno.' },
  RatingGone: { status: 409, says: 'Questa valutazione non è più modificabile.' },
  RatingTooOld: { status: 409, says: ({ until }) => `Potevi modificare questa valutazione fino ${al(dated(until))}.` },
  RatingStarsInvalid: { status: 400, says: 'Seleziona una valutazione da 1 a 5 stelle.' },
  RatingScoreInvalid: { status: 400, says: 'I punteggi di dettaglio vanno da 0 a 10.' },
  RatingCommentTooLong: { status: 400, says: ({ most }) => `Il commento può avere al massimo ${most} caratteri.` },
  StayDateNotAllowed: { status: 400, says: 'La data del soggiorno non può essere nel futuro.' },
  TooSoon: {
    status: 409,
    says: ({ nextAt }) => `Hai già recensito di recente. Potrai scrivere una nuova recensione ${dal(dated(nextAt))}.`,
  },
  ReviewNotFound: { status: 404, says: 'Recensione non trovata.' },
  ReviewExists: { status: 409, says: 'Questa recensione è già stata inviata.' },
  SelfReview: { status: 403, says: 'Non puoi recensire te stesso.' },
  ReviewTargetInvalid: { status: 400, says: 'Ciò che vuoi recensire non è valido.' },
  RemarkNotPrivate: { status: 400, says: 'Una nota su un cliente è riservata agli esercenti ed è sempre privata.' },
  ReviewStarsInvalid: { status: 400, says: 'Seleziona una valutazione da 1 a 5 stelle.' },
  ReviewCommentTooLong: { status: 400, says: ({ most }) => `Il commento può avere al massimo ${most} caratteri.` },
  ReviewTagsInvalid: {
    status: 400,
    says: ({ mostTags, mostCharacters }) =>
      `Al massimo ${mostTags} etichette, da 1 a ${mostCharacters} caratteri ciascuna.`,
  },
  NotYourReview: { status: 403, says: 'Puoi modificare solo le tue recensioni.' },
  NothingToEdit: { status: 400, says: 'Indica almeno uno tra valutazione, commento e motivo' },
  ReviewNotEditable: { status: 409, says: 'Questa recensione è stata moderata e non è più modificabile.' },
  ReviewUnderDispute: { status: 409, says: 'La recensione è contestata: finché non è decisa non puoi modificarla.' },
  NotTheReviewedBusiness: { status: 403, says: 'Puoi rispondere solo alle recensioni della tua attività.' },
  ReviewNotAnswerable: { status: 409, says: 'Questa recensione non è più visibile: non puoi rispondere.' },
  ReplyLength: { status: 400, says: ({ least, most }) => `La risposta deve avere da ${least} a ${most} caratteri.` },
  SelfFlag: { status: 403, says: 'Non puoi segnalare una tua recensione.' },
  AlreadyFlagged: { status: 409, says: 'Segnalazione già presente' },
  ReviewNotFlaggable: { status: 409, says: 'Questa recensione non è più visibile e non può essere segnalata.' },
  FlagNoteTooLong: { status: 400, says: ({ most }) => `La nota può avere al massimo ${most} caratteri.` },
  FlagNotFound: { status: 404, says: 'Segnalazione non trovata.' },
  FlagAlreadyDecided: { status: 409, says: 'Questa segnalazione è già stata decisa.' },
  OwnMatter: { status: 403, says: 'Sei parte in causa: deve decidere un altro moderatore.' },
  TransitionNotAllowed: { status: 409, says: 'La recensione non può passare a questo stato.' },
  AnomalyNotFound: { status: 404, says: 'Segnale non trovato.' },
  ExclusionNotFound: { status: 404, says: 'Periodo non trovato.' },
  ExclusionExists: { status: 409, says: 'Questo periodo è già stato registrato.' },
  PeriodInvalid: { status: 400, says: 'Il periodo non è valido: la fine viene prima dell’inizio.' },
  PeriodInTheFuture: { status: 400, says: 'Il periodo non può finire nel futuro.' },
  PeriodTooLong: {
    status: 400,
    says: ({ most }) => `Al massimo ${most} giorni di seguito, contando anche i periodi confinanti.`,
  },
  PeriodOverlaps: {
    status: 409,
    says: ({ from, to }) => `Si sovrappone al periodo già escluso ${spelledPeriod(from, to)}.`,
  },
  TooManyExclusions: { status: 409, says: ({ most }) => `Non si possono escludere più di ${most} periodi insieme.` },
  DisputeOfAnotherReview: { status: 409, says: 'La contestazione riguarda un’altra recensione.' },
  ModeratorNotesTooLong: { status: 400, says: ({ most }) => `Le note possono avere al massimo ${most} caratteri.` },
}
