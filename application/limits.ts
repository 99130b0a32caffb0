import type { ModerationLimits } from './moderation/limits.ts'
import type { RatingLimits } from './ratings/limits.ts'
import type { ReviewLimits } from './reviews/limits.ts'
import type { RewardLimits } from './rewards/limits.ts'
import type { SanctionLimits } from './sanctions/limits.ts'
import type { TravelLimits } from './travel/limits.ts'

/** Limits that an operator may configure, by context. Names and defaults are in the settings. */
export interface Limits {
  readonly reviews: ReviewLimits
  readonly ratings: RatingLimits
  readonly moderation: ModerationLimits
  readonly sanctions: SanctionLimits
  readonly rewards: RewardLimits
  readonly travel: TravelLimits
}
