import * as t from 'io-ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Text, Whole } from '../kernel/primitives.ts'
import { statementOfReasonsFields } from '../kernel/statement-of-reasons.ts'
import { flagAbuseOutcomes, sanctionReasons, sanctionTriggers, severities, userTypes } from './vocabulary.ts'

// --- Fields -----------------------------------------------------------------------------------------

const SanctionReasonCodec = oneOf(sanctionReasons)
const SeverityCodec = oneOf(severities)
const UserTypeCodec = oneOf(userTypes)
const SanctionTriggerCodec = oneOf(sanctionTriggers)

export const ViolationEvidence = t.readonly(
  t.strict({
    /** The violating review; null if there is none or more than one. */
    reviewId: nullable(Id),
    /** The moderator whose decision the violation follows from. */
    decidedBy: nullable(Id),
    /** Lost disputes or dismissed flags; null for other triggers. */
    lost: nullable(Whole),
    /** Decided disputes or flags `lost` is a part of. */
    decided: nullable(Whole),
    /** Maximum days the count covers; null if it has no window. */
    windowDays: nullable(Whole),
  }),
)
export type ViolationEvidence = t.TypeOf<typeof ViolationEvidence>

const accountField = { accountId: clear(Id) }
const causeFields = {
  reason: clear(SanctionReasonCodec),
  trigger: clear(SanctionTriggerCodec),
  evidence: clear(ViolationEvidence),
}

// --- Violations and abuse ---------------------------------------------------------------------------

export const ViolationRecorded = event('ViolationRecorded', {
  ...accountField,
  userType: clear(UserTypeCodec),
  violationId: clear(Id),
  ...causeFields,
  /** Severity the ladder assigns to it. */
  severity: clear(SeverityCodec),
  /** Ordinal of the strike; 0 if the violation is not a strike. */
  strike: clear(Whole),
  at: clear(Instant),
})
/** Outcome of a dispute the business opened. Lost disputes are counted together. */
export const DisputeOutcomeRecorded = event('DisputeOutcomeNoted' /* stored name */, {
  ...accountField,
  disputeId: clear(Id),
  outcome: clear(oneOf(['upheld', 'rejected'])),
  at: clear(Instant),
})
/** Outcome of a flag the account raised, also after an appeal changed it. Dismissed flags are counted together. */
export const FlagOutcomeRecorded = event('FlagOutcomeNoted' /* stored name */, {
  ...accountField,
  flagId: clear(Id),
  /** Author of the flagged review, who may not decide the flag abuse case. */
  authorId: clear(Id),
  outcome: clear(oneOf(['upheld', 'dismissed'])),
  at: clear(Instant),
})
const flagAbuseCaseFields = {
  ...accountField,
  /** Ordinal of the flag abuse case of this account, counted from 1. */
  number: clear(Whole),
}
/** The dismissed flags reached the threshold: moderators must decide whether this account abuses flags. */
export const FlaggingQuestioned = event('FlaggingQuestioned', {
  ...flagAbuseCaseFields,
  dismissed: clear(Whole),
  /** Flags dismissed or upheld since the last decision about flag abuse. */
  decided: clear(Whole),
  ruleVersion: clear(Whole),
  at: clear(Instant),
})
export const FlaggingJudged = event('FlaggingJudged', {
  ...flagAbuseCaseFields,
  outcome: clear(oneOf(flagAbuseOutcomes)),
  ...statementOfReasonsFields('accountId'),
  by: clear(Id),
  at: clear(Instant),
})
/** A violation without a sanction was cancelled because the decision it rests on was overturned. */
export const ViolationOverturned = event('ViolationOverturned', {
  ...accountField,
  violationId: clear(Id),
  at: clear(Instant),
})

// --- Sanctions --------------------------------------------------------------------------------------

const sanctionFields = {
  ...accountField,
  userType: clear(UserTypeCodec),
  sanctionId: clear(Id),
  violationId: clear(Id),
  ...causeFields,
  description: pii('accountId', nullable(Text), null),
  /** The moderator who imposed it; null if it was imposed automatically. */
  by: clear(nullable(Id)),
  /** The active sanction this one supersedes. */
  replaces: clear(nullable(Id)),
  /** Number of strikes in force, including this one if it is a strike. */
  strikes: clear(Whole),
  ladderVersion: clear(Whole),
  ...statementOfReasonsFields('accountId'),
  at: clear(Instant),
}
/** Restricts nothing; it is the account's active sanction until `until`. */
export const WarningIssued = event('WarningIssued', { ...sanctionFields, until: clear(Instant) })
/** Version 1 knew no proposals. */
export const SuspensionImposed = event(
  'SuspensionImposed',
  {
    ...sanctionFields,
    severity: clear(oneOf(['MEDIUM', 'HIGH'])),
    /** The severity that the sanction gets if a second moderator consents; null if none is proposed. */
    proposed: clear(nullable(oneOf(['PERMANENT']))),
    until: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, proposed: null }) } },
)
export const PermanentSuspensionImposed = event('PermanentSuspensionImposed', sanctionFields)

const sanctionIdFields = { ...accountField, sanctionId: clear(Id) }
/** A second moderator consented: the suspension no longer ends. Its reasons are those of the proposal. */
export const PermanentSuspensionConsented = event('PermanentSuspensionConsented', {
  ...sanctionIdFields,
  by: clear(Id),
  appealableUntil: clear(Instant),
  at: clear(Instant),
})
/** A second moderator refused: the suspension ends when it would have ended. */
export const PermanentSuspensionRefused = event('PermanentSuspensionRefused', {
  ...sanctionIdFields,
  by: clear(Id),
  at: clear(Instant),
})
export const SanctionExpired = event('SanctionExpired', { ...sanctionIdFields, at: clear(Instant) })
/** The sanction was cancelled: its strike no longer counts, and an open appeal is granted. */
export const SanctionLifted = event('SanctionLifted', {
  ...sanctionIdFields,
  /** Null if the decision it followed from was overturned. */
  by: clear(nullable(Id)),
  ...statementOfReasonsFields('accountId'),
  at: clear(Instant),
})
// --- Appeals ----------------------------------------------------------------------------------------

export const SanctionAppealSubmitted = event('AppealSubmitted' /* stored name */, {
  ...sanctionIdFields,
  reason: pii('accountId', Text, ''),
  at: clear(Instant),
})
export const SanctionAppealTakenUnderReview = event('AppealTakenUnderReview' /* stored name */, {
  ...sanctionIdFields,
  by: clear(Id),
  at: clear(Instant),
})
/** @rule V-60 the reason for the decision is stored as the statement's facts */
const appealDecisionFields = {
  ...sanctionIdFields,
  by: clear(Id),
  ...statementOfReasonsFields('accountId'),
  at: clear(Instant),
}
export const SanctionAppealApproved = event('AppealApproved' /* stored name */, appealDecisionFields)
export const SanctionAppealRejected = event('AppealRejected' /* stored name */, appealDecisionFields)

export const SanctionRecordEvents = family(
  DisputeOutcomeRecorded,
  FlagOutcomeRecorded,
  FlaggingQuestioned,
  FlaggingJudged,
  ViolationRecorded,
  ViolationOverturned,
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  PermanentSuspensionConsented,
  PermanentSuspensionRefused,
  SanctionExpired,
  SanctionLifted,
  SanctionAppealSubmitted,
  SanctionAppealTakenUnderReview,
  SanctionAppealApproved,
  SanctionAppealRejected,
)
export type SanctionRecordEvent = EventIn<typeof SanctionRecordEvents>
