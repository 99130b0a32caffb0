import * as fc from 'fast-check'
import type { ConductCommand } from '../../domain/conduct/conduct/decider.ts'
import type { ConductEvent } from '../../domain/conduct/conduct/events.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { instants, on } from './reputation.ts'

/** The words the specs of conduct are written in. */

type Of<T extends ConductCommand['type']> = Extract<ConductCommand, { readonly type: T }>
type DataOf<T extends ConductEvent['type']> = Extract<ConductEvent, { readonly type: T }>['data']

const accountId = 'ana'
const whose = { accountId, userType: 'client' } as const
export const first = on('2026-03-02')
const facts = 'Un moderatore ha accolto una segnalazione su una tua recensione: spam.'
const evidenceOf = (reviewId: string | null, decidedBy: string) => ({
  reviewId,
  decidedBy,
  lost: null,
  decided: null,
  windowDays: null,
})

/** The nth violation, about the nth review, answered by the nth sanction. */
export const violation = (n: number, differently: Partial<Of<'RecordViolation'>> = {}): Of<'RecordViolation'> => ({
  type: 'RecordViolation',
  ...whose,
  violationId: `violation-${n}`,
  sanctionId: `sanction-${n}`,
  reason: 'SPAM',
  trigger: 'FLAG_UPHELD',
  evidence: evidenceOf(`review-${n}`, 'mario'),
  facts,
  counts: true,
  serious: false,
  at: first,
  ...differently,
})

export const byHand = (differently: Partial<Of<'ImposeSanction'>> = {}): Of<'ImposeSanction'> => ({
  type: 'ImposeSanction',
  ...whose,
  sanctionId: 'sanction-m',
  reason: 'HARASSMENT',
  severity: 'HIGH',
  description: 'Minacce.',
  facts: 'Minacce.',
  by: 'lia',
  at: first,
  ...differently,
})

export const recorded = (n: number, differently: Partial<DataOf<'ViolationRecorded'>> = {}): ConductEvent => {
  const { violationId, reason, trigger, evidence, at } = violation(n)
  const severity = n === 1 ? 'LOW' : n === 2 ? 'MEDIUM' : 'HIGH'
  const data = { ...whose, violationId, reason, trigger, evidence, severity, strike: n, at, ...differently } as const
  return { type: 'ViolationRecorded', data }
}

type Imposed = DataOf<'PermanentSuspensionImposed'>
const imposed = (n: number, differently: Partial<Imposed> = {}): Imposed => {
  const { violationId, sanctionId, reason, trigger, evidence, at } = violation(n)
  return {
    ...whose,
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
    facts,
    ground: reason,
    rulesVersion: 1,
    automation: 'decision',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: plusDays(differently.at ?? at, 184),
    at,
    ...differently,
  }
}
export const warned = (n = 1, differently: Partial<Imposed> = {}): ConductEvent => ({
  type: 'WarningIssued',
  data: { ...imposed(n, differently), until: plusDays(differently.at ?? first, 90) },
})
export const suspended = (n = 2, days: 7 | 30 = 7, differently: Partial<Imposed> = {}): ConductEvent => ({
  type: 'SuspensionImposed',
  data: {
    ...imposed(n, differently),
    severity: days === 7 ? 'MEDIUM' : 'HIGH',
    until: plusDays(differently.at ?? first, days),
  },
})
export const banned = (n = 1, differently: Partial<Imposed> = {}): ConductEvent => ({
  type: 'PermanentSuspensionImposed',
  data: imposed(n, differently),
})
const manual = {
  violationId: 'sanction-m',
  sanctionId: 'sanction-m',
  reason: 'HARASSMENT',
  ground: 'HARASSMENT',
  trigger: 'MODERATOR',
  evidence: evidenceOf(null, 'lia'),
} as const
export const recordedByHand = (differently: Partial<DataOf<'ViolationRecorded'>> = {}): ConductEvent => {
  const { violationId, reason, trigger, evidence } = manual
  return recorded(1, { violationId, reason, trigger, evidence, severity: 'HIGH', strike: 0, ...differently })
}
const terms = {
  ...manual,
  description: 'Minacce.',
  facts: 'Minacce.',
  by: 'lia',
  strikes: 0,
  automation: 'none',
} as const
export const suspendedByHand = (differently: Partial<Imposed> = {}): ConductEvent =>
  suspended(1, 30, { ...terms, ...differently })

