import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { DisputeRejected, DisputeUpheld } from '../../domain/reviews/dispute.ts'
import { FlagUpheld, ReviewRemoved, ReviewRestored } from '../../domain/reviews/review-events.ts'
import { review, type ReviewState } from '../../domain/reviews/review.ts'
import { lostDisputesOf } from '../../domain/sanctions/misuse.ts'
import {
  AppealApproved,
  AppealRejected,
  PermanentSuspensionImposed,
  SanctionLifted,
  type SanctionReason,
  type SanctionTrigger,
  SuspensionImposed,
  WarningIssued,
} from '../../domain/sanctions/sanction-record-events.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import { sanctionFacts, sanctionReasonFor } from './reasons.it.ts'

const events = family(FlagUpheld, DisputeUpheld, DisputeRejected, ReviewRemoved, ReviewRestored)
type Event = EventIn<typeof events>
type EventData<T extends Event['type']> = Extract<Event, { readonly type: T }>['data']

/** Points settled 12: what moves the ladder, and what takes a strike off it again. */
export const sanctionsPolicy = (hands: PolicyContext): Policy<Event> => ({
  name: 'conduct',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactToModeration(hands, recorded),
})

const reactToModeration = (hands: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'FlagUpheld':
      return flagUpheld(hands, recorded, event.data)
    case 'DisputeUpheld':
      return inSequence([
        disputeUpheld(hands, recorded, event.data),
        disputeDecided(hands, recorded, event.data, 'upheld'),
      ])
    case 'DisputeRejected':
      return disputeDecided(hands, recorded, event.data, 'rejected')
    case 'ReviewRemoved':
      return reviewRemoved(hands, recorded, event.data)
    case 'ReviewRestored':
      return reviewRestored(hands, recorded, event.data)
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
  hands: PolicyContext,
  cause: EventEnvelope,
  { identity }: ExistingReview,
  found: Violation,
): Reaction => {
  const { execute } = asPolicy('conduct', hands, cause)
  const { decidedBy, ...rest } = found
  const evidence = { reviewId: identity.reviewId, decidedBy, lost: null, decided: null, windowDays: null }
  return execute(sanctionRecord, identity.authorId, {
    type: 'RecordViolation',
    accountId: identity.authorId,
    userType: identity.authorType,
    sanctionId: hands.newId(),
    ...rest,
    evidence,
    counts: true,
    serious: false,
    at: cause.meta.occurredAt,
  })
}

const flagUpheld = (hands: PolicyContext, cause: EventEnvelope, upheld: EventData<'FlagUpheld'>) => {
  const { reviewId, flagId, caseNumber, ground, by } = upheld
  const { load } = asPolicy('conduct', hands, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status !== 'HIDDEN' && state.status !== 'REMOVED') return noReaction
    const flag = state.flags.find((one) => one.flagId === flagId)
    const reason = sanctionReasonFor(ground) ?? (flag && sanctionReasonFor(flag.reason)) ?? 'POLICY_VIOLATION'
    const violationId = `flags-${reviewId}-${caseNumber}`
    const found = { violationId, reason, facts: sanctionFacts.flagUpheld(reason), decidedBy: by }
    return recordStrike(hands, cause, state, { ...found, trigger: 'FLAG_UPHELD' })
  })
}

/** The removal may still be on its way; a review that was removed and is seen again has been restored since. */
const disputeUpheld = (hands: PolicyContext, cause: EventEnvelope, upheld: EventData<'DisputeUpheld'>) => {
  const { reviewId, by: decidedBy, violation, ground } = upheld
  const { load } = asPolicy('conduct', hands, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status === 'NONE' || (state.removedByDispute && state.status !== 'REMOVED')) return noReaction
    const reason = violation ?? sanctionReasonFor(ground) ?? 'POLICY_VIOLATION'
    const found = { violationId: `dispute-${reviewId}`, facts: sanctionFacts.disputeUpheld, decidedBy }
    return recordStrike(hands, cause, state, { ...found, trigger: 'DISPUTE_UPHELD', reason })
  })
}

/** Where the moderator has named what the author is to answer for. */
const reviewRemoved = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { reviewId, by, cause: why, violation }: EventData<'ReviewRemoved'>,
) => {
  if (why !== 'moderator' || by === null || violation === null) return noReaction
  const { load } = asPolicy('conduct', hands, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status !== 'HIDDEN' && state.status !== 'REMOVED') return noReaction
    const facts = sanctionFacts.reviewRemoved(violation)
    const found = { violationId: `removal-${cause.id}`, reason: violation, facts, decidedBy: by }
    return recordStrike(hands, cause, state, { ...found, trigger: 'REVIEW_REMOVED' })
  })
}

/** Losing disputes is weighed against winning them; it warns, and leaves the ladder where it stands. */
const disputeDecided = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { disputeId, businessId: accountId, by: decidedBy }: EventData<'DisputeRejected'>,
  outcome: 'upheld' | 'rejected',
): Reaction => {
  const { execute, load } = asPolicy('conduct', hands, cause)
  const { lostDisputes: rule } = hands.limits
  const at = cause.meta.occurredAt
  const noted = execute(sanctionRecord, accountId, { type: 'RecordDisputeOutcome', accountId, disputeId, outcome, at })
  if (outcome === 'upheld') return noted
  const weighed = withState(load(sanctionRecord, accountId), (state) => {
    const found = lostDisputesOf(state, at, rule)
    if (found === null) return noReaction
    return execute(sanctionRecord, accountId, {
      type: 'RecordViolation',
      accountId,
      userType: 'user',
      sanctionId: hands.newId(),
      violationId: `disputes-lost-${disputeId}`,
      reason: 'MULTIPLE_DISPUTES_LOST',
      trigger: 'DISPUTES_LOST',
      evidence: { reviewId: null, decidedBy, ...found, windowDays: rule.windowDays },
      facts: sanctionFacts.disputesLost(found, rule),
      counts: false,
      serious: false,
      at,
    })
  })
  return inSequence([noted, weighed])
}

/** Whoever is seen again did nothing wrong. */
const reviewRestored = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { reviewId, authorId: accountId }: EventData<'ReviewRestored'>,
) => {
  const { execute, load } = asPolicy('conduct', hands, cause)
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
  SanctionLifted,
  AppealApproved,
  AppealRejected,
)

const sanctionEmailKinds = {
  WarningIssued: 'sanction-mail',
  SuspensionImposed: 'sanction-mail',
  PermanentSuspensionImposed: 'sanction-mail',
  SanctionLifted: 'sanction-lifted-mail',
  AppealApproved: 'sanction-appeal-mail',
  AppealRejected: 'sanction-appeal-mail',
} as const

/** Whoever is sanctioned is told why and what can be done about it; the job only names the account and the sanction. */
export const sanctionEmailsPolicy = (): Policy<EventIn<typeof sanctionEvents>> => ({
  name: 'conduct-letters',
  events: sanctionEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { accountId, sanctionId } = data
    return [{ name: 'letter', queue: 'mail', kind: sanctionEmailKinds[type], data: { accountId, sanctionId } }]
  },
})
