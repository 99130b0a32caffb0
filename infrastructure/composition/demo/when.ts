import type { ReviewDeed } from './acts.ts'

/** Whole days after the review was written, or before today. */
export type When = { readonly after: number } | { readonly ago: number }
export type Incident = readonly [when: When, deed: ReviewDeed]

export const after = (days: number): When => ({ after: days })
export const ago = (days: number): When => ({ ago: days })
/** The moderators, by their keys. */
export const [teresa, nicola] = ['moderatrice', 'moderatore'] as const
