import * as t from 'io-ts'
import { changeFields, OrderedMap, PersistentMap, PersistentSet } from '../kernel/collections.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Stars, Text, Whole } from '../kernel/primitives.ts'
import { addMissingStatementOfReasons, statementOfReasonsFields, Violation } from '../kernel/statement-of-reasons.ts'
import { trimToNull } from '../kernel/text.ts'
import {
  authorTypes,
  type FlagOutcome,
  type FlagReason,
  flagReasons,
  reasonCodes,
  type ReviewStatus,
  targetTypes,
  visibilities,
} from './vocabulary.ts'

// --- Events: submission -------------------------------------------------------------------------------------

/** @rule V-36 @rule V-44 @rule P-12 @rule Q-56 businesses and clients both write and flag reviews */
const AuthorType = oneOf(authorTypes)

/** Identity of the review, repeated on each of its events so that readers need no lookup. */
const reviewFields = {
  reviewId: clear(Id),
  /** The author's account; visible to moderators only. @rule Q-60 */
  authorId: clear(Id),
  authorType: clear(AuthorType),
  /** @rule V-37 */
  targetType: clear(oneOf(targetTypes)),
  /** BUSINESS: account id; USER: client id (not the account id); PLACE: id of a town in the gazetteer. @rule Q-113 */
  targetId: clear(Id),
  /** @rule V-41 @rule B-10 */
  visibility: clear(oneOf(visibilities)),
}
const contentFields = {
  /** The stars; a stored name. */
  rating: clear(Stars),
  comment: pii('authorId', nullable(Text), null),
  /** @rule V-39 */
  reasonCode: clear(oneOf(reasonCodes)),
  reasonTags: pii('authorId', t.readonlyArray(Text), []),
}

export const ReviewSubmitted = event('ReviewSubmitted', { ...reviewFields, ...contentFields, at: clear(Instant) })
export const ReviewEdited = event(
  'ReviewEdited',
  {
    ...reviewFields,
    ...contentFields,
    /** The reason before the edit, and when the review was submitted; null in events of version 1. */
    formerReasonCode: clear(nullable(oneOf(reasonCodes))),
    submittedAt: clear(nullable(Instant)),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, formerReasonCode: null, submittedAt: null }) } },
)

// --- Events: flags ----------------------------------------------------------------------------------

const flagFields = { ...reviewFields, flagId: clear(Id), reporterId: clear(Id) }
export const ReviewFlagged = event('ReviewFlagged', {
  ...flagFields,
  reporterType: clear(AuthorType),
  /** @rule V-45 */
  reason: clear(oneOf(flagReasons)),
  note: pii('reporterId', nullable(Text), null),
  /** Hundredths of an ordinary flag; 0 does not count towards the threshold. @rule Q-54 */
  weight: clear(Whole),
  /** Version of the weight formula. */
  weightVersion: clear(Whole),
  /** The review's case that the flag belongs to; a flag starts a new case when no other is pending. */
  caseNumber: clear(Whole),
  at: clear(Instant),
})
const flagDecisionFields = {
  ...flagFields,
  caseNumber: clear(Whole),
  by: clear(Id),
  notes: pii('reporterId', nullable(Text), null),
  ...statementOfReasonsFields('reporterId'),
  at: clear(Instant),
}
const statementUpcaster = (ground: 'OTHER' | 'NO_VIOLATION') => ({
  version: 2,
  upcast: { 1: addMissingStatementOfReasons(ground) },
})
/** Closed neither upheld nor dismissed: by a moderator, or because the review was decided for another reason. */
export const FlagClosed = event('FlagReviewed' /* stored name */, flagDecisionFields, statementUpcaster('OTHER'))
export const FlagDismissed = event('FlagDismissed', flagDecisionFields, statementUpcaster('NO_VIOLATION'))
export const FlagUpheld = event('FlagUpheld', flagDecisionFields, statementUpcaster('OTHER'))

/**
 * Not visible, because the weight of its flags reached the threshold (`flags`) or it is surplus of a burst (`burst`).
 * Deciding the last flag without upholding any restores it, upholding a flag hides it, upholding its dispute removes it;
 * without flags, a moderator sets its status.
 * @rule Q-53 @rule Q-54 @rule Q-125
 */
