import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { StayType } from '../../domain/ratings/vocabulary.ts'
import type { DisputeReason } from '../../domain/kernel/vocabulary.ts'
import type { FlagReason } from '../../domain/reviews/vocabulary.ts'
import type { Guest, Staff, Venue } from './characters.ts'
import type { WrittenReview } from './review-texts.ts'

/** An action about one review; `by` is the key of the person or venue that performs it. */
export type ReviewAction =
  | { readonly type: 'flag'; readonly by: string; readonly reason: FlagReason; readonly note: string }
  | {
      readonly type: 'decide flag'
      readonly by: string
      /** Key of the reporter whose flag is decided. */
      readonly of: string
      readonly outcome: 'REVIEWED' | 'DISMISSED' | 'UPHELD'
      readonly notes: string
    }
  | {
      readonly type: 'dispute'
      readonly by: string
      readonly reason: DisputeReason
      readonly message: string
      readonly evidenceUrls: readonly string[]
    }
  | { readonly type: 'file statement'; readonly by: string; readonly message: string }
  | {
      readonly type: 'decide dispute'
      readonly by: string
      readonly status: 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED'
      readonly notes: string
      /** The part of the decision that the venue reads. */
      readonly resolution: string | null
    }
  /** An appeal against the decision that last hid or removed the review. */
  | { readonly type: 'appeal'; readonly by: string; readonly text: string }
  | { readonly type: 'reply'; readonly by: string; readonly text: string }

export interface Scores {
  readonly overall: number
  readonly punctuality: number
  readonly kindness: number
  readonly payment: number
  readonly roomCondition: number
}

export interface BookedStay {
  readonly hotelId: string
  readonly destination: string
  readonly checkIn: Day
  readonly checkOut: Day
  readonly guests: number
}

/** People and venues are referred to by key. */
export type Action =
  | { readonly type: 'open venue'; readonly venue: Venue; readonly phone: string }
  | { readonly type: 'register guest'; readonly guest: Guest; readonly phone: string }
  | { readonly type: 'register staff'; readonly staffMember: Staff; readonly phone: string }
  | {
      readonly type: 'rate'
      readonly venue: string
      readonly guest: string
      readonly stayDate: Day
      readonly stayType: StayType
      readonly scores: Scores
      readonly comment: string | null
    }
  | { readonly type: 'review'; readonly review: WrittenReview }
  /** Redeems the guest's active reward at the venue. */
  | { readonly type: 'redeem'; readonly guest: string; readonly venue: string; readonly redeemedBy: 'guest' | 'venue' }
  | { readonly type: 'save favourite'; readonly guest: string; readonly venue: string }
  | { readonly type: 'book'; readonly booking: string; readonly by: string; readonly stay: BookedStay }
  | { readonly type: 'cancel booking'; readonly booking: string; readonly by: string }
  | { readonly type: 'about a review'; readonly review: string; readonly action: ReviewAction }

export interface ScheduledAction {
  readonly at: Instant
  readonly action: Action
}

/** Whole days after the review was written, or before today. */
export type When = { readonly after: number } | { readonly ago: number }
export type Incident = readonly [when: When, action: ReviewAction]

export const after = (days: number): When => ({ after: days })
export const ago = (days: number): When => ({ ago: days })
/** Keys of the two moderators. */
export const [moderatorTeresa, moderatorNicola] = ['moderatrice', 'moderatore'] as const
