import { conduct } from '../../domain/conduct/conduct/decider.ts'
import type { SanctionReason, Trigger } from '../../domain/conduct/conduct/events.ts'
import { lostDisputesOf } from '../../domain/conduct/conduct/lost-disputes.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { DisputeRejected, DisputeUpheld } from '../../domain/reputation/dispute/events.ts'
import { review, type ReviewState } from '../../domain/reputation/review/decider.ts'
import { FlagUpheld, ReviewRemoved, ReviewRestored } from '../../domain/reputation/review/events.ts'
import { factsOf, reasonOf } from '../conduct/words.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(FlagUpheld, DisputeUpheld, DisputeRejected, ReviewRemoved, ReviewRestored)
type Event = EventIn<typeof events>
type Fact<T extends Event['type']> = Extract<Event, { readonly type: T }>['data']

/** Points settled 12: what moves the ladder, and what takes a strike off it again. */
export const conductPolicy = (hands: Hands): Policy<Event> => ({
  name: 'conduct',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'FlagUpheld':
      return flagUpheld(hands, recorded, event.data)
    case 'DisputeUpheld':
      return inTurn([disputeUpheld(hands, recorded, event.data), disputeDecided(hands, recorded, event.data, 'upheld')])
    case 'DisputeRejected':
      return disputeDecided(hands, recorded, event.data, 'rejected')
    case 'ReviewRemoved':
      return removed(hands, recorded, event.data)
    case 'ReviewRestored':
      return restored(hands, recorded, event.data)
  }
}

type Written = Exclude<ReviewState, { readonly status: 'NONE' }>

interface Found {
  readonly violationId: string
  readonly trigger: Exclude<Trigger, 'MODERATOR' | 'DISPUTES_LOST'>
  readonly reason: SanctionReason
  readonly facts: string
  readonly decidedBy: string
}

/** A strike for a review's author. */
const struck = (hands: Hands, cause: Recorded, { whose }: Written, found: Found): Reaction => {
  const { run } = inTheNameOf('conduct', hands, cause)
  const { decidedBy, ...rest } = found
  const evidence = { reviewId: whose.reviewId, decidedBy, lost: null, decided: null, windowDays: null }
  return run(conduct, whose.authorId, {
    type: 'RecordViolation',
    accountId: whose.authorId,
    userType: whose.authorType,
    sanctionId: hands.newId(),
    ...rest,
    evidence,
    counts: true,
    serious: false,
    at: cause.meta.occurredAt,
  })
}

const flagUpheld = (hands: Hands, cause: Recorded, upheld: Fact<'FlagUpheld'>) => {
  const { reviewId, flagId, caseNumber, ground, by } = upheld
  const { look } = inTheNameOf('conduct', hands, cause)
  return seeing(look(review, reviewId), (state) => {
    if (state.status !== 'HIDDEN' && state.status !== 'REMOVED') return nothing
    const flag = state.flags.find((one) => one.flagId === flagId)
    const reason = reasonOf(ground) ?? (flag && reasonOf(flag.reason)) ?? 'POLICY_VIOLATION'
    const violationId = `flags-${reviewId}-${caseNumber}`
    const found = { violationId, reason, facts: factsOf.flagUpheld(reason), decidedBy: by }
    return struck(hands, cause, state, { ...found, trigger: 'FLAG_UPHELD' })
  })
}

/** The removal may still be on its way; a review that was removed and is seen again has been restored since. */
const disputeUpheld = (hands: Hands, cause: Recorded, upheld: Fact<'DisputeUpheld'>) => {
  const { reviewId, by: decidedBy, violation, ground } = upheld
  const { look } = inTheNameOf('conduct', hands, cause)
  return seeing(look(review, reviewId), (state) => {
    if (state.status === 'NONE' || (state.removedByDispute && state.status !== 'REMOVED')) return nothing
    const reason = violation ?? reasonOf(ground) ?? 'POLICY_VIOLATION'
    const found = { violationId: `dispute-${reviewId}`, facts: factsOf.disputeUpheld, decidedBy }
    return struck(hands, cause, state, { ...found, trigger: 'DISPUTE_UPHELD', reason })
  })
}

/** Where the moderator has named what the author is to answer for. */
const removed = (hands: Hands, cause: Recorded, { reviewId, by, cause: why, violation }: Fact<'ReviewRemoved'>) => {
  if (why !== 'moderator' || by === null || violation === null) return nothing
  const { look } = inTheNameOf('conduct', hands, cause)
  return seeing(look(review, reviewId), (state) => {
    if (state.status !== 'HIDDEN' && state.status !== 'REMOVED') return nothing
    const facts = factsOf.reviewRemoved(violation)
    const found = { violationId: `removal-${cause.id}`, reason: violation, facts, decidedBy: by }
    return struck(hands, cause, state, { ...found, trigger: 'REVIEW_REMOVED' })
  })
}

/** Losing disputes is weighed against winning them; it warns, and leaves the ladder where it stands. */
const disputeDecided = (
  hands: Hands,
  cause: Recorded,
  { disputeId, businessId: accountId, by: decidedBy }: Fact<'DisputeRejected'>,
  outcome: 'upheld' | 'rejected',
): Reaction => {
  const { run, look } = inTheNameOf('conduct', hands, cause)
  const { lostDisputes: rule } = hands.limits
  const at = cause.meta.occurredAt
  const noted = run(conduct, accountId, { type: 'NoteDispute', accountId, disputeId, outcome, at })
  if (outcome === 'upheld') return noted
  const weighed = seeing(look(conduct, accountId), (state) => {
    const found = lostDisputesOf(state, at, rule)
    if (found === null) return nothing
    return run(conduct, accountId, {
      type: 'RecordViolation',
      accountId,
      userType: 'user',
      sanctionId: hands.newId(),
      violationId: `disputes-lost-${disputeId}`,
      reason: 'MULTIPLE_DISPUTES_LOST',
      trigger: 'DISPUTES_LOST',
      evidence: { reviewId: null, decidedBy, ...found, windowDays: rule.windowDays },
      facts: factsOf.disputesLost(found, rule),
      counts: false,
      serious: false,
      at,
    })
  })
  return inTurn([noted, weighed])
}

/** Whoever is seen again did nothing wrong. */
const restored = (hands: Hands, cause: Recorded, { reviewId, authorId: accountId }: Fact<'ReviewRestored'>) => {
  const { run, look } = inTheNameOf('conduct', hands, cause)
  return seeing(look(review, reviewId), ({ status }) => {
    if (status === 'HIDDEN' || status === 'REMOVED') return nothing
    const command = { type: 'OverturnViolations', accountId, reviewId, facts: factsOf.overturned } as const
    return run(conduct, accountId, { ...command, at: cause.meta.occurredAt })
  })
}
