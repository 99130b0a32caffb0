import { communityRulesVersion } from '../../../domain/kernel/statement-of-reasons.ts'
import type { DataOf } from '../../../domain/kernel/event.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  DisputeOutcomeRecorded,
  FlagOutcomeRecorded,
  type SanctionRecordEvent,
} from '../../../domain/sanctions/sanction-record-events.ts'
import type { SanctionRecordCommand } from '../../../domain/sanctions/sanction-record.ts'
import { instantOn } from '../reviews/review-fixtures.ts'

/** Fixtures for sanction records. */

type SanctionCommandOf<T extends SanctionRecordCommand['type']> = Extract<SanctionRecordCommand, { readonly type: T }>
type SanctionEventData<T extends SanctionRecordEvent['type']> = DataOf<SanctionRecordEvent, T>

const accountId = 'ana'
const accountFields = { accountId, userType: 'client' } as const
export const start = instantOn('2026-03-02')
const violationFacts = 'Un moderatore ha accolto una segnalazione su una tua recensione: spam.'
const evidenceOf = (reviewId: string | null, decidedBy: string) => ({
  reviewId,
  decidedBy,
  lost: null,
  decided: null,
  windowDays: null,
})

/** The nth violation, by the nth review, with the nth sanction. */
export const recordViolation = (
  n: number,
  overrides: Partial<SanctionCommandOf<'RecordViolation'>> = {},
): SanctionCommandOf<'RecordViolation'> => ({
  type: 'RecordViolation',
  ...accountFields,
  violationId: `violation-${n}`,
  sanctionId: `sanction-${n}`,
  reason: 'SPAM',
  trigger: 'FLAG_UPHELD',
  evidence: evidenceOf(`review-${n}`, 'mario'),
  facts: violationFacts,
  isStrike: true,
  serious: false,
  at: start,
  ...overrides,
})

export const imposeSanction = (
  overrides: Partial<SanctionCommandOf<'ImposeSanction'>> = {},
): SanctionCommandOf<'ImposeSanction'> => ({
  type: 'ImposeSanction',
  ...accountFields,
  sanctionId: 'sanction-m',
  reason: 'HARASSMENT',
  severity: 'HIGH',
  description: 'Minacce.',
  facts: 'Minacce.',
  permanentNeedsTwo: false,
  by: 'lia',
  at: start,
  ...overrides,
})

export const violationRecorded = (
  n: number,
  overrides: Partial<SanctionEventData<'ViolationRecorded'>> = {},
): SanctionRecordEvent => {
  const { violationId, reason, trigger, evidence, at } = recordViolation(n)
  const severity = n === 1 ? 'LOW' : n === 2 ? 'MEDIUM' : 'HIGH'
  const data = {
    ...accountFields,
    violationId,
    reason,
    trigger,
    evidence,
    severity,
    strike: n,
    at,
    ...overrides,
  } as const
  return { type: 'ViolationRecorded', data }
}

type SanctionData = SanctionEventData<'PermanentSuspensionImposed'>
const sanctionData = (n: number, overrides: Partial<SanctionData> = {}): SanctionData => {
  const { violationId, sanctionId, reason, trigger, evidence, at } = recordViolation(n)
  return {
    ...accountFields,
    violationId,
    sanctionId,
    reason,
    trigger,
    evidence,
    description: null,
    by: null,
    replaces: null,
    strikes: n,
    ladderVersion: 1,
    facts: violationFacts,
    ground: reason,
    rulesVersion: communityRulesVersion,
    automation: 'decision',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: plusDays(overrides.at ?? at, 184),
    at,
    ...overrides,
  }
}
export const warningIssued = (n = 1, overrides: Partial<SanctionData> = {}): SanctionRecordEvent => ({
  type: 'WarningIssued',
  data: { ...sanctionData(n, overrides), until: plusDays(overrides.at ?? start, 90) },
})
export const suspensionImposed = (
  n = 2,
  days: 7 | 30 = 7,
  overrides: Partial<SanctionData & Pick<SanctionEventData<'SuspensionImposed'>, 'proposed'>> = {},
): SanctionRecordEvent => ({
  type: 'SuspensionImposed',
  data: {
    proposed: null,
    ...sanctionData(n, overrides),
    severity: days === 7 ? 'MEDIUM' : 'HIGH',
    until: plusDays(overrides.at ?? start, days),
  },
})
export const permanentSuspensionImposed = (n = 1, overrides: Partial<SanctionData> = {}): SanctionRecordEvent => ({
  type: 'PermanentSuspensionImposed',
  data: sanctionData(n, overrides),
})
const manualFields = {
  violationId: 'sanction-m',
  sanctionId: 'sanction-m',
  reason: 'HARASSMENT',
  ground: 'HARASSMENT',
  trigger: 'MODERATOR',
  evidence: evidenceOf(null, 'lia'),
} as const
export const manualViolationRecorded = (
  overrides: Partial<SanctionEventData<'ViolationRecorded'>> = {},
): SanctionRecordEvent => {
  const { violationId, reason, trigger, evidence } = manualFields
  return violationRecorded(1, { violationId, reason, trigger, evidence, severity: 'HIGH', strike: 0, ...overrides })
}
const manualTerms = {
  ...manualFields,
  description: 'Minacce.',
  facts: 'Minacce.',
  by: 'lia',
  strikes: 0,
  automation: 'none',
} as const
export const manualSuspensionImposed = (overrides: Partial<SanctionData> = {}): SanctionRecordEvent =>
  suspensionImposed(1, 30, { ...manualTerms, ...overrides })