export const ReviewHeld = event(
  'ReviewHeld',
  {
    ...reviewFields,
    caseNumber: clear(Whole),
    cause: clear(oneOf(['flags', 'burst'])),
    ...statementOfReasonsFields('authorId'),
    at: clear(Instant),
  },
  {
    version: 3,
    upcast: {
      1: addMissingStatementOfReasons('OTHER', 'decision'),
      2: (data: Readonly<Record<string, unknown>>) => ({ ...data, cause: 'flags' }),
    },
  },
)

// --- Events: moderation -----------------------------------------------------------------------------

const moderationFields = {
  ...reviewFields,
  /** The moderator; null if the change follows from deciding the flags, the dispute or an appeal. */
  by: clear(nullable(Id)),
  cause: clear(oneOf(['moderator', 'flags', 'dispute', 'appeal'])),
  notes: pii('authorId', nullable(Text), null),
  /** Current stars; a stored name. */
  rating: clear(Stars),
  ...statementOfReasonsFields('authorId'),
  at: clear(Instant),
}
/** The violation held against the author; null if the decision names none. */
const violationField = clear(nullable(Violation))
const statementAndViolationUpcaster = {
  version: 2,
  upcast: {
    1: (data: Readonly<Record<string, unknown>>) => ({
      ...addMissingStatementOfReasons('OTHER')(data),
      violation: null,
    }),
  },
}
export const ReviewHidden = event(
  'ReviewHidden',
  { ...moderationFields, violation: violationField },
  statementAndViolationUpcaster,
)
export const ReviewRemoved = event(
  'ReviewRemoved',
  { ...moderationFields, violation: violationField },
  statementAndViolationUpcaster,
)
export const ReviewRestored = event('ReviewRestored', moderationFields, statementUpcaster('NO_VIOLATION'))

// --- Events: appeals --------------------------------------------------------------------------------

/** The decision on an appeal was applied, whether or not it changed the review. */
const AppealApplied = event('AppealApplied', {
  ...reviewFields,
  /** Id of the event that decided the appeal. */
  rulingId: clear(Id),
  to: clear(oneOf(['ACTIVE', 'HIDDEN', 'REMOVED'])),
  by: clear(Id),
  at: clear(Instant),
})
/** An appeal overturned the outcome of a flag. */
export const FlagOverturned = event('FlagTurned' /* stored name */, {
  ...flagFields,
  caseNumber: clear(Whole),
  rulingId: clear(Id),
  outcome: clear(oneOf(['DISMISSED', 'UPHELD'])),
  by: clear(Id),
  ...statementOfReasonsFields('reporterId'),
  at: clear(Instant),
})

export const ReviewEvents = family(
  ReviewSubmitted,
  ReviewEdited,
  ReviewFlagged,
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  AppealApplied,
  FlagOverturned,
)
export type ReviewEvent = EventIn<typeof ReviewEvents>

// --- State ------------------------------------------------------------------------------------------

export type Submission = DataOf<ReviewEvent, 'ReviewSubmitted'>
export type ReviewIdentity = Pick<
  Submission,
  'reviewId' | 'authorId' | 'authorType' | 'targetType' | 'targetId' | 'visibility'
>
type StoredContent = Pick<Submission, keyof typeof contentFields>
/** `stars` are the `rating` of events and commands. */
export type ReviewContent = Omit<StoredContent, 'rating'> & { readonly stars: number }

export interface Flag {
  readonly flagId: string
  readonly reporterId: string
  readonly reason: FlagReason
  readonly note: string | null
  readonly weight: number
  readonly caseNumber: number
  readonly status: 'PENDING' | FlagOutcome
}

