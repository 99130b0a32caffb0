/** Purpose of a stay. */
export const stayTypes = ['business', 'leisure'] as const
export type StayType = (typeof stayTypes)[number]

/** What a business rates from 0 to 10, besides the stars. @rule B-01 */
export const criteria = ['punctuality', 'kindness', 'payment', 'roomCondition'] as const
export type Criterion = (typeof criteria)[number]

/** What the letter about a first contact names. @rule Q-122 */
export const namedAreas = ['province', 'region'] as const

/** Why a rating was removed. */
export const removalCauses = ['moderator', 'contest', 'appeal'] as const
export type RemovalCause = (typeof removalCauses)[number]

/** How a moderator decides a contested rating. @rule Q-136 */
export const contestOutcomes = ['KEPT', 'STRUCK'] as const
export type ContestOutcome = (typeof contestOutcomes)[number]
/** `VOID`: the rating or an account of a party ceased to exist before the decision. */
export const contestStatuses = ['OPEN', ...contestOutcomes, 'VOID'] as const
export type ContestStatus = (typeof contestStatuses)[number]
/** Why a contest ends without a decision. */
export const contestVoidCauses = ['rating-withdrawn', 'rating-removed', 'account-deleted'] as const
export type ContestVoidCause = (typeof contestVoidCauses)[number]