/** The suspension of 7 days that stands for a proposed permanent one. */
export const permanentSuspensionProposed = (overrides: Partial<SanctionData> = {}): SanctionRecordEvent =>
  suspensionImposed(1, 7, { ...manualTerms, proposed: 'PERMANENT', ...overrides })

const sanctionFields = (n: number | 'm') => ({ accountId, sanctionId: `sanction-${n}` })
const finalStatement = (words: string) =>
  ({
    facts: words,
    ground: 'NO_VIOLATION',
    rulesVersion: communityRulesVersion,
    automation: 'none',
    redress: ['out-of-court', 'court'],
    appealableUntil: null,
  }) as const
export const answerProposal = (
  outcome: 'consented' | 'refused',
  { by = 'ugo', n = 'm', at = start }: { by?: string; n?: number | 'm'; at?: Instant } = {},
): SanctionRecordCommand => ({ type: 'AnswerProposal', ...sanctionFields(n), outcome, by, at })
export const permanentSuspensionConsented = (by = 'ugo', at: Instant = start): SanctionRecordEvent => ({
  type: 'PermanentSuspensionConsented',
  data: { ...sanctionFields('m'), by, appealableUntil: plusDays(at, 184), at },
})
export const permanentSuspensionRefused = (by = 'ugo', at: Instant = start): SanctionRecordEvent => ({
  type: 'PermanentSuspensionRefused',
  data: { ...sanctionFields('m'), by, at },
})
export const sanctionExpired = (n: number | 'm', at: Instant): SanctionRecordEvent => ({
  type: 'SanctionExpired',
  data: { ...sanctionFields(n), at },
})
export const sanctionLifted = (
  n: number | 'm',
  by: string | null = 'lia',
  at: Instant = start,
): SanctionRecordEvent => ({
  type: 'SanctionLifted',
  data: {
    ...sanctionFields(n),
    by,
    ...finalStatement('Era un errore.'),
    automation: by === null ? 'decision' : 'none',
    at,
  },
})
export const liftSanction = (n: number | 'm', by = 'lia', at: Instant = start): SanctionRecordCommand => ({
  type: 'LiftSanction',
  ...sanctionFields(n),
  by,
  facts: 'Era un errore.',
  at,
})
export const overturnViolations = (n: number, at: Instant = start): SanctionRecordCommand => ({
  type: 'OverturnViolations',
  accountId,
  reviewId: `review-${n}`,
  facts: 'Era un errore.',
  at,
})
export const expireSanctions = (at: Instant): SanctionRecordCommand => ({ type: 'ExpireSanctions', accountId, at })

