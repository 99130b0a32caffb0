import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { endOfNthWorkingDay } from '../../domain/kernel/italian-calendar.ts'
import { AppealDecided, AppealLodged, AppealVoided, type DataOf } from '../../domain/moderation/appeal.ts'
import {
  CaseClaimed,
  type CaseCommand,
  CaseOpened,
  type FlagTotals,
  moderationCase,
  noFlags,
} from '../../domain/moderation/case.ts'
import {
  DisputeClosed,
  DisputeOpened,
  DisputeRejected,
  DisputeUpheld,
  DisputeVoided,
} from '../../domain/reviews/dispute.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagUpheld,
  ReviewFlagged,
  ReviewHeld,
} from '../../domain/reviews/review-events.ts'
import type { ExistingReview } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { flagWeightVersion } from '../../domain/reviews/rules.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import { appealCaseId, disputeCaseId, flagCaseId, partiesOf } from './cases.ts'

const flagEvents = family(ReviewFlagged)
const disputeEvents = family(DisputeOpened)
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
export const casesPolicy = (hands: PolicyContext): Policy<Event> => ({
  name: 'cases',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactToReviewEvent(hands, recorded),
})

const reactToReviewEvent = (hands: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  const { execute } = asPolicy('cases', hands, recorded)
  const { reviewId: targetId, at } = event.data
  const close = (caseId: string, closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
    execute(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, settledCaseRejections)

  switch (event.type) {
    case 'ReviewFlagged':
      return reviewFlagged(hands, recorded, event)
    case 'ReviewHeld': {
      const caseId = flagCaseId(targetId, event.data.caseNumber)
      return execute(moderationCase, caseId, { type: 'EscalateCase', at }, ['CaseAlreadyClosed'])
    }
    case 'FlagReviewed':
    case 'FlagDismissed':
    case 'FlagUpheld':
      return flagDecided(hands, recorded, event)
    case 'DisputeOpened':
      return disputeOpened(hands, recorded, event)
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
const reviewFlagged = (hands: PolicyContext, cause: EventEnvelope, { data }: EventIn<typeof flagEvents>): Reaction => {
  const { reviewId: targetId, caseNumber, at } = data
  const { execute, load } = asPolicy('cases', hands, cause)
  const caseId = flagCaseId(targetId, caseNumber)
  return withState(load(review, targetId), (state) =>
    state.status === 'NONE'
      ? noReaction
      : withLookup(partiesOf(hands.lookups, state, flagsOfCase(state, caseNumber)), (parties) => {
          const dueAt = endOfNthWorkingDay(at, hands.limits.disputeWorkingDays)
          const known = { evidence: pendingEvidence(state, caseNumber), parties, at }
          return inSequence([
            execute(moderationCase, caseId, { type: 'OpenCase', caseId, kind: 'FLAG', targetId, dueAt, ...known }),
            execute(moderationCase, caseId, { type: 'WeighCase', ...known }, ['CaseAlreadyClosed']),
          ])
        }),
  )
}

const disputeOpened = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { data }: EventIn<typeof disputeEvents>,
): Reaction => {
  const { reviewId: targetId, businessId, dueAt, at } = data
  const { execute, load } = asPolicy('cases', hands, cause)
  const caseId = disputeCaseId(targetId)
  return withState(load(review, targetId), (state) => {
    const parties = state.status === 'NONE' ? [businessId] : [state.identity.authorId, businessId]
    const opening = { type: 'OpenCase', caseId, kind: 'DISPUTE', targetId, parties, dueAt, at } as const
    return execute(moderationCase, caseId, opening)
  })
}

/** A case of flags ends with the last of them, and weighs less with every other. */
const flagDecided = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { type, data }: EventIn<typeof flagDecisions>,
): Reaction => {
  const { reviewId, caseNumber, by, at } = data
  const { execute, load } = asPolicy('cases', hands, cause)
  const caseId = flagCaseId(reviewId, caseNumber)
  return withState(load(review, reviewId), (state) => {
    if (state.status === 'NONE') return noReaction
    const evidence = pendingEvidence(state, caseNumber)
    if (evidence.flags > 0)
      return execute(moderationCase, caseId, { type: 'WeighCase', evidence, parties: [], at }, settledCaseRejections)
    return execute(
      moderationCase,
      caseId,
      { type: 'CloseCase', outcome: flagOutcomes[type], by, at },
      settledCaseRejections,
    )
  })
}

const settledCaseRejections = ['CaseAlreadyClosed', 'CaseNotFound'] as const

const flagsOfCase = ({ flags }: ExistingReview, caseNumber: number) =>
  flags.filter((flag) => flag.caseNumber === caseNumber)

const pendingEvidence = (state: ExistingReview, caseNumber: number): FlagTotals => {
  const waiting = flagsOfCase(state, caseNumber).filter(({ status }) => status === 'PENDING')
  if (waiting.length === 0) return noFlags
  const weight = waiting.reduce((sum, flag) => sum + flag.weight, 0)
  return { flags: waiting.length, weight, weightVersion: flagWeightVersion }
}

const appealEvents = family(AppealLodged, AppealDecided, AppealVoided)
const appealCaseOutcomes = { UPHELD: 'upheld', PARTLY: 'partly', OVERTURNED: 'overturned' } as const

/** All appeals against one decision are one case, for moderators who have nothing to do with it and never decided on it. */
export const appealCasesPolicy = (hands: PolicyContext): Policy<EventIn<typeof appealEvents>> => ({
  name: 'appeal-cases',
  events: appealEvents,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    switch (event.type) {
      case 'AppealLodged':
        return openAppealCase(hands, recorded, event.data)
      case 'AppealDecided':
        return closeAppealCase(hands, recorded, event.data, {
          outcome: appealCaseOutcomes[event.data.outcome],
          by: event.data.by,
        })
      case 'AppealVoided':
        return closeAppealCase(hands, recorded, event.data, { outcome: 'void', by: null })
    }
  },
})