const ofSanction = (n: number | 'm') => ({ accountId, sanctionId: `sanction-${n}` })
const favourable = (words: string) =>
  ({
    facts: words,
    ground: 'NO_VIOLATION',
    rulesVersion: 1,
    automation: 'none',
    redress: ['out-of-court', 'court'],
    appealableUntil: null,
  }) as const
export const expired = (n: number | 'm', at: Instant): ConductEvent => ({
  type: 'SanctionExpired',
  data: { ...ofSanction(n), at },
})
export const lifted = (n: number | 'm', by: string | null = 'lia', at: Instant = first): ConductEvent => ({
  type: 'SanctionLifted',
  data: {
    ...ofSanction(n),
    by,
    ...favourable('Era un errore.'),
    automation: by === null ? 'decision' : 'none',
    at,
  },
})
export const lift = (n: number | 'm', by = 'lia', at: Instant = first): ConductCommand => ({
  type: 'LiftSanction',
  ...ofSanction(n),
  by,
  facts: 'Era un errore.',
  at,
})
export const overturn = (n: number, at: Instant = first): ConductCommand => ({
  type: 'OverturnViolations',
  accountId,
  reviewId: `review-${n}`,
  facts: 'Era un errore.',
  at,
})
export const expire = (at: Instant): ConductCommand => ({ type: 'ExpireSanctions', accountId, at })

export const plea = 'La recensione raccontava un soggiorno vero.'
export const verdict = 'Abbiamo riletto tutto con attenzione.'
export const appeal = (n: number | 'm' = 1, reason = plea, at: Instant = first): ConductCommand => ({
  type: 'SubmitAppeal',
  ...ofSanction(n),
  reason,
  at,
})
export const takeAppeal = (n: number | 'm' = 1, by = 'lia', at: Instant = first): ConductCommand => ({
  type: 'TakeAppeal',
  ...ofSanction(n),
  by,
  at,
})
export const decideAppeal = (
  decision: 'APPROVED' | 'REJECTED',
  {
    n = 1,
    by = 'lia',
    reason = verdict,
    at = first,
  }: { n?: number | 'm'; by?: string; reason?: string; at?: Instant } = {},
): ConductCommand => ({ type: 'DecideAppeal', ...ofSanction(n), decision, by, reason, at })
export const appealed = (n: number | 'm' = 1, at: Instant = first): ConductEvent => ({
  type: 'AppealSubmitted',
  data: { ...ofSanction(n), reason: plea, at },
})
export const taken = (n: number | 'm' = 1, by = 'lia', at: Instant = first): ConductEvent => ({
  type: 'AppealTakenUnderReview',
  data: { ...ofSanction(n), by, at },
})
export const approved = (n: number | 'm' = 1, by = 'lia', at: Instant = first): ConductEvent => ({
  type: 'AppealApproved',
  data: { ...ofSanction(n), by, ...favourable(verdict), at },
})
export const rejected = (n: number | 'm' = 1, by = 'lia', at: Instant = first): ConductEvent => ({
  type: 'AppealRejected',
  data: { ...ofSanction(n), by, ...favourable(verdict), ground: n === 'm' ? 'HARASSMENT' : 'SPAM', at },
})
export const noted = (n: number, outcome: 'upheld' | 'rejected', at: Instant = first): ConductEvent => ({
  type: 'DisputeOutcomeNoted',
  data: { accountId, disputeId: `dispute-${n}`, outcome, at },
})
export const note = (n: number, outcome: 'upheld' | 'rejected', at: Instant = first): ConductCommand => ({
  type: 'NoteDispute',
  accountId,
  disputeId: `dispute-${n}`,
  outcome,
  at,
})

