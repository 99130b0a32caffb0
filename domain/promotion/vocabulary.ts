/**
 * The closed lists and limits of this context. Event codecs, read model rows, the API contract and the labels of the
 * screens derive from them.
 */

/** Who follows advertisements: `user` is a business account, `client` a client account. */
export const advertisementAudiences = ['user', 'client'] as const
export type AdvertisementAudience = (typeof advertisementAudiences)[number]

/** What can be wrong with a field of an imported advertisement. */
export const offerFaults = ['missing', 'too long', 'unprintable', 'not https', 'before it begins'] as const

/** Kinds of commission. Programmes pay a percentage of the price of a booking. */
export const commissionTypes = ['percentage'] as const

/** Pending until the stay is over, then earned; voided if the booking was cancelled. @rule Q-81 */
export const commissionStatuses = ['pending', 'earned', 'voided'] as const
export type CommissionStatus = (typeof commissionStatuses)[number]

/** @rule S-21 a referral code has brought conversions, or none yet */
export const referralStatuses = ['converted', 'pending'] as const
export type ReferralStatus = (typeof referralStatuses)[number]

/** People can join an approved programme only. One with a high commission waits for an administrator. @rule Q-133 */
export const programmeStatuses = ['waiting', 'approved', 'refused'] as const
export type ProgrammeStatus = (typeof programmeStatuses)[number]

/** How an administrator decides on a programme that waits. */
export const programmeDecisions = ['approved', 'refused'] as const satisfies readonly ProgrammeStatus[]
export type ProgrammeDecision = (typeof programmeDecisions)[number]

/** @rule C-31 @rule V-82 limits of an affiliate programme */
export const programmeLimits = {
  /** Characters. */
  name: { min: 1, max: 80 },
  /** Characters. */
  description: { min: 0, max: 500 },
  /** Characters of the reasons for a decision. */
  reasons: { min: 10, max: 1000 },
  /** Percent, with at most two decimals; `default` is suggested. */
  commission: { min: 0, max: 100, default: 5 },
  /** Days after following a link in which a registration counts. */
  cookieDays: 30,
  /** Programmes of one account. */
  programmes: 50,
} as const
