import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { OwnMatter } from '../own-matter.ts'
import { tidy } from '../text.ts'
import type { ReviewEvent } from './events.ts'
import { isParty, pendingFlags, type ModerationStatus, type WrittenReview } from './state.ts'
import { answer, consequence, flawOfNotes, type ModeratorNotesTooLong } from './verdict.ts'

export interface ModerateReview {
  readonly type: 'ModerateReview'
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly notes: string | null
  readonly at: Instant
}

export interface RemoveByDispute {
  readonly type: 'RemoveByDispute'
  readonly disputeId: string
  /** The moderator who upheld the dispute. */
  readonly by: string
  readonly at: Instant
}

export type ModerationRejection =
  | OwnMatter
  | ModeratorNotesTooLong
  | {
      readonly type: 'TransitionNotAllowed'
      readonly from: ModerationStatus
      readonly to: ModerateReview['to']
    }
  | { readonly type: 'DisputeOfAnotherReview' }

/** S-11: what waits for its flags or its dispute is left by deciding those. */
const nextOf: Readonly<Record<ModerationStatus, readonly ModerationStatus[]>> = {
  ACTIVE: ['HIDDEN', 'REMOVED'],
  HIDDEN: ['ACTIVE'],
  REMOVED: ['ACTIVE'],
  PENDING_REVIEW: [],
}
const eventOf = { ACTIVE: 'ReviewRestored', HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: ModerationRejection) => E.left(rejection)

/** Who takes a review out of sight agrees with those who reported it. */
export const moderate = (command: ModerateReview, review: WrittenReview) => {
  const { to, by, targetAccountId, at } = command
  const { status, whose, words } = review
  if (isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (status === to) return accept()
  if (!nextOf[status].includes(to)) return reject({ type: 'TransitionNotAllowed', from: status, to })
  const notes = tidy(command.notes)
  const flaw = flawOfNotes(notes)
  if (flaw !== null) return reject(flaw)

  const flags = pendingFlags(review).map((flag) => answer('UPHELD', flag, review, { by, notes: null, at }))
  const data = { ...whose, by, cause: 'moderator' as const, notes, rating: words.rating, at }
  return accept(...flags, { type: eventOf[to], data })
}

/** The flags still waiting lose their object without having been judged. */
export const removeByDispute = ({ disputeId, by, at }: RemoveByDispute, review: WrittenReview) => {
  if (disputeId !== review.whose.reviewId) return reject({ type: 'DisputeOfAnotherReview' })
  if (review.removedByDispute || review.status === 'REMOVED') return accept()
  const flags = pendingFlags(review).map((flag) => answer('REVIEWED', flag, review, { by, notes: null, at }))
  return accept(...flags, { type: 'ReviewRemoved', data: consequence('dispute', review, at) })
}
