import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { Statement, Violation } from '../../kernel/statement.ts'
import type { ReviewEvent } from './events.ts'
import { pendingFlags, type Flag, type WrittenReview } from './state.ts'
import { answer, consequence, outOfSight } from './verdict.ts'

/** What an appeal has decided is done with the review, wherever it stands: S-11 is about what moderators do of their own accord. */
export interface ApplyAppeal {
  readonly type: 'ApplyAppeal'
  /** The event that decided the appeal: it is applied once. */
  readonly rulingId: string
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  /** Those whose answer turns with it. */
  readonly flags: readonly string[]
  /** Who decided the appeal. */
  readonly by: string
  readonly statement: Statement
  readonly violation: Violation | null
  readonly at: Instant
}

const eventOf = { HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

export const applyAppeal = (command: ApplyAppeal, review: WrittenReview): E.Either<never, readonly ReviewEvent[]> => {
  const { rulingId, to, by, statement, violation, at } = command
  if (review.rulings.includes(rulingId)) return E.right([])
  const applied: ReviewEvent = { type: 'AppealApplied', data: { ...review.whose, rulingId, to, by, at } }
  const turned = flagsTurnedBy(command, review).map((flag) => turn(command, flag, review))
  const following = { cause: 'appeal', statement, at } as const
  if (to === 'ACTIVE') {
    const back = review.status === 'HIDDEN' || review.status === 'REMOVED'
    const restored: ReviewEvent = { type: 'ReviewRestored', data: consequence(review, following) }
    return E.right([applied, ...turned, ...(back ? [restored] : [])])
  }
  const agreed = command.flags.length > 0 ? 'UPHELD' : 'REVIEWED'
  const ruling = { by, notes: null, ...statement, at }
  const answered = pendingFlags(review).map((flag) => answer(agreed, flag, review, ruling))
  const gone: ReviewEvent = { type: eventOf[to], data: outOfSight(review, following, violation) }
  return E.right([applied, ...turned, ...answered, ...(review.status === to ? [] : [gone])])
}

const outcomeOf = ({ to }: ApplyAppeal) => (to === 'ACTIVE' ? 'DISMISSED' : 'UPHELD')

const flagsTurnedBy = (command: ApplyAppeal, { flags }: WrittenReview) =>
  flags.filter(
    ({ flagId, status }) => command.flags.includes(flagId) && status !== 'PENDING' && status !== outcomeOf(command),
  )

const turn = (
  command: ApplyAppeal,
  { flagId, reporterId, caseNumber }: Flag,
  { whose }: WrittenReview,
): ReviewEvent => {
  const { rulingId, by, statement, at } = command
  return {
    type: 'FlagTurned',
    data: { ...whose, flagId, reporterId, caseNumber, rulingId, outcome: outcomeOf(command), by, ...statement, at },
  }
}
