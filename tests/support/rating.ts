import type { Reasons } from '../../domain/kernel/reasons.ts'
import type { RatingCommand } from '../../domain/reputation/rating/decider.ts'
import type { RatingEvent } from '../../domain/reputation/rating/events.ts'
import { day, on } from './reputation.ts'

/** The words the specs of ratings are written in. */

type Rating<T extends RatingEvent['type']> = Extract<RatingEvent, { readonly type: T }>['data']
type Rate<T extends RatingCommand['type']> = Extract<RatingCommand, { readonly type: T }>
const stay = { ratingId: 'rating-1', businessId: 'hotel', clientId: 'client-mario' }
const scores = { overall: 5, punctuality: 9, kindness: 10, payment: 8, roomCondition: 7 }
export const rated = {
  ...stay,
  ...scores,
  comment: 'Ospite gentile',
  stayType: 'leisure' as const,
  stayDate: day('2026-03-01'),
  held: false,
  at: on('2026-03-02'),
}
export const rateClient = (differently: Partial<Rate<'RateClient'>> = {}): RatingCommand => ({
  type: 'RateClient',
  ...rated,
  ...differently,
})
export const amendRating = (differently: Partial<Rate<'AmendRating'>> = {}): RatingCommand => ({
  type: 'AmendRating',
  businessId: 'hotel',
  windowDays: 14,
  ...scores,
  comment: 'Ospite gentile',
  at: on('2026-03-03'),
  ...differently,
})
export const withdrawRating = (businessId = 'hotel', at = on('2026-03-03')): RatingCommand => ({
  type: 'WithdrawRating',
  businessId,
  windowDays: 14,
  at,
})
const whyRemoved: Reasons = { facts: 'Il cliente non ha mai soggiornato lì.', ground: 'FAKE', violation: null }
export const removeRating = (by = 'moderator', reasons = whyRemoved): RatingCommand => ({
  type: 'RemoveRating',
  by,
  clientAccountId: 'mario',
  reasons,
  at: on('2026-03-03'),
})
export const clientRated = (differently: Partial<Rating<'ClientRated'>> = {}): RatingEvent => ({
  type: 'ClientRated',
  data: { ...rated, ...differently },
})
export const ratingAmended = (differently: Partial<Rating<'RatingAmended'>> = {}): RatingEvent => ({
  type: 'RatingAmended',
  data: { ...stay, ...scores, comment: 'Ospite gentile', at: on('2026-03-03'), ...differently },
})
export const ratingWithdrawn: RatingEvent = { type: 'RatingWithdrawn', data: { ...stay, at: on('2026-03-03') } }
export const ratingRemoved: RatingEvent = {
  type: 'RatingRemoved',
  data: {
    ...stay,
    by: 'moderator',
    facts: whyRemoved.facts,
    ground: whyRemoved.ground,
    rulesVersion: 1,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: on('2026-09-03'),
    at: on('2026-03-03'),
  },
}
