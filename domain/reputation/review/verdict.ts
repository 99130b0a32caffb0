import type { Instant } from '../../kernel/primitives.ts'
import type { Ground, Statement, Violation } from '../../kernel/statement.ts'
import { longerThan } from '../text.ts'
import type { FlagReason, ReviewEvent } from './events.ts'
import type { DataOf, Flag, FlagOutcome, WrittenReview } from './state.ts'

export interface ModeratorNotesTooLong {
  readonly type: 'ModeratorNotesTooLong'
  readonly most: number
}

/** V-43. */
const longestNotes = 1000

export const flawOfNotes = (notes: string | null): ModeratorNotesTooLong | null =>
  longerThan(longestNotes, notes) ? { type: 'ModeratorNotesTooLong', most: longestNotes } : null

interface Ruling extends Statement {
  readonly by: string
  readonly notes: string | null
  readonly at: Instant
}

const answers = { REVIEWED: 'FlagReviewed', DISMISSED: 'FlagDismissed', UPHELD: 'FlagUpheld' } as const

export const answer = (outcome: FlagOutcome, flag: Flag, review: WrittenReview, ruling: Ruling): ReviewEvent => {
  const { flagId, reporterId, caseNumber } = flag
  return { type: answers[outcome], data: { ...review.whose, flagId, reporterId, caseNumber, ...ruling } }
}

interface Following {
  readonly cause: 'flags' | 'dispute' | 'appeal'
  /** Of the decision it follows from. */
  readonly statement: Statement
  readonly at: Instant
}

/** What follows from the flags', the dispute's or an appeal's own decision is nobody's, and has that decision's reasons. */
export const consequence = (
  { whose, words }: WrittenReview,
  { cause, statement, at }: Following,
): DataOf<'ReviewRestored'> => ({ ...whose, by: null, cause, notes: null, rating: words.rating, ...statement, at })

export const outOfSight = (
  review: WrittenReview,
  following: Following,
  violation: Violation | null,
): DataOf<'ReviewHidden'> => ({ ...consequence(review, following), violation })

/** What most reporters complain of; of as many, what was said first. */
export const groundOf = (flags: readonly { readonly reason: FlagReason }[]): Ground => {
  const reasons = flags.map(({ reason }) => reason)
  const times = (reason: FlagReason) => reasons.filter((one) => one === reason).length
  return (
    reasons.reduce<FlagReason | null>(
      (most, reason) => (most === null || times(reason) > times(most) ? reason : most),
      null,
    ) ?? 'OTHER'
  )
}
