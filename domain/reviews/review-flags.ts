import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { DataOf, OfType } from '../kernel/event.ts'
import { E, pipe } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Direction,
  type Ground,
  type Reasons,
  type ReasonsRejection,
  type StatementOfReasons,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import {
  type ExistingReview,
  type Flag,
  isActiveOrHeld,
  isParty,
  currentCase,
  pendingFlags,
  type ReviewEvent,
  type ReviewParties,
} from './review-state.ts'
import {
  flagDecidedEvent,
  adverseEventData,
  maxNotesLength,
  type ModeratorNotesTooLong,
  followUpEventData,
} from './review-moderation.ts'
import { type ReporterRecord, flagWeight, flagWeightVersion } from './flag-weight.ts'
import {
  type AuthorType,
  type FlagOutcome,
  flagOutcomes,
  type FlagReason,
  type ReviewStatus,
  textLengths,
} from './vocabulary.ts'

// --- Commands and rejections ------------------------------------------------------------------------

export interface FlagReview {
  readonly type: 'FlagReview'
  readonly flagId: string
  readonly reporterId: string
  readonly reporterType: AuthorType
  readonly reason: FlagReason
  readonly note: string | null
  /** Whether the reporter's flags count towards the threshold. @rule Q-54 */
  readonly established: boolean
  readonly reporterRecord: ReporterRecord
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
  /** The reporter wrote the review. */
  | { readonly type: 'SelfFlag' }
  /** The reporter has flagged this review before, or another flag has this id. */
  | { readonly type: 'AlreadyFlagged'; readonly flagId: string }
  /** The flagged review is hidden or removed. */
  | { readonly type: 'ReviewNotFlaggable'; readonly status: ReviewStatus }
  /** The reporter's note exceeds the limit. */
  | { readonly type: 'FlagNoteTooLong'; readonly max: number }
  /** The review has no flag with this id. */
  | { readonly type: 'FlagNotFound' }
  /** A moderator decides a flag that has a different outcome already. */
  | { readonly type: 'FlagAlreadyDecided'; readonly status: FlagOutcome }

type Decision = DecisionOf<ReviewEvent, FlagRejection>

// --- Flagging ---------------------------------------------------------------------------------------

/** Facts that decide whether this reporter may flag the review. */
interface FlaggableReview {
  readonly isAuthor: boolean
  /** The reporter's earlier flag, or another reporter's with the same id; null without one. */
  readonly earlierFlagId: string | null
  readonly status: ReviewStatus
}

/**
 * Why the review cannot be flagged by the reporter; null if it can.
 * @rule B-28 one flag per reporter
 * @rule Q-58 authors cannot flag their own review
 * @rule S-11 not while hidden or removed
 */
export const flaggingRejection = ({ isAuthor, earlierFlagId, status }: FlaggableReview): FlagRejection | null => {
  if (earlierFlagId !== null) return { type: 'AlreadyFlagged', flagId: earlierFlagId }
  if (isAuthor) return { type: 'SelfFlag' }
  return isActiveOrHeld({ status }) ? null : { type: 'ReviewNotFlaggable', status }
}

/**
 * Flags the review, and holds it for moderation when the weight of its pending flags reaches `holdAtWeight`.
 * @rule V-46 @rule C-24 length of the note
 * @rule Q-53 @rule Q-54 weighted threshold
 */
export const flagReview = (command: FlagReview, review: ExistingReview): Decision => {
  const note = trimToNull(command.note)
  const earlier = review.flags.get(review.flagIdByReporter.get(command.reporterId) ?? command.flagId)
  if (earlier !== undefined && isRepeated({ ...command, note }, earlier)) return nothing
  const rejection = flaggingRejection({
    isAuthor: command.reporterId === review.identity.authorId,
    earlierFlagId: earlier?.flagId ?? null,
    status: review.status,
  })
  if (rejection !== null) return reject(rejection)
  const { max } = textLengths.flagNote
  if (exceeds(note, max)) return reject({ type: 'FlagNoteTooLong', max })

  const flagged = reviewFlaggedEvent({ ...command, note }, review)
  return reachesThreshold(review, flagged.data, command.holdAtWeight)
    ? flagAndHold(command, flagged, review)
    : accept(flagged)
}

const isRepeated = (command: FlagReview, earlier: Flag): boolean =>
  earlier.flagId === command.flagId &&
  earlier.reporterId === command.reporterId &&
  earlier.reason === command.reason &&
  earlier.note === command.note

/** A flag joins the case of the pending flags, or starts a new one. */
const reviewFlaggedEvent = (command: FlagReview, review: ExistingReview): OfType<ReviewEvent, 'ReviewFlagged'> => {
  const { flagId, reporterId, reporterType, reason, note, established, reporterRecord, at } = command
  const caseNumber = currentCase(review)
  const weight = flagWeight(established, reporterRecord)
  const flag = { flagId, reporterId, reporterType, reason, note, weight, weightVersion: flagWeightVersion, caseNumber }
  return { type: 'ReviewFlagged', data: { ...review.identity, ...flag, at } }
}

const reachesThreshold = (
  review: ExistingReview,
  { weight }: DataOf<ReviewEvent, 'ReviewFlagged'>,
  holdAtWeight: number,
): boolean => review.status === 'ACTIVE' && review.pendingTotals.weight + weight >= holdAtWeight

/** The system holds the review, for the reason that its pending flags state most often. */
const flagAndHold = (
  { reason, heldFacts, at }: FlagReview,
  flagged: OfType<ReviewEvent, 'ReviewFlagged'>,
  review: ExistingReview,
): Decision => {
  const ground = groundOfFlags([...pendingFlags(review), { reason }])
  const { caseNumber } = flagged.data
  return pipe(
    createStatementOfReasons({ facts: heldFacts, ground, violation: null }, 'adverse', 'decision', at),
    E.flatMap((statementOfReasons): Decision =>
      accept(flagged, {
        type: 'ReviewHeld',
        data: { ...review.identity, caseNumber, cause: 'flags', ...statementOfReasons, at },
      }),
    ),
  )
}

/** The most frequent reason, the earliest on a tie; OTHER without flags. */
export const groundOfFlags = (flags: readonly { readonly reason: FlagReason }[]): Ground => {
  const frequencies = new Map<FlagReason, number>()
  for (const { reason } of flags) frequencies.set(reason, (frequencies.get(reason) ?? 0) + 1)
  const [mostFrequent] = [...frequencies].toSorted(([, first], [, second]) => second - first)
  return mostFrequent?.[0] ?? 'OTHER'
}

// --- Deciding flags ---------------------------------------------------------------------------------

/** Direction of each outcome for the author. */
export const flagDirections = {
  UPHELD: 'adverse',
  DISMISSED: 'favourable',
  REVIEWED: 'neutral',
} as const satisfies Record<FlagOutcome, Direction>

const isPartyToFlag = (
  flag: Pick<Flag, 'reporterId'>,
  review: ReviewParties,
  by: string,
  targetAccountId: string | null,
): boolean => by === flag.reporterId || isParty(review, by, targetAccountId)

/** How the moderator may decide the flag. */
export const allowedFlagOutcomes = (
  flag: Pick<Flag, 'reporterId' | 'status'>,
  review: ReviewParties,
  by: string,
  targetAccountId: string | null,
): readonly FlagOutcome[] =>
  flag.status === 'PENDING' && !isPartyToFlag(flag, review, by, targetAccountId) ? flagOutcomes : []

/**
 * Decides a pending flag. Upholding it hides the review and upholds the other pending flags; deciding the last flag
 * without upholding any restores a held review.
 * @rule Q-53 @rule Q-54
 */
export const decideFlag = (command: DecideFlag, review: ExistingReview): Decision => {
  const { flagId, outcome, by, targetAccountId, reasons, at } = command
  const flag = review.flags.get(flagId)
  if (flag === undefined) return reject({ type: 'FlagNotFound' })
  if (isPartyToFlag(flag, review, by, targetAccountId)) return reject(conflictOfInterest)
  if (flag.status !== 'PENDING')
    return flag.status === outcome ? nothing : reject({ type: 'FlagAlreadyDecided', status: flag.status })
  const notes = trimToNull(command.notes)
  if (exceeds(notes, maxNotesLength)) return reject({ type: 'ModeratorNotesTooLong', max: maxNotesLength })

  // DSA, article 17: the weight of the flags detected it automatically, but a person decides
  const automation = review.status === 'PENDING_REVIEW' ? 'detection' : 'none'
  return pipe(
    createStatementOfReasons(reasons, flagDirections[outcome], automation, at),
    E.map((statementOfReasons) => flagDecisionEvents({ ...command, notes }, flag, review, statementOfReasons)),
  )
}

const flagDecisionEvents = (
  { outcome, by, notes, reasons, at }: DecideFlag,
  flag: Flag,
  review: ExistingReview,
  statementOfReasons: StatementOfReasons,
): readonly ReviewEvent[] => {
  const decided = flagDecidedEvent(outcome, flag, review, { by, notes, ...statementOfReasons, at })
  const otherFlags = pendingFlags(review).filter((other) => other !== flag)
  const cause = { cause: 'flags', statementOfReasons, at } as const
  if (outcome !== 'UPHELD') {
    const restores = review.status === 'PENDING_REVIEW' && otherFlags.length === 0
    return restores ? [decided, { type: 'ReviewRestored', data: followUpEventData(review, cause) }] : [decided]
  }
  const othersUpheld = otherFlags.map((other) =>
    flagDecidedEvent('UPHELD', other, review, { by, notes: null, ...statementOfReasons, at }),
  )
  return isActiveOrHeld(review)
    ? [decided, ...othersUpheld, { type: 'ReviewHidden', data: adverseEventData(review, cause, reasons.violation) }]
    : [decided, ...othersUpheld]
}
