import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusDays } from '../kernel/time.ts'

/** Maximum length of a rating's comment, in characters. */
export const maxCommentLength = 500

/** A batch is released once its waiting ratings come from this many venues, or this many days after one was given. */
export const ratingReleaseRule = { venues: 3, days: 30 } as const

/** End of the period in which the business may amend or withdraw its rating. */
export const amendableUntil = (ratedAt: Instant, windowDays: number): Instant => plusDays(ratedAt, windowDays)

export const isAmendable = (ratedAt: Instant, windowDays: number, at: Instant): boolean =>
  isBefore(at, amendableUntil(ratedAt, windowDays))
