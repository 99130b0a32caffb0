import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { stated, type Reasons, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { Statement, Violation } from '../../kernel/statement.ts'
import type { OwnMatter } from '../own-matter.ts'
import { tidy } from '../text.ts'
import type { ReviewEvent } from './events.ts'
import { isParty, pendingFlags, type ModerationStatus, type WrittenReview } from './state.ts'
import { answer, flawOfNotes, outOfSight, type ModeratorNotesTooLong } from './verdict.ts'

export interface ModerateReview {
  readonly type: 'ModerateReview'
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly notes: string | null
  readonly reasons: Reasons
  readonly at: Instant
}

export interface RemoveByDispute {
  readonly type: 'RemoveByDispute'
  readonly disputeId: string
  /** The moderator who upheld the dispute. */
  readonly by: string
  /** Of the dispute's own decision. */
  readonly statement: Statement
  readonly violation: Violation | null
  readonly at: Instant
}

export type ModerationRejection =
  | OwnMatter
  | ReasonsRejection
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
const eventOf = { HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: ModerationRejection) => E.left(rejection)

/** Who takes a review out of sight agrees with those who reported it. */
export const moderate = (command: ModerateReview, review: WrittenReview) => {
  const { to, by, targetAccountId, reasons, at } = command
  const { status, whose, words } = review
  if (isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (status === to) return accept()
  if (!nextOf[status].includes(to)) return reject({ type: 'TransitionNotAllowed', from: status, to })
  const notes = tidy(command.notes)
  const flaw = flawOfNotes(notes)
  if (flaw !== null) return reject(flaw)

  const reasoned = stated(reasons, to === 'ACTIVE' ? 'for' : 'against', 'none', at)
  if (E.isLeft(reasoned)) return reasoned

  const ruling = { by, ...reasoned.right, at }
  const data = { ...whose, ...ruling, cause: 'moderator' as const, notes, rating: words.rating }
  if (to === 'ACTIVE') return accept({ type: 'ReviewRestored', data })
  const flags = pendingFlags(review).map((flag) => answer('UPHELD', flag, review, { ...ruling, notes: null }))
  return accept(...flags, { type: eventOf[to], data: { ...data, violation: reasons.violation } })
}

/** The flags still waiting lose their object without having been judged. */
export const removeByDispute = (command: RemoveByDispute, review: WrittenReview) => {
  const { disputeId, by, statement, violation, at } = command
  if (disputeId !== review.whose.reviewId) return reject({ type: 'DisputeOfAnotherReview' })
  if (review.removedByDispute || review.status === 'REMOVED') return accept()
  if (statement.facts.trim() === '') return reject({ type: 'FactsMissing' })
  const ruling = { by, notes: null, ...statement, at }
  const flags = pendingFlags(review).map((flag) => answer('REVIEWED', flag, review, ruling))
  const data = outOfSight(review, { cause: 'dispute', statement, at }, violation)
  return accept(...flags, { type: 'ReviewRemoved', data })
}
