import {
  DisputeOutcomeRecorded,
  FlagOutcomeRecorded,
  type SanctionRecordEvent,
} from '../../../domain/sanctions/sanction-record-events.ts'
import { at, type SamplesOf } from '../sample-values.ts'

const accountId = 'account-ana'
const ofSanction = { accountId, sanctionId: 'sanction-1' }
const evidence = {
  reviewId: 'review-1',
  decidedBy: 'account-moderator',
  lost: null,
  decided: null,
  windowDays: null,
}
const cause = { reason: 'SPAM', trigger: 'FLAG_UPHELD', evidence } as const
const statement = {
  facts: 'Un moderatore ha accolto una segnalazione su una tua recensione: spam.',
  ground: 'SPAM',
  rulesVersion: 1,
  automation: 'decision',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: at('2026-09-05'),
} as const
const favourable = {
  ...statement,
  facts: 'La recensione rispettava le regole.',
  ground: 'NO_VIOLATION',
  automation: 'none',
  redress: ['out-of-court', 'court'],
  appealableUntil: null,
} as const
const imposed = {
  ...ofSanction,
  userType: 'client',
  violationId: 'flags-review-1-1',
  ...cause,
  description: null,
  by: null,
  replaces: null,
  strikes: 1,
  ladderVersion: 1,
  ...statement,
  at: at('2026-03-05'),
} as const
const by = 'account-moderator-2'

export const sanctionRecordSamples: SamplesOf<SanctionRecordEvent> = {
  [DisputeOutcomeRecorded.type]: { accountId, disputeId: 'review-9', outcome: 'rejected', at: at('2026-03-04') },
  [FlagOutcomeRecorded.type]: {
    accountId,
    flagId: 'flag-9',
    authorId: 'account-bruno',
    outcome: 'dismissed',
    at: at('2026-03-04'),
  },
  FlaggingQuestioned: { accountId, number: 1, dismissed: 5, decided: 6, ruleVersion: 1, at: at('2026-03-04') },
  FlaggingJudged: {
    accountId,
    number: 1,
    outcome: 'abusive',
    ...statement,
    facts: 'Hai segnalato cinque recensioni vere di un locale vicino al tuo.',
    ground: 'POLICY_VIOLATION',
    automation: 'detection',
    by,
    at: at('2026-03-05'),
  },
  ViolationRecorded: {
    accountId,
    userType: 'client',
    violationId: 'flags-review-1-1',
    ...cause,
    severity: 'LOW',
    strike: 1,
    at: at('2026-03-05'),
  },
  ViolationOverturned: { accountId, violationId: 'flags-review-1-1', at: at('2026-03-09') },
  WarningIssued: { ...imposed, until: at('2026-06-03') },
  SuspensionImposed: { ...imposed, severity: 'MEDIUM', proposed: 'PERMANENT', strikes: 2, until: at('2026-03-12') },
  PermanentSuspensionImposed: { ...imposed, by, description: 'Minacce a un altro utente.', automation: 'none' },
  PermanentSuspensionConsented: { ...ofSanction, by, appealableUntil: at('2026-09-08'), at: at('2026-03-08') },
  PermanentSuspensionRefused: { ...ofSanction, by, at: at('2026-03-08') },
  SanctionExpired: { ...ofSanction, at: at('2026-03-12') },
  SanctionLifted: { ...ofSanction, by, ...favourable, at: at('2026-03-08') },
  AppealSubmitted: { ...ofSanction, reason: 'Era una recensione vera.', at: at('2026-03-06') },
  AppealTakenUnderReview: { ...ofSanction, by, at: at('2026-03-07') },
  AppealApproved: { ...ofSanction, by, ...favourable, at: at('2026-03-08') },
  AppealRejected: {
    ...ofSanction,
    by,
    ...favourable,
    facts: 'La recensione è pubblicità di un altro locale.',
    ground: 'SPAM',
    at: at('2026-03-08'),
  },
}
