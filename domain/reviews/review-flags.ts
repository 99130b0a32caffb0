import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  createStatement,
  type Reasons,
  type ReasonsRejection,
  type Stance,
  type StatementOfReasons,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import type { AuthorType, FlagReason, ReviewEvent } from './review-events.ts'
import {
  flagDecisionEvent,
  hiddenData,
  type ModeratorNotesTooLong,
  mostReportedGround,
  restoredData,
  validateNotes,
} from './review-moderation.ts'
import {
  type ExistingReview,
  type Flag,
  type FlagOutcome,
  isLive,
  isParty,
  pendingFlags,
  type ReviewStatus,
} from './review-state.ts'
import { type FlaggerRecord, flagWeight, flagWeightVersion } from './rules.ts'

export interface FlagReview {
  readonly type: 'FlagReview'
  readonly flagId: string
  readonly reporterId: string
  readonly reporterType: AuthorType
  readonly reason: FlagReason
  readonly note: string | null
  /** Whether the reporter's flags count toward the threshold at all. */
  readonly established: boolean
  readonly record: FlaggerRecord
  /** The weight of pending flags, in hundredths, that takes a review out of sight; 300 = three ordinary ones. */
  readonly holdAtWeight: number
  /** What the author is told should this flag take the review out of sight. */
  readonly heldFacts: string
  readonly at: Instant
}

export interface DecideFlag {
  readonly type: 'DecideFlag'
  readonly flagId: string
  readonly outcome: FlagOutcome
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly notes: string | null
  readonly reasons: Reasons
  readonly at: Instant
}

export type FlagRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | ModeratorNotesTooLong
  | { readonly type: 'SelfFlag' }
  | { readonly type: 'AlreadyFlagged'; readonly flagId: string }
  | { readonly type: 'ReviewNotFlaggable'; readonly status: ReviewStatus }
  | { readonly type: 'FlagNoteTooLong'; readonly most: number }
  | { readonly type: 'FlagNotFound' }
  | { readonly type: 'FlagAlreadyDecided'; readonly status: FlagOutcome }

/** Characters (V-46, C-24). */
const maxNoteLength = 1000

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: FlagRejection) => E.left(rejection)

/** By anybody but the author, once a reporter (B-28, P-14, Q-58). */
export const flagReview = (command: FlagReview, review: ExistingReview) => {
  const { flagId, reporterId, reporterType, reason, established, record, holdAtWeight, heldFacts, at } = command
  const { identity, status } = review
  const note = trimToNull(command.note)
  const earlier = review.flags.find((one) => one.flagId === flagId || one.reporterId === reporterId)
  if (earlier !== undefined) {
    const again = earlier.flagId === flagId && earlier.reporterId === reporterId
    return again && earlier.reason === reason && earlier.note === note
      ? accept()
      : reject({ type: 'AlreadyFlagged', flagId: earlier.flagId })
  }
  if (reporterId === identity.authorId) return reject({ type: 'SelfFlag' })
  if (status === 'HIDDEN' || status === 'REMOVED') return reject({ type: 'ReviewNotFlaggable', status })
  if (exceeds(maxNoteLength, note)) return reject({ type: 'FlagNoteTooLong', most: maxNoteLength })

  const waiting = pendingFlags(review)
  const caseNumber = waiting.length === 0 ? review.caseNumber + 1 : review.caseNumber
  const weight = flagWeight(established, record)
  const total = waiting.reduce((sum, one) => sum + one.weight, weight)
  const flagged: ReviewEvent = {
    type: 'ReviewFlagged',
    data: {
      ...identity,
      flagId,
      reporterId,
      reporterType,
      reason,
      note,
      weight,
      weightVersion: flagWeightVersion,
      caseNumber,
      at,
    },
  }
  if (status !== 'ACTIVE' || total < holdAtWeight) return accept(flagged)
  const reasons = { facts: heldFacts, ground: mostReportedGround([...waiting, { reason }]), violation: null }
  const held = (statement: StatementOfReasons): readonly ReviewEvent[] => [
    flagged,
    { type: 'ReviewHeld', data: { ...identity, caseNumber, ...statement, at } },
  ]
  return E.map(held)(createStatement(reasons, 'against', 'decision', at))
}

const stanceOf = { UPHELD: 'against', DISMISSED: 'for', REVIEWED: 'neither' } as const satisfies Record<
  FlagOutcome,
  Stance
>

/**
 * Upholding one flag answers the others too: the review they complain of is out of sight, and nobody who was right is
 * left waiting. When the last one is answered and none was upheld, a held review is seen again.
 */
export const decideFlag = (command: DecideFlag, review: ExistingReview) => {
  const { flagId, outcome, by, targetAccountId, at } = command
  const decided = review.flags.find((one) => one.flagId === flagId)
  if (decided === undefined) return reject({ type: 'FlagNotFound' })
  if (by === decided.reporterId || isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (decided.status !== 'PENDING')
    return decided.status === outcome ? accept() : reject({ type: 'FlagAlreadyDecided', status: decided.status })
  const notes = trimToNull(command.notes)
  const rejection = validateNotes(notes)
  if (rejection !== null) return reject(rejection)
  /** A threshold of flags brought it here: found by a machine, decided by a person. */
  const automation = review.status === 'PENDING_REVIEW' ? 'detection' : 'none'
  const ruled = (statement: StatementOfReasons) => flagDecisionEvents({ ...command, notes }, decided, review, statement)
  return E.map(ruled)(createStatement(command.reasons, stanceOf[outcome], automation, at))
}

const flagDecisionEvents = (
  command: DecideFlag,
  decided: Flag,
  review: ExistingReview,
  statement: StatementOfReasons,
) => {
  const { outcome, by, notes, reasons, at } = command
  const others = pendingFlags(review).filter((one) => one !== decided)
  const following = { cause: 'flags', statement, at } as const
  const events: ReviewEvent[] = [flagDecisionEvent(outcome, decided, review, { by, notes, ...statement, at })]
  if (outcome === 'UPHELD') {
    for (const other of others)
      events.push(flagDecisionEvent('UPHELD', other, review, { by, notes: null, ...statement, at }))
    if (isLive(review)) events.push({ type: 'ReviewHidden', data: hiddenData(review, following, reasons.violation) })
  } else if (others.length === 0 && review.status === 'PENDING_REVIEW')
    events.push({ type: 'ReviewRestored', data: restoredData(review, following) })
  return events
}
