import type { AppealCommand } from '../../domain/moderation/appeal/decider.ts'
import type { AppealEvent, DataOf } from '../../domain/moderation/appeal/events.ts'
import type { AppealableDecision } from '../../domain/moderation/appeal/lodging.ts'
import type { AppealOutcome } from '../../domain/moderation/appeal/measures.ts'
import { on } from './reputation.ts'

/** The words the specs of appeals are written in. Ugo hid what Ada wrote about the hotel, because Bea had reported it. */

type Ask<T extends AppealCommand['type']> = Extract<AppealCommand, { readonly type: T }>

const matter = { decisionId: 'decision-1', reviewId: 'review-1', side: 'author' as const, level: 1 }
export const hiddenByUgo: AppealableDecision = {
  ...matter,
  reviewVersion: 4,
  addressees: ['ada'],
  measure: 'HIDDEN',
  deciders: ['ugo'],
  appealableUntil: on('2026-09-05'),
  inForce: true,
}
export const removedByUgo: AppealableDecision = { ...hiddenByUgo, measure: 'REMOVED' }
/** Bea and Carlo had reported it, and Ugo found nothing wrong. */
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

export const plea = 'Quel che ho scritto è vero: ho le fotografie.'
export const lodgeAppeal = (
  decision: AppealableDecision = hiddenByUgo,
  differently: Partial<Ask<'LodgeAppeal'>> = {},
): AppealCommand => ({
  type: 'LodgeAppeal',
  appellantId: decision.addressees[0] ?? '',
  toldId: decision.decisionId,
  decision,
  text: plea,
  at: on('2026-03-09'),
  ...differently,
})
export const takeAppeal = (differently: Partial<Ask<'TakeAppeal'>> = {}): AppealCommand => ({
  type: 'TakeAppeal',
  by: 'lia',
  parties: [],
  at: on('2026-03-10'),
  ...differently,
})
export const grounds = (visible: boolean) => ({
  facts: 'Abbiamo riletto tutto con attenzione.',
  ground: visible ? ('NO_VIOLATION' as const) : ('OFFENSIVE' as const),
  violation: null,
})
export const concerning = (...others: DataOf<'AppealDecided'>['others']) => ({
  others,
  flags: [],
  disputeId: null,
  authorId: 'ada',
})
export const decideAppeal = (
  outcome: AppealOutcome,
  { visible = false, ...differently }: Partial<Ask<'DecideAppeal'>> & { readonly visible?: boolean } = {},
): AppealCommand => ({
  type: 'DecideAppeal',
  by: 'lia',
  parties: [],
  outcome,
  measure: null,
  reasons: grounds(visible),
  concerned: concerning(),
  at: on('2026-03-11'),
  ...differently,
})
export const voidAppeal = (visible: boolean): AppealCommand => ({
  type: 'VoidAppeal',
  visible,
  at: on('2026-03-10'),
})

const ofDecision = ({ decisionId, reviewId, side, level, measure, reviewVersion, deciders }: AppealableDecision) => ({
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
  differently: Partial<DataOf<'AppealLodged'>> = {},
): AppealEvent => ({
  type: 'AppealLodged',
  data: {
    ...ofDecision(decision),
    appellantId: decision.addressees[0] ?? '',
    toldId: decision.decisionId,
    text: plea,
    at: on('2026-03-09'),
    ...differently,
  },
})
export const appealTaken: AppealEvent = {
  type: 'AppealTaken',
  data: { ...matter, by: 'lia', appellants: ['ada'], at: on('2026-03-10') },
}
export const appealDecided = (differently: Partial<DataOf<'AppealDecided'>> = {}): AppealEvent => ({
  type: 'AppealDecided',
  data: {
    ...matter,
    by: 'lia',
    outcome: 'UPHELD',
    before: 'HIDDEN',
    measure: 'HIDDEN',
    appellants: ['ada'],
    ...concerning(),
    ...grounds(false),
    rulesVersion: 1,
    automation: 'none',
    redress: ['out-of-court', 'court'],
    appealableUntil: null,
    at: on('2026-03-11'),
    ...differently,
  },
})
export const appealVoided: AppealEvent = {
  type: 'AppealVoided',
  data: { ...matter, measure: 'HIDDEN', appellants: ['ada'], at: on('2026-03-10') },
}
