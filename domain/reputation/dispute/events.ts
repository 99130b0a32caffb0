import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull } from '../../kernel/primitives.ts'
import { unstated } from '../../kernel/reasons.ts'
import { statement, Violation } from '../../kernel/statement.ts'

/** Why it is disputed (V-47). */
export const DisputeReason = oneOf(['INCORRECT_INFO', 'UNFAIR_RATING', 'POLICY_VIOLATION', 'OTHER'])
export type DisputeReason = t.TypeOf<typeof DisputeReason>
export const Party = oneOf(['business', 'author'])
export type Party = t.TypeOf<typeof Party>

/** A review has one dispute at most, so the dispute's id is the review's (B-28). */
const whose = { disputeId: clear(Id), reviewId: clear(Id), businessId: clear(Id) }

export const DisputeOpened = event('DisputeOpened', {
  ...whose,
  reason: clear(DisputeReason),
  message: pii('businessId', t.string, ''),
  evidenceUrls: pii('businessId', t.readonlyArray(t.string), []),
  /** End of the fifth Italian working day after it was opened (B-47). */
  dueAt: clear(Instant),
  at: clear(Instant),
})
/** What a side has to say beside what the dispute says. */
export const StatementFiled = event('StatementFiled', {
  ...whose,
  statementId: clear(Id),
  party: clear(Party),
  /** The account behind the side. */
  partyId: clear(Id),
  message: pii('partyId', t.string, ''),
  at: clear(Instant),
})
const ruling = {
  ...whose,
  by: clear(Id),
  moderatorNotes: pii('businessId', orNull(t.string), null),
  resolution: pii('businessId', orNull(t.string), null),
  at: clear(Instant),
}
export const DisputeTakenUnderReview = event('DisputeTakenUnderReview', ruling)
const decision = { ...ruling, ...statement('businessId') }
export const DisputeUpheld = event(
  'DisputeUpheld',
  /** What the review's author is to answer for; null when nobody named it. */
  { ...decision, violation: clear(orNull(Violation)) },
  { version: 2, upcast: { 1: (data) => ({ ...unstated('OTHER')(data), violation: null }) } },
)
export const DisputeRejected = event('DisputeRejected', decision, {
  version: 2,
  upcast: { 1: unstated('NO_VIOLATION') },
})
/** Filed away; the outcome, if there was one, stays. */
export const DisputeClosed = event('DisputeClosed', ruling)
/** The content disputed is gone, so there is nothing left to decide. */
export const DisputeVoided = event('DisputeVoided', {
  ...whose,
  cause: clear(oneOf(['review-removed', 'review-hidden'])),
  at: clear(Instant),
})

/** An appeal turned its outcome. */
export const DisputeTurned = event('DisputeTurned', {
  ...whose,
  /** The event that decided the appeal. */
  rulingId: clear(Id),
  outcome: clear(oneOf(['upheld', 'rejected'])),
  by: clear(Id),
  ...statement('businessId'),
  at: clear(Instant),
})

export const DisputeEvents = family(
  DisputeOpened,
  StatementFiled,
  DisputeTakenUnderReview,
  DisputeUpheld,
  DisputeRejected,
  DisputeClosed,
  DisputeVoided,
  DisputeTurned,
)
export type DisputeEvent = EventIn<typeof DisputeEvents>
