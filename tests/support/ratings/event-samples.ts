import type { RatingAllowanceEvent } from '../../../domain/ratings/rating-allowance.ts'
import { HeldRatingDiscarded, type RatingReleaseEvent } from '../../../domain/ratings/rating-release.ts'
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
    facts: 'Il cliente non ha mai soggiornato in quella struttura.',
    ground: 'FAKE',
    rulesVersion: 1,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: at('2026-09-04'),
    former,
    at: at('2026-03-04'),
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
