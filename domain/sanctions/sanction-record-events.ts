import * as t from 'io-ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Whole } from '../kernel/primitives.ts'
import { statementFields } from '../kernel/statement-of-reasons.ts'

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
export const SanctionTrigger = oneOf([
  'FLAG_UPHELD',
  'DISPUTE_UPHELD',
  'REVIEW_REMOVED',
  'DISPUTES_LOST',
  'FLAGS_DISMISSED',
  'MODERATOR',
])
export type SanctionTrigger = t.TypeOf<typeof SanctionTrigger>

export const ViolationEvidence = t.readonly(
  t.strict({
    /** The review it is about; null when it is about none, or about several. */
    reviewId: nullable(Id),
    /** The moderator whose decision it follows from. */
    decidedBy: nullable(Id),
    /** Of disputes lost and flags dismissed: how many of those decided, in how many days; null days are all there were. */
    lost: nullable(Whole),
    decided: nullable(Whole),
    windowDays: nullable(Whole),
  }),
)
export type ViolationEvidence = t.TypeOf<typeof ViolationEvidence>

const accountField = { accountId: clear(Id) }
const causeFields = {
  reason: clear(SanctionReason),
  trigger: clear(SanctionTrigger),
  evidence: clear(ViolationEvidence),
}

export const ViolationRecorded = event('ViolationRecorded', {
  ...accountField,
  userType: clear(UserType),
  violationId: clear(Id),
  ...causeFields,
  /** What the ladder answers it with. */
  severity: clear(Severity),
  /** Which strike it is; 0 when it leaves the ladder where it stands. */
  strike: clear(Whole),
  at: clear(Instant),
})
/** How a dispute this business opened was decided: those it loses are weighed together. */
export const DisputeOutcomeNoted = event('DisputeOutcomeNoted', {
  ...accountField,
  disputeId: clear(Id),
  outcome: clear(oneOf(['upheld', 'rejected'])),
  at: clear(Instant),
})
/** How a flag this account raised was decided, or turned since: those dismissed are weighed together. */
export const FlagOutcomeNoted = event('FlagOutcomeNoted', {
  ...accountField,
  flagId: clear(Id),
  /** Who wrote what was flagged: no judge of how it was. */
  authorId: clear(Id),
  outcome: clear(oneOf(['upheld', 'dismissed'])),
  at: clear(Instant),
})
const questionFields = {
  ...accountField,
  /** Which question about this account's flagging it is; counts from 1. */
  number: clear(Whole),
}
/** So many flags were dismissed that moderators must look at how this account flags. */
export const FlaggingQuestioned = event('FlaggingQuestioned', {
  ...questionFields,
  dismissed: clear(Whole),
  /** Those dismissed and those upheld, since the last judgement. */
  decided: clear(Whole),
  ruleVersion: clear(Whole),
  at: clear(Instant),
})
export const FlaggingJudged = event('FlaggingJudged', {
  ...questionFields,
  outcome: clear(oneOf(['in-order', 'abusive'])),
  ...statementFields('accountId'),
  by: clear(Id),
  at: clear(Instant),
})
/** A violation answered by no sanction of its own, whose ground is gone. */
export const ViolationOverturned = event('ViolationOverturned', {
  ...accountField,
  violationId: clear(Id),
  at: clear(Instant),
})

const sanctionFields = {
  ...accountField,
  userType: clear(UserType),
  sanctionId: clear(Id),
  violationId: clear(Id),
  ...causeFields,
  description: pii('accountId', nullable(t.string), null),
  /** The moderator who imposed it; null when it followed by itself. */
  by: clear(nullable(Id)),
  /** The record it takes the place of. */
  replaces: clear(nullable(Id)),
  /** Strikes that count, this one included. */
  strikes: clear(Whole),
  ladderVersion: clear(Whole),
  ...statementFields('accountId'),
  at: clear(Instant),
}
/** It restricts nothing; until then it is the account's active record. */
export const WarningIssued = event('WarningIssued', { ...sanctionFields, until: clear(Instant) })
export const SuspensionImposed = event('SuspensionImposed', {
  ...sanctionFields,
  severity: clear(oneOf(['MEDIUM', 'HIGH'])),
  until: clear(Instant),
})
export const PermanentSuspensionImposed = event('PermanentSuspensionImposed', sanctionFields)

const sanctionIdFields = { ...accountField, sanctionId: clear(Id) }
export const SanctionExpired = event('SanctionExpired', { ...sanctionIdFields, at: clear(Instant) })
/** It should not have been, or need be no longer: its strike leaves the count, and an appeal that waits has been heard. */
export const SanctionLifted = event('SanctionLifted', {
  ...sanctionIdFields,
  /** Null when the decision it followed from was overturned. */
  by: clear(nullable(Id)),
  ...statementFields('accountId'),
  at: clear(Instant),
})
export const AppealSubmitted = event('AppealSubmitted', {
  ...sanctionIdFields,
  reason: pii('accountId', t.string, ''),
  at: clear(Instant),
})
export const AppealTakenUnderReview = event('AppealTakenUnderReview', {
  ...sanctionIdFields,
  by: clear(Id),
  at: clear(Instant),
})
/** The reason of the decision (V-60) is the statement's facts. */
const appealDecisionFields = { ...sanctionIdFields, by: clear(Id), ...statementFields('accountId'), at: clear(Instant) }
export const AppealApproved = event('AppealApproved', appealDecisionFields)
export const AppealRejected = event('AppealRejected', appealDecisionFields)

export const SanctionRecordEvents = family(
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
export type SanctionRecordEvent = EventIn<typeof SanctionRecordEvents>
