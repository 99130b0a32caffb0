import type { Instant } from '../../kernel/primitives.ts'

interface Of {
  /** Whose rewards these are: `clients.id`. */
  readonly clientId: string
  readonly at: Instant
}

interface Drawn<Codes> {
  /** Random codes, in case something is earned (V-51); drawn anew when the decider calls one unusable. */
  readonly codes: Codes
  readonly ttlMonths: number
}

export interface CreditReview extends Of, Drawn<{ readonly first: string; readonly fifth: string }> {
  readonly type: 'CreditReview'
  readonly reviewId: string
  readonly businessId: string
}

export interface UncreditReview extends Of {
  readonly type: 'UncreditReview'
  readonly reviewId: string
}

/** Counting a rating again with other stars corrects it: what it earned is weighed anew. */
export interface CountStars extends Of, Drawn<{ readonly elite: string }> {
  readonly type: 'CountStars'
  readonly ratingId: string
  readonly businessId: string
  readonly overall: number
  /** E-mail confirmed and no sanction: otherwise the elite bonus is withheld. */
  readonly eligible: boolean
}

/** Ratings the client learns of together count together. */
export interface CountReleasedStars extends Of, Drawn<{ readonly elite: string }> {
  readonly type: 'CountReleasedStars'
  readonly ratings: readonly Pick<CountStars, 'ratingId' | 'businessId' | 'overall'>[]
  readonly eligible: boolean
}

export interface UncountStars extends Of {
  readonly type: 'UncountStars'
  readonly ratingId: string
}

/** What withheld the elite bonus is over. */
export interface GrantWithheldElite extends Of {
  readonly type: 'GrantWithheldElite'
  readonly eligible: true
  readonly code: string
  readonly ttlMonths: number
}

export interface RedeemReward extends Of {
  readonly type: 'RedeemReward'
  readonly code: string
  /** Who presses; the one of the two ids that the account has not is null. */
  readonly by: { readonly accountId: string; readonly clientId: string | null; readonly businessId: string | null }
  /** The presser is confirmed and under no sanction. */
  readonly eligible: boolean
}

export interface ExpireRewards extends Of {
  readonly type: 'ExpireRewards'
}

export type RewardsCommand =
  | CreditReview
  | UncreditReview
  | CountStars
  | CountReleasedStars
  | UncountStars
  | GrantWithheldElite
  | RedeemReward
  | ExpireRewards