export interface ExistingReview {
  readonly status: ReviewStatus
  readonly identity: ReviewIdentity
  /** As first submitted, for comparison with a repeated submission. Requires decrypted personal data, like `content`. */
  readonly submitted: Submission
  /** Current content; an edit replaces all of it. */
  readonly content: ReviewContent
  /** The most stars it has had. */
  readonly highestStars: number
  /** When its author last lowered the stars to a number that `isLoweredFar`; null while they are higher. */
  readonly loweredAt: Instant | null
  /** By id, in the order in which they were raised. */
  readonly flags: OrderedMap<string, Flag>
  /** Id of each reporter's flag; of the first one, should a stream contain several. */
  readonly flagIdByReporter: PersistentMap<string, string>
  readonly pendingTotals: PendingFlagTotals
  /** The latest case; 0 before the first flag. */
  readonly caseNumber: number
  /** It has been held as surplus of a burst, and is not again. @rule Q-125 */
  readonly wasSurplus: boolean
  /** A dispute removed the review. It cannot remove it again after a restoration. */
  readonly removedByDispute: boolean
  /** Ids of the appeal decisions (rulings) applied so far. */
  readonly appliedRulings: PersistentSet<string>
}

/** Number of the pending flags and sum of their weights. */
interface PendingFlagTotals {
  readonly count: number
  readonly weight: number
}

export type ReviewState = { readonly status: 'NONE' } | ExistingReview

// --- Evolve -----------------------------------------------------------------------------------------

export const evolve = (state: ReviewState, event: ReviewEvent): ReviewState => {
  if (event.type === 'ReviewSubmitted') return submittedReview(event.data)
  if (state.status === 'NONE') return state
  switch (event.type) {
    case ReviewEdited.type:
      return withContent(state, event.data)
    case ReviewFlagged.type:
      return withPendingFlag(state, event.data)
    case FlagClosed.type:
      return withFlagStatus(state, event.data.flagId, 'REVIEWED')
    case FlagDismissed.type:
      return withFlagStatus(state, event.data.flagId, 'DISMISSED')
    case FlagUpheld.type:
      return withFlagStatus(state, event.data.flagId, 'UPHELD')
    case FlagOverturned.type:
      return withFlagStatus(state, event.data.flagId, event.data.outcome)
    case AppealApplied.type:
      return { ...state, appliedRulings: state.appliedRulings.add(event.data.rulingId) }
    case ReviewHeld.type:
      return {
        ...state,
        status: 'PENDING_REVIEW',
        caseNumber: event.data.caseNumber,
        wasSurplus: state.wasSurplus || event.data.cause === 'burst',
      }
    case ReviewHidden.type:
      return { ...state, status: 'HIDDEN' }
    case ReviewRestored.type:
      return { ...state, status: 'ACTIVE' }
    case ReviewRemoved.type:
      return {
        ...state,
        status: 'REMOVED',
        removedByDispute: state.removedByDispute || event.data.cause === 'dispute',
      }
  }
}

const submittedReview = (data: Submission): ExistingReview => ({
  status: 'ACTIVE',
  identity: identityOf(data),
  submitted: submissionOf(data),
  content: contentOf(data),
  highestStars: data.rating,
  loweredAt: null,
  flags: OrderedMap(),
  flagIdByReporter: PersistentMap(),
  pendingTotals: { count: 0, weight: 0 },
  caseNumber: 0,
  wasSurplus: false,
  removedByDispute: false,
  appliedRulings: PersistentSet(),
})

const withContent = (state: ExistingReview, data: DataOf<ReviewEvent, 'ReviewEdited'>): ExistingReview => {
  const content = contentOf(data)
  const highestStars = Math.max(state.highestStars, content.stars)
  const lastLoweredAt = content.stars < state.content.stars ? data.at : state.loweredAt
  return {
    ...state,
    content,
    highestStars,
    loweredAt: isLoweredFar(content.stars, highestStars) ? lastLoweredAt : null,
  }
}

const withPendingFlag = (state: ExistingReview, data: DataOf<ReviewEvent, 'ReviewFlagged'>): ExistingReview => {
  const { flagId, reporterId, weight, caseNumber } = data
  const { flagIdByReporter, pendingTotals } = state
  return {
    ...state,
    flags: state.flags.set(flagId, pendingFlag(data)),
    flagIdByReporter: flagIdByReporter.has(reporterId) ? flagIdByReporter : flagIdByReporter.set(reporterId, flagId),
    pendingTotals: { count: pendingTotals.count + 1, weight: pendingTotals.weight + weight },
    caseNumber,
  }
}

