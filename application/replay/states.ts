import { AppealEvents, type AppealEvent } from '../../domain/moderation/appeal/events.ts'
import { fold } from '../../domain/kernel/decider.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { liveClaim, moderationCase, type CaseState } from '../../domain/moderation/case/decider.ts'
import { CaseEvents, type CaseEvent } from '../../domain/moderation/case/events.ts'
import { dispute, type DisputeState } from '../../domain/reputation/dispute/decider.ts'
import { DisputeEvents, type DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import { review, type ReviewState } from '../../domain/reputation/review/decider.ts'
import { ReviewEvents, type ReviewEvent } from '../../domain/reputation/review/events.ts'
import { pendingFlags } from '../../domain/reputation/review/state.ts'
import type { CaseFact, View } from './replay.ts'

/** The aggregates of a case at one moment, each as its own decider knows it. */
export interface CaseStates {
  readonly review: ReviewState
  readonly dispute: DisputeState
  readonly case: CaseState
  readonly revisions: number
}

export const before: CaseStates = {
  review: fold(review, []),
  dispute: fold(dispute, []),
  case: fold(moderationCase, []),
  revisions: 0,
}

/** The rules that evolve a case are the deciders' own: nothing is told twice. */
export const after = (states: CaseStates, event: CaseFact): CaseStates => {
  if (isReviewEvent(event)) {
    const written = event.type === 'ReviewSubmitted' || event.type === 'ReviewEdited' ? 1 : 0
    return { ...states, review: review.evolve(states.review, event), revisions: states.revisions + written }
  }
  if (isDisputeEvent(event)) return { ...states, dispute: dispute.evolve(states.dispute, event) }
  if (isCaseEvent(event)) return { ...states, case: moderationCase.evolve(states.case, event) }
  return states
}

/** Null before anything was written. */
export const viewOf = (states: CaseStates, asOf: Position, at: Instant): View | null => {
  const { review: written, dispute: disputed } = states
  if (written.status === 'NONE') return null
  return {
    asOf,
    revision: states.revisions - 1,
    status: written.status,
    flags: written.flags.map(({ flagId, status }) => ({ flagId, status })),
    weight: pendingFlags(written).reduce((sum, { weight }) => sum + weight, 0),
    dispute: disputed.status === 'NONE' ? null : disputed.status,
    claim: liveClaim(states.case, at),
    score: null,
  }
}

export const isReviewEvent = (event: CaseFact): event is ReviewEvent => ReviewEvents.codecs.has(event.type)
export const isDisputeEvent = (event: CaseFact): event is DisputeEvent => DisputeEvents.codecs.has(event.type)
export const isAppealEvent = (event: CaseFact): event is AppealEvent => AppealEvents.codecs.has(event.type)
export const isCaseEvent = (event: CaseFact): event is CaseEvent => CaseEvents.codecs.has(event.type)
