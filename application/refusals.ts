import type { AccountsRefusal } from './accounts/refusals.ts'
import type { AvaRefusal } from './ava/refusals.ts'
import type { ModerationRefusal } from './moderation/refusals.ts'
import type { PromotionRefusal } from './promotion/refusals.ts'
import type { RatingsRefusal } from './ratings/refusals.ts'
import type { ReviewsRefusal } from './reviews/refusals.ts'
import type { RewardsRefusal } from './rewards/refusals.ts'
import type { SanctionsRefusal } from './sanctions/refusals.ts'
import type { TravelRefusal } from './travel/refusals.ts'

/** Refused before the command runs: the caller lacks access. */
export type AccessRefusal =
  | { readonly type: 'NotSignedIn' }
  | { readonly type: 'Forbidden'; readonly needs: 'moderator' | 'admin' | 'business' | 'client' }
  | { readonly type: 'EmailNotConfirmed' }
  | { readonly type: 'SecondFactorDue' }

/** Refusals of the application, outside aggregates. */
export type Refusal =
  | AccessRefusal
  | AccountsRefusal
  | ReviewsRefusal
  | RatingsRefusal
  | ModerationRefusal
  | SanctionsRefusal
  | RewardsRefusal
  | AvaRefusal
  | TravelRefusal
  | PromotionRefusal
