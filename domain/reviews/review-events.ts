import * as t from 'io-ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Stars, Whole } from '../kernel/primitives.ts'
import { addMissingStatement, statementFields, Violation } from '../kernel/statement-of-reasons.ts'

/** `user` is a business account, `client` a client account; both write, both report (V-36, V-44, P-12, Q-56). */
export const AuthorType = oneOf(['user', 'client'])
export type AuthorType = t.TypeOf<typeof AuthorType>
/** A client, a place of the map, or a business that is registered (V-37, Q-113). */
export const TargetType = oneOf(['USER', 'PLACE', 'BUSINESS'])
export type TargetType = t.TypeOf<typeof TargetType>
/** What the review is mostly about (V-39). */
export const ReasonCode = oneOf(['CLEANLINESS', 'SERVICE', 'PRICE', 'LOCATION', 'CHECKIN', 'PAYMENT', 'OTHER'])
export type ReasonCode = t.TypeOf<typeof ReasonCode>
/** Anonymous for everybody, or for its target alone (V-41, B-10). */
export const Visibility = oneOf(['PUBLIC_ANONYMOUS', 'PRIVATE_TO_BUSINESS'])
export type Visibility = t.TypeOf<typeof Visibility>
/** Why it is reported (V-45). */
export const FlagReason = oneOf(['SPAM', 'INAPPROPRIATE', 'FAKE', 'OFFENSIVE', 'OTHER'])
export type FlagReason = t.TypeOf<typeof FlagReason>

/** On every event of a review, so that any reader knows whose it is without looking elsewhere. */
const reviewFields = {
  reviewId: clear(Id),
  /** The author's account; reaches nobody but moderators. */
  authorId: clear(Id),
  authorType: clear(AuthorType),
  targetType: clear(TargetType),
  /** BUSINESS: its account; USER: `clients.id`; PLACE: the place's id. */
  targetId: clear(Id),
  visibility: clear(Visibility),
}
const contentFields = {
  rating: clear(Stars),
  comment: pii('authorId', nullable(t.string), null),
  reasonCode: clear(ReasonCode),
  reasonTags: pii('authorId', t.readonlyArray(t.string), []),
}

export const ReviewSubmitted = event('ReviewSubmitted', { ...reviewFields, ...contentFields, at: clear(Instant) })
export const ReviewEdited = event('ReviewEdited', { ...reviewFields, ...contentFields, at: clear(Instant) })

const flagFields = { ...reviewFields, flagId: clear(Id), reporterId: clear(Id) }
export const ReviewFlagged = event('ReviewFlagged', {
  ...flagFields,
  reporterType: clear(AuthorType),
  reason: clear(FlagReason),
  note: pii('reporterId', nullable(t.string), null),
  /** Hundredths: 100 is an ordinary reporter's flag, 0 one that does not count toward the threshold. */
  weight: clear(Whole),
  /** Which formula gave the weight. */
  weightVersion: clear(Whole),
  /** Which of the review's cases it belongs to; a new one begins when no flag is pending. */
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
/** Seen and closed without a verdict. */
export const FlagReviewed = event('FlagReviewed', flagDecisionFields, withStatementUpcaster('OTHER'))
export const FlagDismissed = event('FlagDismissed', flagDecisionFields, withStatementUpcaster('NO_VIOLATION'))
export const FlagUpheld = event('FlagUpheld', flagDecisionFields, withStatementUpcaster('OTHER'))

/** Enough weight of pending flags: out of sight until they are decided. */
export const ReviewHeld = event(
  'ReviewHeld',
  { ...reviewFields, caseNumber: clear(Whole), ...statementFields('authorId'), at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingStatement('OTHER', 'decision') } },
)

const moderationFields = {
  ...reviewFields,
  /** The moderator; null when it follows from the flags', the dispute's or an appeal's own decision. */
  by: clear(nullable(Id)),
  cause: clear(oneOf(['moderator', 'flags', 'dispute', 'appeal'])),
  notes: pii('authorId', nullable(t.string), null),
  /** What counts again or no longer: the stars as they stand. */
  rating: clear(Stars),
  ...statementFields('authorId'),
  at: clear(Instant),
}
/** What the author is to answer for; null when nobody named it. */
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

/** What an appeal decided reached the review, whether or not that changed anything any more. */
export const AppealApplied = event('AppealApplied', {
  ...reviewFields,
  /** The event that decided the appeal. */
  rulingId: clear(Id),
  to: clear(oneOf(['ACTIVE', 'HIDDEN', 'REMOVED'])),
  by: clear(Id),
  at: clear(Instant),
})
/** An appeal turned what had been answered to a reporter. */
export const FlagTurned = event('FlagTurned', {
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
  FlagTurned,
)
export type ReviewEvent = EventIn<typeof ReviewEvents>