export const appealText = 'La recensione raccontava un soggiorno vero.'
const appealReason = 'Abbiamo riletto tutto con attenzione.'
export const submitAppeal = (n: number | 'm' = 1, reason = appealText, at: Instant = start): SanctionRecordCommand => ({
  type: 'SubmitSanctionAppeal',
  ...sanctionFields(n),
  reason,
  at,
})
export const takeAppealUnderReview = (n: number | 'm' = 1, by = 'lia', at: Instant = start): SanctionRecordCommand => ({
  type: 'TakeSanctionAppealUnderReview',
  ...sanctionFields(n),
  by,
  at,
})
export const decideAppeal = (
  decision: 'APPROVED' | 'REJECTED',
  {
    n = 1,
    by = 'lia',
    reason = appealReason,
    at = start,
  }: { n?: number | 'm'; by?: string; reason?: string; at?: Instant } = {},
): SanctionRecordCommand => ({ type: 'DecideSanctionAppeal', ...sanctionFields(n), decision, by, reason, at })
export const appealSubmitted = (n: number | 'm' = 1, at: Instant = start): SanctionRecordEvent => ({
  type: 'AppealSubmitted',
  data: { ...sanctionFields(n), reason: appealText, at },
})
export const appealTakenUnderReview = (n: number | 'm' = 1, by = 'lia', at: Instant = start): SanctionRecordEvent => ({
  type: 'AppealTakenUnderReview',
  data: { ...sanctionFields(n), by, at },
})
export const appealApproved = (n: number | 'm' = 1, by = 'lia', at: Instant = start): SanctionRecordEvent => ({
  type: 'AppealApproved',
  data: { ...sanctionFields(n), by, ...finalStatement(appealReason), at },
})
export const appealRejected = (n: number | 'm' = 1, by = 'lia', at: Instant = start): SanctionRecordEvent => ({
  type: 'AppealRejected',
  data: {
    ...sanctionFields(n),
    by,
    ...finalStatement(appealReason),
    ground: n === 'm' ? 'HARASSMENT' : 'SPAM',
    at,
  },
})
export const disputeOutcomeRecorded = (
  n: number,
  outcome: 'upheld' | 'rejected',
  at: Instant = start,
): SanctionRecordEvent => ({
  type: DisputeOutcomeRecorded.type,
  data: { accountId, disputeId: `dispute-${n}`, outcome, at },
})
export const lostDisputesRule = { count: 3, percent: 60, windowDays: 90 }
export const noteDispute = (n: number, outcome: 'upheld' | 'rejected', at: Instant = start): SanctionRecordCommand => ({
  type: 'RecordDisputeOutcome',
  accountId,
  disputeId: `dispute-${n}`,
  outcome,
  rule: lostDisputesRule,
  facts: 'Era un errore.',
  at,
})

export const shortFlagAbuseRule = { version: 1, dismissed: 2, percent: 75 }
export const noteFlag = (
  n: number,
  outcome: 'upheld' | 'dismissed' = 'dismissed',
  authorId = 'bruno',
): SanctionCommandOf<'RecordFlagOutcome'> => ({
  type: 'RecordFlagOutcome',
  accountId,
  flagId: `flag-${n}`,
  authorId,
  outcome,
  rule: shortFlagAbuseRule,
  at: start,
})
export const flagOutcomeRecorded = (
  n: number,
  outcome: 'upheld' | 'dismissed' = 'dismissed',
  authorId = 'bruno',
): SanctionRecordEvent => ({
  type: FlagOutcomeRecorded.type,
  data: { accountId, flagId: `flag-${n}`, authorId, outcome, at: start },
})
export const flaggingQuestioned = (number = 1, dismissed = 2, decided = dismissed): SanctionRecordEvent => ({
  type: 'FlaggingQuestioned',
  data: { accountId, number, dismissed, decided, ruleVersion: 1, at: start },
})
export const flagAbuseFacts = 'Hai segnalato due recensioni vere.'
export const decideFlagAbuse = (
  outcome: 'in-order' | 'abusive',
  overrides: Partial<SanctionCommandOf<'DecideFlagAbuse'>> = {},
): SanctionCommandOf<'DecideFlagAbuse'> => ({
  type: 'DecideFlagAbuse',
  ...accountFields,
  sanctionId: 'sanction-f',
  number: 1,
  outcome,
  facts: flagAbuseFacts,
  by: 'lia',
  at: start,
  ...overrides,
})
export const flaggingJudged = (outcome: 'in-order' | 'abusive', number = 1, by = 'lia'): SanctionRecordEvent => ({
  type: 'FlaggingJudged',
  data: {
    accountId,
    number,
    outcome,
    ...finalStatement(flagAbuseFacts),
    automation: 'detection',
    ...(outcome === 'abusive' && {
      ground: 'POLICY_VIOLATION',
      redress: ['appeal', 'out-of-court', 'court'],
      appealableUntil: plusDays(start, 184),
    }),
    by,
    at: start,
  },
})
