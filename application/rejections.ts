import type { AccountRejection } from '../domain/access/account/decider.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { RecoveryRejection } from '../domain/access/recovery/decider.ts'
import type { ReservationRejection } from '../domain/access/reservation/decider.ts'
import type { BatchRejection } from '../domain/ava/payout/decider.ts'
import type { TreasuryRejection } from '../domain/ava/treasury/decider.ts'
import type { WalletRejection } from '../domain/ava/wallet/decider.ts'
import type { AppealRejection } from '../domain/moderation/appeal/decider.ts'
import type { ConductRejection } from '../domain/conduct/conduct/decider.ts'
import type { CaseRejection } from '../domain/moderation/case/decider.ts'
import type { UnwindRejection } from '../domain/moderation/unwind/decider.ts'
import type { DisputeRejection } from '../domain/reputation/dispute/decider.ts'
import type { ExclusionRejection } from '../domain/reputation/exclusion/decider.ts'
import type { OpinionRejection } from '../domain/reputation/opinion/decider.ts'
import type { ErasureRejection } from '../domain/privacy/erasure/decider.ts'
import type { FavouritesRejection } from '../domain/profiles/favourites/decider.ts'
import type { AffiliateRejection } from '../domain/promotion/affiliate/decider.ts'
import type { ReferralRejection } from '../domain/promotion/referral/decider.ts'
import type { RatingRejection } from '../domain/reputation/rating/decider.ts'
import type { ReplyRejection } from '../domain/reputation/reply/decider.ts'
import type { ReviewRejection } from '../domain/reputation/review/decider.ts'
import type { RulebookRejection } from '../domain/rulebook/rulebook/decider.ts'
import type { RewardsRejection } from '../domain/rewards/rewards/decider.ts'
import type { ConductRefusal } from './conduct/refusals.ts'
import type { PlaceRefusal } from './ports/places.ts'
import type { SocialRefusal } from './access/social-refusals.ts'
import type { AllowanceRejection } from '../domain/travel/allowance/decider.ts'
import type { BookingRejection } from '../domain/travel/booking/decider.ts'

export type SubjectChange =
  | 'edited'
  | 'flagged'
  | 'flag-decided'
  | 'held'
  | 'hidden'
  | 'removed'
  | 'restored'
  | 'disputed'
  | 'dispute-taken'
  | 'dispute-upheld'
  | 'dispute-rejected'
  | 'dispute-closed'

export interface StaleDecision {
  readonly type: 'MatterChanged'
  readonly changes: readonly { readonly at: Instant; readonly what: SubjectChange }[]
}

/** What the application itself refuses, before or between the aggregates. */
export type Refusal =
  | { readonly type: 'NotSignedIn' }
  | { readonly type: 'Forbidden'; readonly needs: 'moderator' | 'admin' | 'business' | 'client' }
  | { readonly type: 'EmailNotConfirmed' }
  | { readonly type: 'ClientUnknown' }
  | { readonly type: 'TargetUnknown' }
  | { readonly type: 'HotelUnknown' }
  | { readonly type: 'AdvertisementUnknown' }
  | { readonly type: 'FlagUnknown' }
  | { readonly type: 'DecisionUnknown' }
  | { readonly type: 'NotARestriction' }
  | { readonly type: 'QueueEmpty' }
  | { readonly type: 'TestEmailUnknown' }
  | { readonly type: 'EmailTaken' }
  | { readonly type: 'UsernameTaken' }
  | { readonly type: 'BadCredentials' }
  | { readonly type: 'LockedOut'; readonly retryAfterSeconds: number }
  | { readonly type: 'CodeWrong' }
  | { readonly type: 'PasswordTooShort' }
  | { readonly type: 'PasswordTooPlain' }
  | { readonly type: 'PasswordCommon' }
  | { readonly type: 'PasswordPersonal' }
  | { readonly type: 'CurrentPasswordWrong' }
  | { readonly type: 'PasswordChangeDue' }
  | { readonly type: 'SecondFactorDue' }
  | { readonly type: 'PasswordNeeded' }
  | { readonly type: 'BusinessUnknown' }
  | { readonly type: 'PhoneUnknown' }
  | { readonly type: 'TooOften'; readonly retryAfterSeconds: number }
  | { readonly type: 'PasskeyForAnother' }
  | { readonly type: 'PasskeyRefused' }
  | { readonly type: 'PasskeyTaken' }
  | { readonly type: 'PasskeySignInRefused' }
  | { readonly type: 'PasskeyUnknown' }
  | { readonly type: 'DeviceTokenRefused' }
  | { readonly type: 'SessionUnknown' }
  | { readonly type: 'NotAPicture' }
  | { readonly type: 'PictureTooLarge' }
  | { readonly type: 'WalletUnknown' }
  | { readonly type: 'RuleBookUnknown' }
  | { readonly type: 'ChainNotConfigured' }
  | SocialRefusal
  | StaleDecision

/** Every no there is; `web/api/refusals.ts` must have a sentence for each. */
export type AnyRejection =
  | Refusal
  | AccountRejection
  | RecoveryRejection
  | ReservationRejection
  | RatingRejection
  | ReviewRejection
  | OpinionRejection
  | DisputeRejection
  | ReplyRejection
  | ExclusionRejection
  | CaseRejection
  | AppealRejection
  | UnwindRejection
  | ConductRejection
  | ConductRefusal
  | RewardsRejection
  | WalletRejection
  | BatchRejection
  | TreasuryRejection
  | RulebookRejection
  | BookingRejection
  | AllowanceRejection
  | FavouritesRejection
  | ErasureRejection
  | AffiliateRejection
  | ReferralRejection
  | PlaceRefusal
