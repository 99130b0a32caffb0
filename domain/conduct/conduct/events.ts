import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'
import { statement } from '../../kernel/statement.ts'

/** V-56 */
export const SanctionReason = oneOf([
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
])
export type SanctionReason = t.TypeOf<typeof SanctionReason>
/** V-57: LOW warns, MEDIUM and HIGH suspend, PERMANENT has no end. */
export const Severity = oneOf(['LOW', 'MEDIUM', 'HIGH', 'PERMANENT'])
export type Severity = t.TypeOf<typeof Severity>
/** `user` is a business account, `client` a client account. */
export const UserType = oneOf(['user', 'client'])
export type UserType = t.TypeOf<typeof UserType>
/** What brought it about. */
export const Trigger = oneOf([
  'FLAG_UPHELD',
  'DISPUTE_UPHELD',
  'REVIEW_REMOVED',
  'DISPUTES_LOST',
  'FLAGS_DISMISSED',
  'MODERATOR',
])
export type Trigger = t.TypeOf<typeof Trigger>

export const Evidence = t.readonly(
  t.strict({
    /** The review it is about; null when it is about none, or about several. */
    reviewId: orNull(Id),
    /** The moderator whose decision it follows from. */
    decidedBy: orNull(Id),
    /** Of disputes lost and flags dismissed: how many of those decided, in how many days; null days are all there were. */
    lost: orNull(Whole),
    decided: orNull(Whole),
    windowDays: orNull(Whole),
  }),
)
export type Evidence = t.TypeOf<typeof Evidence>

const whose = { accountId: clear(Id) }
const cause = { reason: clear(SanctionReason), trigger: clear(Trigger), evidence: clear(Evidence) }

export const ViolationRecorded = event('ViolationRecorded', {
  ...whose,
  userType: clear(UserType),
  violationId: clear(Id),
  ...cause,
  /** What the ladder answers it with. */
  severity: clear(Severity),
  /** Which strike it is; 0 when it leaves the ladder where it stands. */
  strike: clear(Whole),
  at: clear(Instant),
})
/** How a dispute this business opened was decided: those it loses are weighed together. */
export const DisputeOutcomeNoted = event('DisputeOutcomeNoted', {
  ...whose,
  disputeId: clear(Id),
  outcome: clear(oneOf(['upheld', 'rejected'])),
  at: clear(Instant),
})
/** How a flag this account raised was decided, or turned since: those dismissed are weighed together. */
export const FlagOutcomeNoted = event('FlagOutcomeNoted', {
  ...whose,
  flagId: clear(Id),
  /** Who wrote what was flagged: no judge of how it was. */
  authorId: clear(Id),
  outcome: clear(oneOf(['upheld', 'dismissed'])),
  at: clear(Instant),
})
const question = {
  ...whose,
  /** Which question about this account's flagging it is; counts from 1. */
  number: clear(Whole),
}
/** So many flags were dismissed that moderators must look at how this account flags. */
export const FlaggingQuestioned = event('FlaggingQuestioned', {
  ...question,
  dismissed: clear(Whole),
  /** Those dismissed and those upheld, since the last judgement. */
  decided: clear(Whole),
  ruleVersion: clear(Whole),
  at: clear(Instant),
})
export const FlaggingJudged = event('FlaggingJudged', {
  ...question,
  outcome: clear(oneOf(['in-order', 'abusive'])),
  ...statement('accountId'),
  by: clear(Id),
  at: clear(Instant),
})
/** A violation answered by no sanction of its own, whose ground is gone. */
export const ViolationOverturned = event('ViolationOverturned', {
  ...whose,
  violationId: clear(Id),
  at: clear(Instant),
})

const sanction = {
  ...whose,
  userType: clear(UserType),
  sanctionId: clear(Id),
  violationId: clear(Id),
  ...cause,
  description: pii('accountId', orNull(t.string), null),
  /** The moderator who imposed it; null when it followed by itself. */
  by: clear(orNull(Id)),
  /** The record it takes the place of. */
  replaces: clear(orNull(Id)),
  /** Strikes that count, this one included. */
  strikes: clear(Whole),
  ladderVersion: clear(Whole),
  ...statement('accountId'),
  at: clear(Instant),
}
/** It restricts nothing; until then it is the account's active record. */
export const WarningIssued = event('WarningIssued', { ...sanction, until: clear(Instant) })
export const SuspensionImposed = event('SuspensionImposed', {
  ...sanction,
  severity: clear(oneOf(['MEDIUM', 'HIGH'])),
  until: clear(Instant),
})
export const PermanentSuspensionImposed = event('PermanentSuspensionImposed', sanction)

const ofSanction = { ...whose, sanctionId: clear(Id) }
export const SanctionExpired = event('SanctionExpired', { ...ofSanction, at: clear(Instant) })
/** It should not have been, or need be no longer: its strike leaves the count, and an appeal that waits has been heard. */
export const SanctionLifted = event('SanctionLifted', {
  ...ofSanction,
  /** Null when the decision it followed from was overturned. */
  by: clear(orNull(Id)),
  ...statement('accountId'),
  at: clear(Instant),
})
export const AppealSubmitted = event('AppealSubmitted', {
  ...ofSanction,
  reason: pii('accountId', t.string, ''),
  at: clear(Instant),
})
export const AppealTakenUnderReview = event('AppealTakenUnderReview', {
  ...ofSanction,
  by: clear(Id),
  at: clear(Instant),
})
/** The reason of the decision (V-60) is the statement's facts. */
const appealDecision = { ...ofSanction, by: clear(Id), ...statement('accountId'), at: clear(Instant) }
export const AppealApproved = event('AppealApproved', appealDecision)
export const AppealRejected = event('AppealRejected', appealDecision)

export const ConductEvents = family(
  DisputeOutcomeNoted,
  FlagOutcomeNoted,
  FlaggingQuestioned,
  FlaggingJudged,
  ViolationRecorded,
  ViolationOverturned,
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  SanctionExpired,
  SanctionLifted,
  AppealSubmitted,
  AppealTakenUnderReview,
  AppealApproved,
  AppealRejected,
)
export type ConductEvent = EventIn<typeof ConductEvents>
