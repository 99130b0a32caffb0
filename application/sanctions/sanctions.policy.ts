import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { dispute, DisputeOverturned, DisputeRejected, DisputeUpheld } from '../../domain/reviews/dispute.ts'
import { FlagUpheld, ReviewRemoved, ReviewRestored } from '../../domain/reviews/review-state.ts'
import { review, type ReviewState } from '../../domain/reviews/review.ts'
import { lostDisputesOf } from '../../domain/sanctions/lost-disputes.ts'
import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  PermanentSuspensionConsented,
  PermanentSuspensionImposed,
  SanctionLifted,
  SuspensionImposed,
  WarningIssued,
} from '../../domain/sanctions/sanction-record-events.ts'
import type { SanctionReason, SanctionTrigger } from '../../domain/sanctions/vocabulary.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import { sanctionFacts, sanctionReasonFor } from './reasons.it.ts'
import { lostDisputesViolationId } from './violation-ids.ts'

const disputeDecisions = family(DisputeUpheld, DisputeRejected, DisputeOverturned)
const events = family(FlagUpheld, DisputeUpheld, DisputeRejected, DisputeOverturned, ReviewRemoved, ReviewRestored)
type Event = EventIn<typeof events>
type EventData<T extends Event['type']> = Extract<Event, { readonly type: T }>['data']

/** Records violations that follow from moderation decisions, and overturns them with the decision. @rule D-12 */
export const sanctionsPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'conduct',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactToModeration(context, recorded),
})

const reactToModeration = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case FlagUpheld.type:
      return onFlagUpheld(context, recorded, event.data)
    case DisputeUpheld.type:
      return inSequence([
        onDisputeUpheld(context, recorded, event.data),
        onDisputeDecided(context, recorded, event.data),
      ])
    case DisputeRejected.type:
    case DisputeOverturned.type:
      return onDisputeDecided(context, recorded, event.data)
    case ReviewRemoved.type:
      return onReviewRemoved(context, recorded, event.data)
    case ReviewRestored.type:
      return onReviewRestored(context, recorded, event.data)
  }
}

type ExistingReview = Exclude<ReviewState, { readonly status: 'NONE' }>

interface Violation {
  readonly violationId: string
  readonly trigger: Exclude<SanctionTrigger, 'MODERATOR' | 'DISPUTES_LOST'>
  readonly reason: SanctionReason
  readonly facts: string
  readonly decidedBy: string
}

/** A strike for a review's author. */
const recordStrike = (
  context: PolicyContext,
  cause: EventEnvelope,
  { identity }: ExistingReview,
  violation: Violation,
): Reaction => {
  const { execute } = asPolicy('conduct', context, cause)
  const { decidedBy, ...rest } = violation
  const evidence = { reviewId: identity.reviewId, decidedBy, lost: null, decided: null, windowDays: null }
  return execute(sanctionRecord, identity.authorId, {
    type: 'RecordViolation',
    accountId: identity.authorId,
    userType: identity.authorType,
    sanctionId: context.newId(),
    ...rest,
    evidence,
    isStrike: true,
    serious: false,
    at: cause.meta.occurredAt,
  })
}

const onFlagUpheld = (context: PolicyContext, cause: EventEnvelope, upheld: EventData<'FlagUpheld'>) => {
  const { reviewId, flagId, caseNumber, ground, by } = upheld
  const { load } = asPolicy('conduct', context, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status !== 'HIDDEN' && state.status !== 'REMOVED') return noReaction
    const flag = state.flags.find((raised) => raised.flagId === flagId)
    const reason = sanctionReasonFor(ground) ?? (flag && sanctionReasonFor(flag.reason)) ?? 'POLICY_VIOLATION'
    const violationId = `flags-${reviewId}-${caseNumber}`
    const violation = { violationId, reason, facts: sanctionFacts.flagUpheld(reason), decidedBy: by }
    return recordStrike(context, cause, state, { ...violation, trigger: 'FLAG_UPHELD' })
  })
}

/**
 * The removal may not be recorded yet. A review removed by the dispute and visible again has been restored since, so it
 * costs no strike.
 */
const onDisputeUpheld = (context: PolicyContext, cause: EventEnvelope, upheld: EventData<'DisputeUpheld'>) => {
  const { reviewId, by: decidedBy, violation, ground } = upheld
  const { load } = asPolicy('conduct', context, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status === 'NONE' || (state.removedByDispute && state.status !== 'REMOVED')) return noReaction
    const reason = violation ?? sanctionReasonFor(ground) ?? 'POLICY_VIOLATION'
    const strike = { violationId: `dispute-${reviewId}`, facts: sanctionFacts.disputeUpheld, decidedBy }
    return recordStrike(context, cause, state, { ...strike, trigger: 'DISPUTE_UPHELD', reason })
  })
}