export const flaggingRule = { version: 1, dismissed: 2, percent: 75 }
export const noteFlag = (
  n: number,
  outcome: 'upheld' | 'dismissed' = 'dismissed',
  authorId = 'bruno',
): Of<'NoteFlag'> => ({
  type: 'NoteFlag',
  accountId,
  flagId: `flag-${n}`,
  authorId,
  outcome,
  rule: flaggingRule,
  at: first,
})
export const flagNoted = (
  n: number,
  outcome: 'upheld' | 'dismissed' = 'dismissed',
  authorId = 'bruno',
): ConductEvent => ({
  type: 'FlagOutcomeNoted',
  data: { accountId, flagId: `flag-${n}`, authorId, outcome, at: first },
})
export const questioned = (number = 1, dismissed = 2, decided = dismissed): ConductEvent => ({
  type: 'FlaggingQuestioned',
  data: { accountId, number, dismissed, decided, ruleVersion: 1, at: first },
})
export const flaggingFacts = 'Hai segnalato due recensioni vere.'
export const judgeFlagging = (
  outcome: 'in-order' | 'abusive',
  differently: Partial<Of<'JudgeFlagging'>> = {},
): Of<'JudgeFlagging'> => ({
  type: 'JudgeFlagging',
  ...whose,
  sanctionId: 'sanction-f',
  number: 1,
  outcome,
  facts: flaggingFacts,
  by: 'lia',
  at: first,
  ...differently,
})
export const flaggingJudged = (outcome: 'in-order' | 'abusive', number = 1, by = 'lia'): ConductEvent => ({
  type: 'FlaggingJudged',
  data: {
    accountId,
    number,
    outcome,
    ...favourable(flaggingFacts),
    automation: 'detection',
    ...(outcome === 'abusive' && {
      ground: 'POLICY_VIOLATION',
      redress: ['appeal', 'out-of-court', 'court'],
      appealableUntil: plusDays(first, 184),
    }),
    by,
    at: first,
  },
})

const numbers = fc.constantFrom(1, 2, 3)
const sanctionNumbers = fc.constantFrom(1, 2, 3, 'm' as const)
const people = fc.constantFrom('ana', 'mario', 'lia', 'ugo')
/** Times grow apart enough for suspensions to end. */
const moments = fc.tuple(instants, fc.constantFrom(0, 5, 20, 60)).map(([at, days]) => plusDays(at, days))

export const anyConductCommand: fc.Arbitrary<ConductCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(numbers, moments, fc.boolean()).map(([n, at, counts]) => violation(n, { at, counts })),
  },
  fc.tuple(numbers, moments).map(([n, at]) => violation(n, { at, serious: true })),
  fc
    .tuple(fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'PERMANENT'), people, moments)
    .map(([severity, by, at]) => byHand({ severity, by, at })),
  fc.tuple(sanctionNumbers, people, moments).map(([n, by, at]) => lift(n, by, at)),
  fc.tuple(numbers, moments).map(([n, at]) => overturn(n, at)),
  moments.map(expire),
  { weight: 3, arbitrary: fc.tuple(sanctionNumbers, moments).map(([n, at]) => appeal(n, plea, at)) },
  fc.tuple(sanctionNumbers, people, moments).map(([n, by, at]) => takeAppeal(n, by, at)),
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('APPROVED' as const, 'REJECTED' as const), sanctionNumbers, people, moments)
      .map(([decision, n, by, at]) => decideAppeal(decision, { n, by, at })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('dismissed', 'dismissed', 'upheld'), people)
      .map(([n, outcome, author]) => noteFlag(n, outcome, author)),
  },
  fc
    .tuple(fc.constantFrom('in-order' as const, 'abusive' as const), numbers, people, moments)
    .map(([outcome, number, by, at]) => judgeFlagging(outcome, { number, by, at, sanctionId: `sanction-f${number}` })),
  fc
    .tuple(numbers, fc.constantFrom('upheld' as const, 'rejected' as const), moments)
    .map(([n, outcome, at]) => note(n, outcome, at)),
)
