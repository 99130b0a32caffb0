/** Purpose of a stay. */
export const stayTypes = ['business', 'leisure'] as const
export type StayType = (typeof stayTypes)[number]

/** What a business rates from 0 to 10, besides the stars. @rule B-01 */
export const criteria = ['punctuality', 'kindness', 'payment', 'roomCondition'] as const
export type Criterion = (typeof criteria)[number]