/** Counts as a strike if the moderator named a violation. */
const onReviewRemoved = (
  context: PolicyContext,
  cause: EventEnvelope,
  { reviewId, by, cause: removalCause, violation }: EventData<'ReviewRemoved'>,
) => {
  if (removalCause !== 'moderator' || by === null || violation === null) return noReaction
  const { load } = asPolicy('conduct', context, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status !== 'HIDDEN' && state.status !== 'REMOVED') return noReaction
    const facts = sanctionFacts.reviewRemoved(violation)
    const strike = { violationId: `removal-${cause.id}`, reason: violation, facts, decidedBy: by }
    return recordStrike(context, cause, state, { ...strike, trigger: 'REVIEW_REMOVED' })
  })
}

/**
 * Records the dispute's current outcome, which an appeal may have changed since the event, and warns a business that
 * lost too many of its disputes. The warning is not a strike.
 */
const onDisputeDecided = (
  context: PolicyContext,
  cause: EventEnvelope,
  { disputeId, businessId: accountId, by: decidedBy }: EventIn<typeof disputeDecisions>['data'],
): Reaction => {
  const { execute, load } = asPolicy('conduct', context, cause)
  const { lostDisputes: rule } = context.ruleSettings.sanctions
  const at = cause.meta.occurredAt
  const recordOutcome = (outcome: 'upheld' | 'rejected') =>
    execute(sanctionRecord, accountId, {
      type: 'RecordDisputeOutcome',
      accountId,
      disputeId,
      outcome,
      rule,
      facts: sanctionFacts.disputeWon,
      at,
    })
  const warnIfAbusive = withState(load(sanctionRecord, accountId), (state) => {
    const lostDisputes = lostDisputesOf(state, at, rule)
    if (lostDisputes === null) return noReaction
    return execute(sanctionRecord, accountId, {
      type: 'RecordViolation',
      accountId,
      userType: 'user',
      sanctionId: context.newId(),
      violationId: lostDisputesViolationId(disputeId),
      reason: 'MULTIPLE_DISPUTES_LOST',
      trigger: 'DISPUTES_LOST',
      evidence: { reviewId: null, decidedBy, ...lostDisputes, windowDays: rule.windowDays },
      facts: sanctionFacts.disputesLost(lostDisputes, rule),
      isStrike: false,
      serious: false,
      at,
    })
  })
  return withState(load(dispute, disputeId), (state) => {
    const outcome = state.status === 'NONE' ? null : state.outcome
    if (outcome === 'upheld') return recordOutcome(outcome)
    return outcome === 'rejected' ? inSequence([recordOutcome(outcome), warnIfAbusive]) : noReaction
  })
}

/** A restored review was no violation. */
const onReviewRestored = (
  context: PolicyContext,
  cause: EventEnvelope,
  { reviewId, authorId: accountId }: EventData<'ReviewRestored'>,
) => {
  const { execute, load } = asPolicy('conduct', context, cause)
  return withState(load(review, reviewId), ({ status }) => {
    if (status === 'HIDDEN' || status === 'REMOVED') return noReaction
    const command = { type: 'OverturnViolations', accountId, reviewId, facts: sanctionFacts.overturned } as const
    return execute(sanctionRecord, accountId, { ...command, at: cause.meta.occurredAt })
  })
}

const sanctionEvents = family(
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  PermanentSuspensionConsented,
  SanctionLifted,
  SanctionAppealApproved,
  SanctionAppealRejected,
)

const sanctionEmailKinds = {
  WarningIssued: 'sanction-mail',
  SuspensionImposed: 'sanction-mail',
  PermanentSuspensionImposed: 'sanction-mail',
  PermanentSuspensionConsented: 'permanent-suspension-mail',
  SanctionLifted: 'sanction-lifted-mail',
  [SanctionAppealApproved.type]: 'sanction-appeal-mail',
  [SanctionAppealRejected.type]: 'sanction-appeal-mail',
} as const

/** E-mails the account about sanctions, their lifting and decisions on appeals. Jobs carry ids only. */
export const sanctionEmailsPolicy = (): Policy<EventIn<typeof sanctionEvents>> => ({
  name: 'conduct-letters',
  events: sanctionEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { accountId, sanctionId } = data
    return [{ id: 'letter', queue: 'mail', job: sanctionEmailKinds[type], data: { accountId, sanctionId } }]
  },
})
