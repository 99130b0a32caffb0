import * as t from 'io-ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Stars, Whole } from '../kernel/primitives.ts'
import { addMissingStatement, statementFields, Violation } from '../kernel/statement-of-reasons.ts'
import { authorTypes, flagReasons, reasonCodes, targetTypes, visibilities } from './vocabulary.ts'

// --- Submission -------------------------------------------------------------------------------------

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
  /** BUSINESS: account id; USER: `clients.id`; PLACE: id of the places service. @rule Q-113 */
  targetId: clear(Id),
  /** @rule V-41 @rule B-10 */
  visibility: clear(oneOf(visibilities)),
}
const contentFields = {
  rating: clear(Stars),
  comment: pii('authorId', nullable(t.string), null),
  /** @rule V-39 */
  reasonCode: clear(oneOf(reasonCodes)),
  reasonTags: pii('authorId', t.readonlyArray(t.string), []),
}

export const ReviewSubmitted = event('ReviewSubmitted', { ...reviewFields, ...contentFields, at: clear(Instant) })
export const ReviewEdited = event('ReviewEdited', { ...reviewFields, ...contentFields, at: clear(Instant) })

// --- Flags ------------------------------------------------------------------------------------------

const flagFields = { ...reviewFields, flagId: clear(Id), reporterId: clear(Id) }
export const ReviewFlagged = event('ReviewFlagged', {
  ...flagFields,
  reporterType: clear(AuthorType),
  /** @rule V-45 */
  reason: clear(oneOf(flagReasons)),
  note: pii('reporterId', nullable(t.string), null),
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
  notes: pii('reporterId', nullable(t.string), null),
  ...statementFields('reporterId'),
  at: clear(Instant),
}
const withStatementUpcaster = (ground: 'OTHER' | 'NO_VIOLATION') => ({
  version: 2,
  upcast: { 1: addMissingStatement(ground) },
})
/** Closed without a verdict. */
export const FlagReviewed = event('FlagReviewed', flagDecisionFields, withStatementUpcaster('OTHER'))
export const FlagDismissed = event('FlagDismissed', flagDecisionFields, withStatementUpcaster('NO_VIOLATION'))
export const FlagUpheld = event('FlagUpheld', flagDecisionFields, withStatementUpcaster('OTHER'))

/** Hidden until its flags are decided, because their weight reached the threshold. @rule Q-53 @rule Q-54 */
export const ReviewHeld = event(
  'ReviewHeld',
  { ...reviewFields, caseNumber: clear(Whole), ...statementFields('authorId'), at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingStatement('OTHER', 'decision') } },
)

// --- Moderation -------------------------------------------------------------------------------------

const moderationFields = {
  ...reviewFields,
  /** The moderator; null if the change follows from deciding the flags, the dispute or an appeal. */
  by: clear(nullable(Id)),
  cause: clear(oneOf(['moderator', 'flags', 'dispute', 'appeal'])),
  notes: pii('authorId', nullable(t.string), null),
  /** Current stars. */
  rating: clear(Stars),
  ...statementFields('authorId'),
  at: clear(Instant),
}
/** The violation held against the author; null if the decision names none. */
const violationField = clear(nullable(Violation))
const withReasonsUpcaster = {
  version: 2,
  upcast: {
    1: (data: Readonly<Record<string, unknown>>) => ({ ...addMissingStatement('OTHER')(data), violation: null }),
  },
}
export const ReviewHidden = event(
  'ReviewHidden',
  { ...moderationFields, violation: violationField },
  withReasonsUpcaster,
)
export const ReviewRemoved = event(
  'ReviewRemoved',
  { ...moderationFields, violation: violationField },
  withReasonsUpcaster,
)
export const ReviewRestored = event('ReviewRestored', moderationFields, withStatementUpcaster('NO_VIOLATION'))

// --- Appeals ----------------------------------------------------------------------------------------

/** The decision of an appeal was applied, whether or not it changed the review. */
const AppealApplied = event('AppealApplied', {
  ...reviewFields,
  /** Id of the event that decided the appeal. */
  rulingId: clear(Id),
  to: clear(oneOf(['ACTIVE', 'HIDDEN', 'REMOVED'])),
  by: clear(Id),
  at: clear(Instant),
})
/** An appeal reversed the outcome of a flag. */
export const FlagReversed = event('FlagTurned', {
  ...flagFields,
  caseNumber: clear(Whole),
  rulingId: clear(Id),
  outcome: clear(oneOf(['DISMISSED', 'UPHELD'])),
  by: clear(Id),
  ...statementFields('reporterId'),
  at: clear(Instant),
})

export const ReviewEvents = family(
  ReviewSubmitted,
  ReviewEdited,
  ReviewFlagged,
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  AppealApplied,
  FlagReversed,
)
export type ReviewEvent = EventIn<typeof ReviewEvents>
