import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { AppealDecided, AppealLodged, AppealVoided } from '../../domain/moderation/appeal/events.ts'
import { moderationCase, type CaseCommand } from '../../domain/moderation/case/decider.ts'
import {
  DisputeClosed,
  DisputeOpened,
  DisputeRejected,
  DisputeUpheld,
  DisputeVoided,
} from '../../domain/reputation/dispute/events.ts'
import { endOfWorkingDay } from '../../domain/reputation/dispute/working-days.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagUpheld,
  ReviewFlagged,
  ReviewHeld,
} from '../../domain/reputation/review/events.ts'
import { appealCaseId, disputeCaseId, flagCaseId } from '../moderation/case-ids.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

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
  AppealLodged,
  AppealDecided,
  AppealVoided,
)
type Event = EventIn<typeof events>

/** What goes first: a review out of sight waits for an answer more than one that is still read. */
const priorities = { flag: 100, dispute: 200, appeal: 250, held: 300 } as const
const flagOutcomes = { FlagReviewed: 'reviewed', FlagDismissed: 'dismissed', FlagUpheld: 'upheld' } as const
const appealOutcomes = { UPHELD: 'upheld', PARTLY: 'partly', OVERTURNED: 'overturned' } as const

/** Puts what moderators must judge on their queue and takes it off when it is judged. */
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
    run(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, ['CaseAlreadyClosed', 'CaseNotFound'])

  switch (event.type) {
    case 'ReviewFlagged': {
      const caseId = flagCaseId(targetId, event.data.caseNumber)
      const dueAt = endOfWorkingDay(at, hands.limits.disputeWorkingDays)
      const opening = { caseId, kind: 'FLAG', targetId, priority: priorities.flag, dueAt, at } as const
      return run(moderationCase, caseId, { type: 'OpenCase', ...opening })
    }
    case 'ReviewHeld': {
      const caseId = flagCaseId(targetId, event.data.caseNumber)
      const command = { type: 'EscalateCase', priority: priorities.held, at } as const
      return run(moderationCase, caseId, command, ['CaseAlreadyClosed'])
    }
    case 'FlagReviewed':
    case 'FlagDismissed':
    case 'FlagUpheld':
      return flagDecided(hands, recorded, event)
    case 'DisputeOpened': {
      const caseId = disputeCaseId(targetId)
      const { dueAt } = event.data
      const opening = { caseId, kind: 'DISPUTE', targetId, priority: priorities.dispute, dueAt, at } as const
      return run(moderationCase, caseId, { type: 'OpenCase', ...opening })
    }
    case 'DisputeUpheld':
      return close(disputeCaseId(targetId), { outcome: 'upheld', by: event.data.by })
    case 'DisputeRejected':
      return close(disputeCaseId(targetId), { outcome: 'rejected', by: event.data.by })
    case 'DisputeClosed':
      return close(disputeCaseId(targetId), { outcome: 'closed', by: event.data.by })
    case 'DisputeVoided':
      return close(disputeCaseId(targetId), { outcome: 'void', by: null })
    case 'AppealLodged': {
      const caseId = appealCaseId(event.data.decisionId)
      const dueAt = endOfWorkingDay(at, hands.limits.disputeWorkingDays)
      const opening = { caseId, kind: 'APPEAL', targetId, priority: priorities.appeal, dueAt, at } as const
      return run(moderationCase, caseId, { type: 'OpenCase', ...opening })
    }
    case 'AppealDecided': {
      const { decisionId, outcome, by } = event.data
      return close(appealCaseId(decisionId), { outcome: appealOutcomes[outcome], by })
    }
    case 'AppealVoided':
      return close(appealCaseId(event.data.decisionId), { outcome: 'void', by: null })
  }
}

/** A case of flags ends with the last of them. */
const flagDecided = (hands: Hands, cause: Recorded, { type, data }: EventIn<typeof flagDecisions>): Reaction => {
  const { reviewId, caseNumber, by, at } = data
  const { run, look } = inTheNameOf('cases', hands, cause)
  return seeing(look(review, reviewId), (state) => {
    if (state.status === 'NONE') return nothing
    const waiting = state.flags.some((flag) => flag.caseNumber === caseNumber && flag.status === 'PENDING')
    if (waiting) return nothing
    const closing = { type: 'CloseCase', outcome: flagOutcomes[type], by, at } as const
    return run(moderationCase, flagCaseId(reviewId, caseNumber), closing, ['CaseAlreadyClosed', 'CaseNotFound'])
  })
}
