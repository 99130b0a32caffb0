import type { GuestContactEvent } from '../../../domain/ratings/guest-contact.ts'
import type { NewClientAllowanceEvent } from '../../../domain/ratings/new-client-allowance.ts'
import type { RatingAllowanceEvent } from '../../../domain/ratings/rating-allowance.ts'
import { HeldRatingDiscarded, type RatingReleaseEvent } from '../../../domain/ratings/rating-release.ts'
import type { RatingContestEvent } from '../../../domain/ratings/rating-contest.ts'
import type { RatingEvent } from '../../../domain/ratings/rating.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

const ratingReference = { ratingId: 'rating-1', businessId: 'account-aurora', clientId: 'client-giulia' }
const ratingScores = { overall: 5, punctuality: 9, kindness: 10, payment: 10, roomCondition: 8 }

const former = { ...ratingScores, returning: true, ratedAt: at('2026-03-01') }

export const ratingSamples: SamplesOf<RatingEvent> = {
  ClientRated: {
    ...ratingReference,
    ...ratingScores,
    comment: 'Ospite puntuale e cortese.',
    stayType: 'leisure',
    stayDate: day('2026-02-27'),
    held: true,
    returning: true,
    at: at('2026-03-01'),
  },
  RatingAmended: { ...ratingReference, ...ratingScores, roomCondition: 9, comment: null, former, at: at('2026-03-02') },
  RatingWithdrawn: { ...ratingReference, former, at: at('2026-03-03') },
  RatingRemoved: {
    ...ratingReference,
    by: 'account-moderator',
    cause: 'moderator',
    facts: 'Il cliente non ha mai soggiornato in quella struttura.',
    ground: 'FAKE',
    rulesVersion: 1,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: at('2026-09-04'),
    former,
    at: at('2026-03-04'),
  },
  RatingRestored: {
    ...ratingReference,
    ...ratingScores,
    comment: 'Ospite cortese',
    by: 'account-moderator-2',
    stayType: 'leisure',
    stayDate: day('2026-02-27'),
    returning: true,
    ratedAt: at('2026-03-01'),
    release: { batch: 'batch-1', at: at('2026-03-05') },
    facts: 'I documenti confermano il soggiorno.',
    ground: 'NO_VIOLATION',
    rulesVersion: 2,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: at('2026-10-10'),
    at: at('2026-04-10'),
  },
}

export const ratingAllowanceSamples: SamplesOf<RatingAllowanceEvent> = {
  RatingAllowanceUsed: {
    businessId: ratingReference.businessId,
    day: day('2026-03-01'),
    ratingId: ratingReference.ratingId,
    at: at('2026-03-01'),
  },
}

export const newClientAllowanceSamples: SamplesOf<NewClientAllowanceEvent> = {
  NewClientAllowanceUsed: {
    businessId: ratingReference.businessId,
    day: day('2026-03-01'),
    clientId: ratingReference.clientId,
    at: at('2026-03-01'),
  },
}

export const guestContactSamples: SamplesOf<GuestContactEvent> = {
  GuestContactMade: {
    ...ratingReference,
    accountId: 'account-giulia',
    stayMonth: day('2026-02-01'),
    province: 'SI',
    named: 'region',
    announcedAt: at('2026-03-02'),
    at: at('2026-03-01'),
  },
  GuestContactDenied: { ...ratingReference, until: at('2027-03-03'), at: at('2026-03-03') },
}

export const releaseSamples: SamplesOf<RatingReleaseEvent> = {
  RatingHeld: { ...ratingReference, at: at('2026-03-01') },
  [HeldRatingDiscarded.type]: {
    clientId: ratingReference.clientId,
    ratingId: ratingReference.ratingId,
    at: at('2026-03-03'),
  },
  RatingsReleased: {
    clientId: ratingReference.clientId,
    batch: 'batch-1',
    ratings: ['rating-1', 'rating-2', 'rating-3'],
    at: at('2026-03-05'),
  },
}

const contestReference = { ratingId: 'rating-1', businessId: 'account-aurora', clientAccountId: 'account-giulia' }
const contestDecision = {
  ...contestReference,
  by: 'account-moderator',
  moderatorNotes: 'Sentita la struttura.',
  resolution: 'Il pagamento risulta puntuale.',
  rulesVersion: 2,
  automation: 'none',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: at('2026-09-10'),
  at: at('2026-03-10'),
} as const

export const contestSamples: SamplesOf<RatingContestEvent> = {
  RatingContested: {
    ...contestReference,
    reason: 'UNFAIR_RATING',
    message: 'Ho pagato tutto al mio arrivo.',
    dueAt: at('2026-03-13'),
    at: at('2026-03-06'),
  },
  ContestAnswered: {
    ...contestReference,
    message: 'Il saldo è arrivato tre giorni dopo.',
    at: at('2026-03-07'),
  },
  RatingKept: { ...contestDecision, facts: 'I documenti confermano il ritardo.', ground: 'NO_VIOLATION' },
  RatingStruck: { ...contestDecision, facts: 'I documenti mostrano un saldo puntuale.', ground: 'UNFAIR_RATING' },
  ContestVoided: { ...contestReference, cause: 'rating-withdrawn', at: at('2026-03-08') },
  ContestOverturned: {
    ...contestReference,
    rulingId: 'event-1',
    outcome: 'STRUCK',
    by: 'account-moderator-2',
    facts: 'La ricevuta mostra un saldo puntuale.',
    ground: 'UNFAIR_RATING',
    rulesVersion: 2,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: at('2026-10-10'),
    at: at('2026-04-10'),
  },
}