const pendingFlag = ({
  flagId,
  reporterId,
  reason,
  note,
  weight,
  caseNumber,
}: DataOf<ReviewEvent, 'ReviewFlagged'>): Flag => ({
  flagId,
  reporterId,
  reason,
  note,
  weight,
  caseNumber,
  status: 'PENDING',
})

const withFlagStatus = (state: ExistingReview, flagId: string, status: FlagOutcome): ExistingReview => {
  const { pendingTotals } = state
  const flag = state.flags.get(flagId)
  const flags = changeFields(state.flags, flagId, { status })
  if (flag?.status !== 'PENDING') return { ...state, flags }
  return {
    ...state,
    flags,
    pendingTotals: { count: pendingTotals.count - 1, weight: pendingTotals.weight - flag.weight },
  }
}

// --- Predicates -------------------------------------------------------------------------------------

/** @rule Q-132 by two stars or more, in one edit or in several */
const isLoweredFar = (stars: number, highestStars: number): boolean => stars <= starsLoweredFar(highestStars)

/** The most stars that are far below these. */
export const starsLoweredFar = (highestStars: number): number => highestStars - 2

/** Neither hidden nor removed. Only active reviews are visible; a held one awaits a decision. */
export const isActiveOrHeld = <R extends { readonly status: ReviewState['status'] }>(
  review: R,
): review is R & { readonly status: 'ACTIVE' | 'PENDING_REVIEW' } =>
  review.status === 'ACTIVE' || review.status === 'PENDING_REVIEW'

export const pendingFlags = <F extends Pick<Flag, 'status'>>({ flags }: { readonly flags: Listed<F> }): readonly F[] =>
  [...flags.values()].filter(({ status }) => status === 'PENDING')

/** The number of the case that a new flag joins: the open one of a held or flagged review, or the next. */
export const currentCase = ({ status, pendingTotals, caseNumber }: ExistingReview): number =>
  pendingTotals.count > 0 || status === 'PENDING_REVIEW' ? caseNumber : caseNumber + 1

/** A list, or a map by id. */
interface Listed<T> {
  readonly values: () => Iterable<T>
}

/** The part of a review that determines its parties. */
export interface ReviewParties {
  readonly identity: Pick<ReviewIdentity, 'authorId' | 'targetType' | 'targetId'>
  readonly flags: Listed<Pick<Flag, 'reporterId' | 'status'>>
}

/** The author and the reporters of pending flags. */
export const authorAndPendingReporters = (review: ReviewParties): readonly string[] => [
  review.identity.authorId,
  ...pendingFlags(review).map(({ reporterId }) => reporterId),
]

/** Whether the account is the author, a reporter of a pending flag, or the target. */
export const isParty = (review: ReviewParties, accountId: string, targetAccountId: string | null): boolean =>
  accountId === targetAccountId ||
  (review.identity.targetType === 'BUSINESS' && accountId === review.identity.targetId) ||
  authorAndPendingReporters(review).includes(accountId)

export const contentOf = ({ rating: stars, comment, reasonCode, reasonTags }: StoredContent): ReviewContent => {
  const tags = reasonTags.map((tag) => tag.trim())
  return { stars, comment: trimToNull(comment), reasonCode, reasonTags: tags }
}

export const storedContentOf = ({ stars, ...content }: ReviewContent): StoredContent => ({ rating: stars, ...content })

export const submissionOf = (data: Submission): Submission => ({
  ...identityOf(data),
  ...storedContentOf(contentOf(data)),
  at: data.at,
})

/** @rule V-38 the target id is trimmed */
const identityOf = ({
  reviewId,
  authorId,
  authorType,
  targetType,
  targetId,
  visibility,
}: ReviewIdentity): ReviewIdentity => {
  const trimmed = targetId.trim()
  return { reviewId, authorId, authorType, targetType, targetId: trimmed, visibility }
}
