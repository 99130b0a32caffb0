import { nextDay, romeDay, startOfRomeDay } from '../kernel/italian-calendar.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes } from '../kernel/time.ts'

/** Maximum length of a rating's comment, in characters. */
export const maxCommentLength = 500

/** A batch is released once its waiting ratings come from this many venues, or this many days after one was given. */
export const ratingReleaseRule = { venues: 3, days: 30 } as const

/** How long a venue cannot add a guest who declared not to have been there. @rule Q-122 */
export const deniedContactMonths = 12

/** Venues a province must have to be named in the letter about a first contact. @rule Q-122 */
export const minVenuesToNameProvince = 5

/** End of the period in which the business may amend or withdraw its rating. */
export const amendableUntil = (ratedAt: Instant, windowDays: number): Instant => plusDays(ratedAt, windowDays)

export const isAmendable = (ratedAt: Instant, windowDays: number, at: Instant): boolean =>
  isBefore(at, amendableUntil(ratedAt, windowDays))

/**
 * When the letter about a first contact leaves. While ratings are held, on the next morning: its time does not tell when
 * the venue rated.
 * @rule Q-122 @rule Q-46
 */
export const contactAnnouncedAt = (ratedAt: Instant, held: boolean): Instant =>
  held ? plusMinutes(startOfRomeDay(nextDay(romeDay(ratedAt))), announcementHour * 60) : ratedAt

const announcementHour = 9
