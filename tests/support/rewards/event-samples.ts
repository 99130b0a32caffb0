import type { RewardsEvent } from '../../../domain/rewards/rewards-state.ts'
import type { VenueProbationEvent } from '../../../domain/rewards/venue-probation.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

const client = { clientId: 'client-giulia', at: at('2026-03-01') }
const review = { ...client, reviewId: 'review-1', businessId: 'account-aurora' }
const stars = { ...client, ratingId: 'rating-1', businessId: 'account-aurora' }
const code = 'AURORA2XK7'

export const rewardsSamples: SamplesOf<RewardsEvent | VenueProbationEvent> = {
  VenueProbationEnded: { businessId: 'account-aurora', at: at('2026-01-24') },
  ReviewCredited: review,
  ReviewUncredited: review,
  StarsCounted: { ...stars, overall: 5, stayDate: day('2026-02-20'), countsAs: stars.businessId },
  StarsSuperseded: { ...stars, overall: 4, stayDate: day('2026-02-10'), countsAs: stars.businessId },
  StarsUncounted: stars,
  RewardIssued: {
    ...client,
    ruleVersion: 1,
    evidence: ['review-1'],
    code,
    businessId: 'account-aurora',
    rewardType: 'discount',
    ruleType: 'FIRST_REVIEW_2',
    percent: 2,
    issuedForReviewId: 'review-1',
    expiresAt: at('2027-03-01'),
  },
  RewardRedeemed: { ...client, code, by: 'account-aurora', businessId: 'account-aurora', discountCents: 450 },
  RewardRevoked: { ...client, code, cause: 'review-1' },
  RewardSuspended: { ...client, code, reviewId: 'review-1', until: at('2026-03-15') },
  RewardReinstated: { ...client, code, reviewId: 'review-1', at: at('2026-03-04') },
  RewardExpired: { ...client, code, at: at('2027-03-01') },
  RewardExpiring: { ...client, code, percent: 2, expiresAt: at('2027-03-01'), at: at('2027-02-22') },
  CrossProviderDiscountActivated: {
    ...client,
    ruleVersion: 1,
    evidence: ['rating-1', 'rating-2', 'rating-3', 'rating-4', 'rating-5'],
    percent: 2,
  },
  EliteBonusGranted: {
    ...client,
    ruleVersion: 1,
    evidence: Array.from({ length: 10 }, (_, i) => `rating-${i + 1}`),
    percent: 5,
  },
  TierChanged: {
    ...client,
    ruleVersion: 1,
    evidence: ['rating-1', 'rating-2', 'rating-3'],
    from: 'new',
    to: 'trusted',
  },
}
