import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { stated, type Bent, type Reasons, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { OwnMatter } from '../own-matter.ts'
import { longerThan, tidy } from '../text.ts'
import type { AuthorType, FlagReason, ReviewEvent } from './events.ts'
import { flagWeight, flagWeightVersion, type FlaggerRecord } from './flag-weight.ts'
import {
  isParty,
  pendingFlags,
  stands,
  type Flag,
  type FlagOutcome,
  type ModerationStatus,
  type WrittenReview,
} from './state.ts'
import { answer, consequence, flawOfNotes, groundOf, outOfSight, type ModeratorNotesTooLong } from './verdict.ts'

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
  readonly factsIfHeld: string
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
  | OwnMatter
  | ReasonsRejection
  | ModeratorNotesTooLong
  | { readonly type: 'SelfFlag' }
  | { readonly type: 'AlreadyFlagged'; readonly flagId: string }
  | { readonly type: 'ReviewNotFlaggable'; readonly status: ModerationStatus }
  | { readonly type: 'FlagNoteTooLong'; readonly most: number }
  | { readonly type: 'FlagNotFound' }
  | { readonly type: 'FlagAlreadyDecided'; readonly status: FlagOutcome }

/** Characters (V-46, C-24). */
const longestNote = 1000

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: FlagRejection) => E.left(rejection)

/** By anybody but the author, once a reporter (B-28, P-14, Q-58). */
export const flag = (command: FlagReview, review: WrittenReview) => {
  const { flagId, reporterId, reporterType, reason, established, record, holdAtWeight, factsIfHeld, at } = command
  const { whose, status } = review
  const note = tidy(command.note)
  const earlier = review.flags.find((one) => one.flagId === flagId || one.reporterId === reporterId)
  if (earlier !== undefined) {
    const again = earlier.flagId === flagId && earlier.reporterId === reporterId
    return again && earlier.reason === reason && earlier.note === note
      ? accept()
      : reject({ type: 'AlreadyFlagged', flagId: earlier.flagId })
  }
  if (reporterId === whose.authorId) return reject({ type: 'SelfFlag' })
  if (status === 'HIDDEN' || status === 'REMOVED') return reject({ type: 'ReviewNotFlaggable', status })
  if (longerThan(longestNote, note)) return reject({ type: 'FlagNoteTooLong', most: longestNote })

  const waiting = pendingFlags(review)
  const caseNumber = waiting.length === 0 ? review.caseNumber + 1 : review.caseNumber
  const weight = flagWeight(established, record)
  const total = waiting.reduce((sum, one) => sum + one.weight, weight)
  const flagged: ReviewEvent = {
    type: 'ReviewFlagged',
    data: {
      ...whose,
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
  const reasons = { facts: factsIfHeld, ground: groundOf([...waiting, { reason }]), violation: null }
  const held = (statement: Statement): readonly ReviewEvent[] => [
    flagged,
    { type: 'ReviewHeld', data: { ...whose, caseNumber, ...statement, at } },
  ]
  return E.map(held)(stated(reasons, 'against', 'decision', at))
}

const bentOf = { UPHELD: 'against', DISMISSED: 'for', REVIEWED: 'neither' } as const satisfies Record<FlagOutcome, Bent>

/**
 * Upholding one flag answers the others too: the review they complain of is out of sight, and nobody who was right is
 * left waiting. When the last one is answered and none was upheld, a held review is seen again.
 */
export const decideFlag = (command: DecideFlag, review: WrittenReview) => {
  const { flagId, outcome, by, targetAccountId, at } = command
  const decided = review.flags.find((one) => one.flagId === flagId)
  if (decided === undefined) return reject({ type: 'FlagNotFound' })
  if (by === decided.reporterId || isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (decided.status !== 'PENDING')
    return decided.status === outcome ? accept() : reject({ type: 'FlagAlreadyDecided', status: decided.status })
  const notes = tidy(command.notes)
  const flaw = flawOfNotes(notes)
  if (flaw !== null) return reject(flaw)
  /** A threshold of flags brought it here: found by a machine, decided by a person. */
  const automation = review.status === 'PENDING_REVIEW' ? 'detection' : 'none'
  const ruled = (statement: Statement) => ruling({ ...command, notes }, decided, review, statement)
  return E.map(ruled)(stated(command.reasons, bentOf[outcome], automation, at))
}

const ruling = (command: DecideFlag, decided: Flag, review: WrittenReview, statement: Statement) => {
  const { outcome, by, notes, reasons, at } = command
  const others = pendingFlags(review).filter((one) => one !== decided)
  const following = { cause: 'flags', statement, at } as const
  const events: ReviewEvent[] = [answer(outcome, decided, review, { by, notes, ...statement, at })]
  if (outcome === 'UPHELD') {
    for (const other of others) events.push(answer('UPHELD', other, review, { by, notes: null, ...statement, at }))
    if (stands(review)) events.push({ type: 'ReviewHidden', data: outOfSight(review, following, reasons.violation) })
  } else if (others.length === 0 && review.status === 'PENDING_REVIEW')
    events.push({ type: 'ReviewRestored', data: consequence(review, following) })
  return events
}
