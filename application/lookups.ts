import type { AccountLookups } from './accounts/lookups.ts'
import type { AnalyticsLookups } from './analytics/lookups.ts'
import type { AvaLookups } from './ava/lookups.ts'
import type { ModerationLookups } from './moderation/lookups.ts'
import type { PrivacyLookups } from './privacy/lookups.ts'
import type { RatingLookups } from './ratings/lookups.ts'
import type { ReviewLookups } from './reviews/lookups.ts'
import type { RewardLookups } from './rewards/lookups.ts'
import type { SanctionLookups } from './sanctions/lookups.ts'
import type { SupportLookups } from './support/lookups.ts'
import type { TravelLookups } from './travel/lookups.ts'

/**
 * Queries of the read models for use cases and policies, by context. Read models may lag: use results to find candidates, never to
 * enforce an aggregate's rule.
 */
export interface Lookups {
  readonly accounts: AccountLookups
  readonly reviews: ReviewLookups
  readonly ratings: RatingLookups
  readonly moderation: ModerationLookups
  readonly sanctions: SanctionLookups
  readonly rewards: RewardLookups
  readonly ava: AvaLookups
  readonly travel: TravelLookups
  readonly support: SupportLookups
  readonly privacy: PrivacyLookups
  readonly analytics: AnalyticsLookups
}
