/** Purpose of a stay. */
export const stayTypes = ['business', 'leisure'] as const
export type StayType = (typeof stayTypes)[number]

/** Criteria scored from 0 to 10, besides the stars. @rule B-01 */
export const detailScores = ['punctuality', 'kindness', 'payment', 'roomCondition'] as const
export type DetailScore = (typeof detailScores)[number]