type AppealCaseClosing = Pick<Extract<CaseCommand, { readonly type: 'CloseCase' }>, 'outcome' | 'by'>

const closeAppealCase = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { decisionId, at }: Pick<DataOf<'AppealDecided'>, 'decisionId' | 'at'>,
  closing: AppealCaseClosing,
): Reaction => {
  const { execute } = asPolicy('appeal-cases', hands, cause)
  const command = { type: 'CloseCase', ...closing, at } as const
  return execute(moderationCase, appealCaseId(decisionId), command, ['CaseAlreadyClosed', 'CaseNotFound'])
}

const openAppealCase = (hands: PolicyContext, cause: EventEnvelope, data: DataOf<'AppealLodged'>): Reaction => {
  const { decisionId, reviewId: targetId, appellantId, deciders, at } = data
  const { execute, load } = asPolicy('appeal-cases', hands, cause)
  const caseId = appealCaseId(decisionId)
  return withState(load(review, targetId), (state) =>
    state.status === 'NONE'
      ? noReaction
      : withLookup(partiesOf(hands.lookups, state, state.flags), (concerned) => {
          const parties = [...concerned, appellantId, ...deciders]
          const dueAt = endOfNthWorkingDay(at, hands.limits.disputeWorkingDays)
          const opening = { caseId, kind: 'APPEAL', targetId, parties, dueAt, at } as const
          return inSequence([
            execute(moderationCase, caseId, { type: 'OpenCase', ...opening }),
            execute(moderationCase, caseId, { type: 'WeighCase', evidence: noFlags, parties, at }, [
              'CaseAlreadyClosed',
            ]),
          ])
        }),
  )
}

const deadlineEvents = family(CaseOpened, CaseClaimed)

/** B-47: a case hears of its deadline, and of the end of its claim, by a job of its own. */
export const caseDeadlinesPolicy = (): Policy<EventIn<typeof deadlineEvents>> => ({
  name: 'deadlines',
  events: deadlineEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { caseId } = data
    return type === 'CaseOpened'
      ? [{ name: 'due', queue: 'deadlines', kind: 'case-due', data: { caseId }, runAt: justAfter(data.dueAt) }]
      : [{ name: 'lapse', queue: 'deadlines', kind: 'claim-over', data: { caseId }, runAt: justAfter(data.until) }]
  },
})

const justAfter = (at: string) => new Date(Date.parse(at) + 1)
