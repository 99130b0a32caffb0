import { communityRulesVersion, type Reasons } from '../../../domain/kernel/statement-of-reasons.ts'
import type { RatingCommand, RatingEvent } from '../../../domain/ratings/rating.ts'
import { day, instantOn } from '../reviews/review-fixtures.ts'

/** Commands and events for the rating specs. */

type RatingEventData<T extends RatingEvent['type']> = Extract<RatingEvent, { readonly type: T }>['data']
type RatingCommandOf<T extends RatingCommand['type']> = Extract<RatingCommand, { readonly type: T }>
const ratingIds = { ratingId: 'rating-1', businessId: 'hotel', clientId: 'client-mario' }
const scores = { overall: 5, punctuality: 9, kindness: 10, payment: 8, roomCondition: 7 }
const ratingData = {
  ...ratingIds,
  ...scores,
  comment: 'Ospite gentile',
  stayType: 'leisure' as const,
  stayDate: day('2026-03-01'),
  held: false,
  returning: false,
  at: instantOn('2026-03-02'),
}
export const former = { ...scores, returning: false, ratedAt: ratingData.at }
export const rateClient = (overrides: Partial<RatingCommandOf<'RateClient'>> = {}): RatingCommand => ({
  type: 'RateClient',
  stayMaxDays: 90,
  contestedAt: null,
  ...ratingData,
  ...overrides,
})
export const amendRating = (overrides: Partial<RatingCommandOf<'AmendRating'>> = {}): RatingCommand => ({
  type: 'AmendRating',
  businessId: 'hotel',
  windowDays: 14,
  contested: false,
  ...scores,
  comment: 'Ospite gentile',
  at: instantOn('2026-03-03'),
  ...overrides,
})
export const withdrawRating = (businessId = 'hotel', at = instantOn('2026-03-03')): RatingCommand => ({
  type: 'WithdrawRating',
  businessId,
  windowDays: 14,
  at,
})
const removalReasons: Reasons = { facts: 'Il cliente non ha mai soggiornato lì.', ground: 'FAKE', violation: null }
export const removeRating = (by = 'moderator', reasons = removalReasons): RatingCommand => ({
  type: 'RemoveRating',
  by,
  clientAccountId: 'mario',
  cause: 'moderator',
  reasons,
  at: instantOn('2026-03-03'),
})
export const clientRated = (overrides: Partial<RatingEventData<'ClientRated'>> = {}): RatingEvent => ({
  type: 'ClientRated',
  data: { ...ratingData, ...overrides },
})
export const ratingAmended = (overrides: Partial<RatingEventData<'RatingAmended'>> = {}): RatingEvent => ({
  type: 'RatingAmended',
  data: { ...ratingIds, ...scores, comment: 'Ospite gentile', former, at: instantOn('2026-03-03'), ...overrides },
})
export const ratingWithdrawn: RatingEvent = {
  type: 'RatingWithdrawn',
  data: { ...ratingIds, former, at: instantOn('2026-03-03') },
}
export const ratingRemoved: RatingEvent = {
  type: 'RatingRemoved',
  data: {
    ...ratingIds,
    by: 'moderator',
    cause: 'moderator',
    facts: removalReasons.facts,
    ground: removalReasons.ground,
    rulesVersion: communityRulesVersion,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: instantOn('2026-09-03'),
    former,
    at: instantOn('2026-03-03'),
  },
}

const statementOfReasons = {
  facts: 'I documenti confermano il soggiorno.',
  ground: 'NO_VIOLATION',
  rulesVersion: communityRulesVersion,
  automation: 'none',
  redress: ['out-of-court', 'court'],
  appealableUntil: null,
} as const
/** The decision on an appeal about the rating. */
export const applyRuling = (
  to: 'given' | 'removed',
  release: RatingCommandOf<'ApplyRuling'>['release'] = null,
): RatingCommand => ({
  type: 'ApplyRuling',
  by: 'lia',
  to,
  release,
  statementOfReasons,
  at: instantOn('2026-03-20'),
})
const ruling = { ...ratingIds, by: 'lia', ...statementOfReasons, at: instantOn('2026-03-20') }
export const ratingRestored = (overrides: Partial<RatingEventData<'RatingRestored'>> = {}): RatingEvent => {
  const { held: _, at: ratedAt, ...rated } = ratingData
  return { type: 'RatingRestored', data: { ...rated, ratedAt, release: null, ...ruling, ...overrides } }
}
export const removedOnAppeal: RatingEvent = { type: 'RatingRemoved', data: { ...ruling, cause: 'appeal', former } }
