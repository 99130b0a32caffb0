import { communityRulesVersion } from '../../../domain/kernel/statement-of-reasons.ts'
import type { DataOf } from '../../../domain/kernel/event.ts'
import type { AppealableDecision, AppealCommand, AppealEvent } from '../../../domain/moderation/appeal.ts'
import type { AppealOutcome } from '../../../domain/moderation/vocabulary.ts'
import { instantOn } from '../reviews/review-fixtures.ts'

/** Fixtures for appeals: Ugo hid Ada's review of the hotel after Bea flagged it. */

type AppealCommandOf<T extends AppealCommand['type']> = Extract<AppealCommand, { readonly type: T }>

const appealFields = { decisionId: 'decision-1', reviewId: 'review-1', side: 'author' as const, level: 1 }
export const hiddenByUgo: AppealableDecision = {
  ...appealFields,
  reviewVersion: 4,
  addressees: ['ada'],
  measure: 'HIDDEN',
  deciders: ['ugo'],
  appealableUntil: instantOn('2026-09-05'),
  inForce: true,
}
export const removedByUgo: AppealableDecision = { ...hiddenByUgo, measure: 'REMOVED' }
/** Ugo dismissed the flags of Bea and Carlo. */
export const noAction: AppealableDecision = {
  ...hiddenByUgo,
  side: 'reporter',
  addressees: ['bea', 'carlo'],
  measure: 'VISIBLE',
}
export const disputeRejected: AppealableDecision = {
  ...hiddenByUgo,
  side: 'business',
  addressees: ['hotel'],
  measure: 'VISIBLE',
}

/** Ugo kept a rating that Giulia had contested. */
export const ratingKept: AppealableDecision = { ...noAction, side: 'guest', addressees: ['giulia'] }
/** Ugo struck it. */
export const ratingStruck: AppealableDecision = { ...removedByUgo, side: 'venue', addressees: ['hotel'] }

export const appealText = 'Quel che ho scritto è vero: ho le fotografie.'
export const lodgeAppeal = (
  decision: AppealableDecision = hiddenByUgo,
  overrides: Partial<AppealCommandOf<'LodgeAppeal'>> = {},
): AppealCommand => ({
  type: 'LodgeAppeal',
  appellantId: decision.addressees[0] ?? '',
  toldId: decision.decisionId,
  decision,
  text: appealText,
  at: instantOn('2026-03-09'),
  ...overrides,
})
export const takeAppealUnderReview = (
  overrides: Partial<AppealCommandOf<'TakeAppealUnderReview'>> = {},
): AppealCommand => ({
  type: 'TakeAppealUnderReview',
  by: 'lia',
  parties: [],
  at: instantOn('2026-03-10'),
  ...overrides,
})
export const appealReasons = (visible: boolean) => ({
  facts: 'Abbiamo riletto tutto con attenzione.',
  ground: visible ? ('NO_VIOLATION' as const) : ('OFFENSIVE' as const),
  violation: null,
})
export const consequencesFor = (...others: DataOf<AppealEvent, 'AppealDecided'>['others']) => ({
  others,
  flags: [],
  disputeId: null,
  authorId: 'ada',
})
export const decideAppeal = (
  outcome: AppealOutcome,
  { visible = false, ...overrides }: Partial<AppealCommandOf<'DecideAppeal'>> & { readonly visible?: boolean } = {},
): AppealCommand => ({
  type: 'DecideAppeal',
  by: 'lia',
  parties: [],
  outcome,
  measure: null,
  reasons: appealReasons(visible),
  consequences: consequencesFor(),
  at: instantOn('2026-03-11'),
  ...overrides,
})
export const voidAppeal = (activeOrHeld: boolean): AppealCommand => ({
  type: 'VoidAppeal',
  activeOrHeld,
  at: instantOn('2026-03-10'),
})

const decisionFields = ({
  decisionId,
  reviewId,
  side,
  level,
  measure,
  reviewVersion,
  deciders,
}: AppealableDecision) => ({
  decisionId,
  reviewId,
  side,
  level,
  measure,
  reviewVersion,
  deciders,
})
export const appealLodged = (
  decision: AppealableDecision = hiddenByUgo,
  overrides: Partial<DataOf<AppealEvent, 'AppealLodged'>> = {},
): AppealEvent => ({
  type: 'AppealLodged',
  data: {
    ...decisionFields(decision),
    appellantId: decision.addressees[0] ?? '',
    toldId: decision.decisionId,
    text: appealText,
    at: instantOn('2026-03-09'),
    ...overrides,
  },
})
export const appealTaken: AppealEvent = {
  type: 'AppealTaken',
  data: { ...appealFields, by: 'lia', appellants: ['ada'], at: instantOn('2026-03-10') },
}
export const appealDecided = (overrides: Partial<DataOf<AppealEvent, 'AppealDecided'>> = {}): AppealEvent => ({
  type: 'AppealDecided',
  data: {
    ...appealFields,
    by: 'lia',
    outcome: 'UPHELD',
    before: 'HIDDEN',
    measure: 'HIDDEN',
    appellants: ['ada'],
    ...consequencesFor(),
    ...appealReasons(false),
    rulesVersion: communityRulesVersion,
    automation: 'none',
    redress: ['out-of-court', 'court'],
    appealableUntil: null,
    at: instantOn('2026-03-11'),
    ...overrides,
  },
})
export const appealVoided: AppealEvent = {
  type: 'AppealVoided',
  data: { ...appealFields, measure: 'HIDDEN', appellants: ['ada'], at: instantOn('2026-03-10') },
}
