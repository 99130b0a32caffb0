import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { moderationCase, type CaseCommand } from '../../domain/moderation/case/decider.ts'
import { noEvidence, type Evidence } from '../../domain/moderation/case/priority.ts'
import {
  DisputeClosed,
  DisputeOpened,
  DisputeRejected,
  DisputeUpheld,
  DisputeVoided,
} from '../../domain/reputation/dispute/events.ts'
import { endOfWorkingDay } from '../../domain/reputation/dispute/working-days.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { flagWeightVersion } from '../../domain/reputation/review/flag-weight.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagUpheld,
  ReviewFlagged,
  ReviewHeld,
} from '../../domain/reputation/review/events.ts'
import type { WrittenReview } from '../../domain/reputation/review/state.ts'
import { disputeCaseId, flagCaseId } from '../moderation/case-ids.ts'
import { partiesTo } from '../moderation/parties.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const raised = family(ReviewFlagged)
const objected = family(DisputeOpened)
const flagDecisions = family(FlagReviewed, FlagDismissed, FlagUpheld)
const events = family(
  ReviewFlagged,
  ReviewHeld,
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  DisputeOpened,
  DisputeUpheld,
  DisputeRejected,
  DisputeClosed,
  DisputeVoided,
)
type Event = EventIn<typeof events>

const flagOutcomes = { FlagReviewed: 'reviewed', FlagDismissed: 'dismissed', FlagUpheld: 'upheld' } as const

/**
 * Puts what moderators must judge on their queue, a case for the first flag (points settled 7), and takes it off when it is
 * judged.
 */
export const casesPolicy = (hands: Hands): Policy<Event> => ({
  name: 'cases',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { event } = recorded
  const { run } = inTheNameOf('cases', hands, recorded)
  const { reviewId: targetId, at } = event.data
  const close = (caseId: string, closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
    run(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, settledCase)

  switch (event.type) {
    case 'ReviewFlagged':
      return flagged(hands, recorded, event)
    case 'ReviewHeld': {
      const caseId = flagCaseId(targetId, event.data.caseNumber)
      return run(moderationCase, caseId, { type: 'EscalateCase', at }, ['CaseAlreadyClosed'])
    }
    case 'FlagReviewed':
    case 'FlagDismissed':
    case 'FlagUpheld':
      return flagDecided(hands, recorded, event)
    case 'DisputeOpened':
      return disputed(hands, recorded, event)
    case 'DisputeUpheld':
      return close(disputeCaseId(targetId), { outcome: 'upheld', by: event.data.by })
    case 'DisputeRejected':
      return close(disputeCaseId(targetId), { outcome: 'rejected', by: event.data.by })
    case 'DisputeClosed':
      return close(disputeCaseId(targetId), { outcome: 'closed', by: event.data.by })
    case 'DisputeVoided':
      return close(disputeCaseId(targetId), { outcome: 'void', by: null })
  }
}

/** The first flag opens a case, every further one raises it. */
const flagged = (hands: Hands, cause: Recorded, { data }: EventIn<typeof raised>): Reaction => {
  const { reviewId: targetId, caseNumber, at } = data
  const { run, look } = inTheNameOf('cases', hands, cause)
  const caseId = flagCaseId(targetId, caseNumber)
  return seeing(look(review, targetId), (state) =>
    state.status === 'NONE'
      ? nothing
      : looking(partiesTo(hands.lookups, state, inCase(state, caseNumber)), (parties) => {
          const dueAt = endOfWorkingDay(at, hands.limits.disputeWorkingDays)
          const known = { evidence: waitingIn(state, caseNumber), parties, at }
          return inTurn([
            run(moderationCase, caseId, { type: 'OpenCase', caseId, kind: 'FLAG', targetId, dueAt, ...known }),
            run(moderationCase, caseId, { type: 'WeighCase', ...known }, ['CaseAlreadyClosed']),
          ])
        }),
  )
}

const disputed = (hands: Hands, cause: Recorded, { data }: EventIn<typeof objected>): Reaction => {
  const { reviewId: targetId, businessId, dueAt, at } = data
  const { run, look } = inTheNameOf('cases', hands, cause)
  const caseId = disputeCaseId(targetId)
  return seeing(look(review, targetId), (state) => {
    const parties = state.status === 'NONE' ? [businessId] : [state.whose.authorId, businessId]
    const opening = { type: 'OpenCase', caseId, kind: 'DISPUTE', targetId, parties, dueAt, at } as const
    return run(moderationCase, caseId, opening)
  })
}

/** A case of flags ends with the last of them, and weighs less with every other. */
const flagDecided = (hands: Hands, cause: Recorded, { type, data }: EventIn<typeof flagDecisions>): Reaction => {
  const { reviewId, caseNumber, by, at } = data
  const { run, look } = inTheNameOf('cases', hands, cause)
  const caseId = flagCaseId(reviewId, caseNumber)
  return seeing(look(review, reviewId), (state) => {
    if (state.status === 'NONE') return nothing
    const evidence = waitingIn(state, caseNumber)
    if (evidence.flags > 0)
      return run(moderationCase, caseId, { type: 'WeighCase', evidence, parties: [], at }, settledCase)
    return run(moderationCase, caseId, { type: 'CloseCase', outcome: flagOutcomes[type], by, at }, settledCase)
  })
}

const settledCase = ['CaseAlreadyClosed', 'CaseNotFound'] as const

const inCase = ({ flags }: WrittenReview, caseNumber: number) => flags.filter((flag) => flag.caseNumber === caseNumber)

const waitingIn = (state: WrittenReview, caseNumber: number): Evidence => {
  const waiting = inCase(state, caseNumber).filter(({ status }) => status === 'PENDING')
  if (waiting.length === 0) return noEvidence
  const weight = waiting.reduce((sum, flag) => sum + flag.weight, 0)
  return { flags: waiting.length, weight, weightVersion: flagWeightVersion }
}
