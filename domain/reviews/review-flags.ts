import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
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
import type { ReviewEvent } from './review-events.ts'
import {
  flagDecisionEvent,
  hiddenData,
  type ModeratorNotesTooLong,
  mostReportedGround,
  restoredData,
  validateNotes,
} from './review-moderation.ts'
import { type ExistingReview, type Flag, isLive, isParty, pendingFlags } from './review-state.ts'
import { type FlaggerRecord, flagWeight, flagWeightVersion } from './rules.ts'
import { type AuthorType, type FlagOutcome, type FlagReason, type ReviewStatus, textLengths } from './vocabulary.ts'

export interface FlagReview {
  readonly type: 'FlagReview'
  readonly flagId: string
  readonly reporterId: string
  readonly reporterType: AuthorType
  readonly reason: FlagReason
  readonly note: string | null
  /** Whether the reporter's flags count towards the threshold. @rule Q-54 */
  readonly established: boolean
  readonly record: FlaggerRecord
  /** Total weight of pending flags that holds the review, in hundredths: 300 is three ordinary flags. */
  readonly holdAtWeight: number
  /** Facts of the statement of reasons, used if this flag holds the review. */
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

/**
 * Flags the review, and holds it for moderation when the weight of its pending flags reaches `holdAtWeight`.
 * @rule B-28 one flag per reporter
 * @rule P-14 @rule Q-58 authors cannot flag their own review
 * @rule V-46 @rule C-24 length of the note
 * @rule Q-53 @rule Q-54 weighted threshold
 */
export const flagReview = (command: FlagReview, review: ExistingReview): DecisionOf<ReviewEvent, FlagRejection> => {
  const { flagId, reporterId, reporterType, reason, established, record, holdAtWeight, heldFacts, at } = command
  const { identity, status } = review
  const note = trimToNull(command.note)
  const earlier = review.flags.find((flag) => flag.flagId === flagId || flag.reporterId === reporterId)
  if (earlier !== undefined) {
    const repeated = earlier.flagId === flagId && earlier.reporterId === reporterId
    return repeated && earlier.reason === reason && earlier.note === note
      ? nothing
      : reject({ type: 'AlreadyFlagged', flagId: earlier.flagId })
  }
  if (reporterId === identity.authorId) return reject({ type: 'SelfFlag' })
  if (status === 'HIDDEN' || status === 'REMOVED') return reject({ type: 'ReviewNotFlaggable', status })
  const { max } = textLengths.flagNote
  if (exceeds(note, max)) return reject({ type: 'FlagNoteTooLong', most: max })

  const pending = pendingFlags(review)
  const caseNumber = pending.length === 0 ? review.caseNumber + 1 : review.caseNumber
  const weight = flagWeight(established, record)
  const totalWeight = pending.reduce((sum, flag) => sum + flag.weight, weight)
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
  if (status !== 'ACTIVE' || totalWeight < holdAtWeight) return accept(flagged)
  const reasons = { facts: heldFacts, ground: mostReportedGround([...pending, { reason }]), violation: null }
  const flaggedAndHeld = (statement: StatementOfReasons): readonly ReviewEvent[] => [
    flagged,
    { type: 'ReviewHeld', data: { ...identity, caseNumber, ...statement, at } },
  ]
  return E.map(flaggedAndHeld)(createStatement(reasons, 'against', 'decision', at))
}

const stanceOf = { UPHELD: 'against', DISMISSED: 'for', REVIEWED: 'neither' } as const satisfies Record<
  FlagOutcome,
  Stance
>

/**
 * Upholding a flag hides the review and upholds the other pending flags. Deciding the last flag without upholding any
 * restores a held review.
 * @rule Q-53 @rule Q-54
 */
export const decideFlag = (command: DecideFlag, review: ExistingReview): DecisionOf<ReviewEvent, FlagRejection> => {
  const { flagId, outcome, by, targetAccountId, at } = command
  const flag = review.flags.find((other) => other.flagId === flagId)
  if (flag === undefined) return reject({ type: 'FlagNotFound' })
  if (by === flag.reporterId || isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (flag.status !== 'PENDING')
    return flag.status === outcome ? nothing : reject({ type: 'FlagAlreadyDecided', status: flag.status })
  const notes = trimToNull(command.notes)
  const rejection = validateNotes(notes)
  if (rejection !== null) return reject(rejection)
  // the threshold of flags detected a held review, a person decides it
  const automation = review.status === 'PENDING_REVIEW' ? 'detection' : 'none'
  const withStatement = (statement: StatementOfReasons) =>
    flagDecisionEvents({ ...command, notes }, flag, review, statement)
  return E.map(withStatement)(createStatement(command.reasons, stanceOf[outcome], automation, at))
}

const flagDecisionEvents = (command: DecideFlag, flag: Flag, review: ExistingReview, statement: StatementOfReasons) => {
  const { outcome, by, notes, reasons, at } = command
  const otherFlags = pendingFlags(review).filter((other) => other !== flag)
  const cause = { cause: 'flags', statement, at } as const
  const events: ReviewEvent[] = [flagDecisionEvent(outcome, flag, review, { by, notes, ...statement, at })]
  if (outcome === 'UPHELD') {
    for (const other of otherFlags)
      events.push(flagDecisionEvent('UPHELD', other, review, { by, notes: null, ...statement, at }))
    if (isLive(review)) events.push({ type: 'ReviewHidden', data: hiddenData(review, cause, reasons.violation) })
  } else if (otherFlags.length === 0 && review.status === 'PENDING_REVIEW')
    events.push({ type: 'ReviewRestored', data: restoredData(review, cause) })
  return events
}
