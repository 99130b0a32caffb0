import type { Instant } from '../../kernel/primitives.ts'
import { longerThan } from '../text.ts'
import type { ReviewEvent } from './events.ts'
import type { DataOf, Flag, FlagOutcome, WrittenReview } from './state.ts'

export interface ModeratorNotesTooLong {
  readonly type: 'ModeratorNotesTooLong'
  readonly most: number
}

/** V-43. */
const longestNotes = 1000

export const flawOfNotes = (notes: string | null): ModeratorNotesTooLong | null =>
  longerThan(longestNotes, notes) ? { type: 'ModeratorNotesTooLong', most: longestNotes } : null

interface Ruling {
  readonly by: string
  readonly notes: string | null
  readonly at: Instant
}

const answers = { REVIEWED: 'FlagReviewed', DISMISSED: 'FlagDismissed', UPHELD: 'FlagUpheld' } as const

export const answer = (outcome: FlagOutcome, flag: Flag, review: WrittenReview, ruling: Ruling): ReviewEvent => {
  const { flagId, reporterId, caseNumber } = flag
  return { type: answers[outcome], data: { ...review.whose, flagId, reporterId, caseNumber, ...ruling } }
}

/** What follows from the flags' or the dispute's own decision is nobody's. */
export const consequence = (
  cause: 'flags' | 'dispute',
  { whose, words }: WrittenReview,
  at: Instant,
): DataOf<'ReviewHidden'> => ({ ...whose, by: null, cause, notes: null, rating: words.rating, at })
