import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type DataOf, type EventIn, family } from '../../domain/kernel/event.ts'
import { endOfNthWorkingDay } from '../../domain/kernel/italian-calendar.ts'
import { AppealDecided, type AppealEvent, AppealLodged, AppealVoided } from '../../domain/moderation/appeal.ts'
import { isAboutRating } from '../../domain/moderation/vocabulary.ts'
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
  type ExistingReview,
  type Flag,
  FlagDismissed,
  FlagClosed,
  FlagUpheld,
  ReviewFlagged,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  type ReviewState,
} from '../../domain/reviews/review-state.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { review } from '../../domain/reviews/review.ts'
import { ratingContest } from '../../domain/ratings/rating-contest.ts'
import { flagWeightVersion } from '../../domain/reviews/flag-weight.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import { appealCaseId, disputeCaseId, flagCaseId, ignoredCaseRejections, partiesOf } from './cases.ts'

const flagEvents = family(ReviewFlagged)
const disputeEvents = family(DisputeOpened)
const heldEvents = family(ReviewHeld)
const statusEvents = family(ReviewHidden, ReviewRemoved, ReviewRestored)
const flagDecisions = family(FlagClosed, FlagDismissed, FlagUpheld)
const events = family(
  ReviewFlagged,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  DisputeOpened,
  DisputeUpheld,
  DisputeRejected,
  DisputeClosed,
  DisputeVoided,
)
type Event = EventIn<typeof events>

const caseOutcomeByFlagEvent = {
  [FlagClosed.type]: 'reviewed',
  FlagDismissed: 'dismissed',
  FlagUpheld: 'upheld',
} as const

/** Opens a case when a review is flagged or disputed; closes it once decided. @rule D-07 with the first flag */
export const casesPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'cases',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactToReviewEvent(context, recorded),
})

const reactToReviewEvent = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  const { execute } = asPolicy('cases', context, recorded)
  const { reviewId, at } = event.data
  const close = (caseId: string, closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
    execute(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, ignoredCaseRejections)

  switch (event.type) {
    case ReviewFlagged.type:
      return onReviewFlagged(context, recorded, event)
    case ReviewHeld.type:
      return onReviewHeld(context, recorded, event)
    case ReviewHidden.type:
    case ReviewRemoved.type:
    case ReviewRestored.type:
      return onHeldReviewDecided(context, recorded, event)
    case FlagClosed.type:
    case FlagDismissed.type:
    case FlagUpheld.type:
      return onFlagDecided(context, recorded, event)
    case DisputeOpened.type:
      return onDisputeOpened(context, recorded, event)
    case DisputeUpheld.type:
      return close(disputeCaseId(reviewId), { outcome: 'upheld', by: event.data.by })
    case DisputeRejected.type:
      return close(disputeCaseId(reviewId), { outcome: 'rejected', by: event.data.by })
    case DisputeClosed.type:
      return close(disputeCaseId(reviewId), { outcome: 'closed', by: event.data.by })
    case DisputeVoided.type:
      return close(disputeCaseId(reviewId), { outcome: 'void', by: null })
  }
}

/** The first flag opens a case; further flags raise its priority. */
const onReviewFlagged = (
  context: PolicyContext,
  cause: EventEnvelope,
  { data }: EventIn<typeof flagEvents>,
): Reaction => {
  const { reviewId, caseNumber, at } = data
  const { execute, load } = asPolicy('cases', context, cause)
  const caseId = flagCaseId(reviewId, caseNumber)
  const flags = (state: ExistingReview) => flagsOfCase(state, caseNumber)
  return withParties(context, load(review, reviewId), flags, (state, excludedAccounts) => {
    const totals = { flagTotals: pendingTotals(state, caseNumber), excludedAccounts, at }
    const opening = { caseId, kind: 'FLAG', aboutId: reviewId, dueAt: dueDate(context, at), ...totals } as const
    return inSequence([
      execute(moderationCase, caseId, { type: 'OpenCase', ...opening }),
      execute(moderationCase, caseId, { type: 'ReprioritiseCase', ...totals }, ['CaseAlreadyClosed']),
    ])
  })
}

const dueDate = ({ ruleSettings }: PolicyContext, at: Instant): Instant =>
  endOfNthWorkingDay(at, ruleSettings.moderation.caseWorkingDays)

/** Reacts to a review and the parties to it: author, reviewed account and reporters of these flags. */
const withParties = (
  { lookups }: PolicyContext,
  loaded: Parameters<typeof withState<ReviewState>>[0],
  flagsOf: (state: ExistingReview) => readonly Flag[],
  reactTo: (state: ExistingReview, parties: readonly string[]) => Reaction,
): Reaction =>
  withState(loaded, (state) =>
    state.status === 'NONE'
      ? noReaction
      : withLookup(partiesOf(lookups.accounts, state, flagsOf(state)), (parties) => reactTo(state, parties)),
  )

/** Flags have opened the case before; surplus of a burst opens it now. @rule Q-125 */
const onReviewHeld = (context: PolicyContext, cause: EventEnvelope, { data }: EventIn<typeof heldEvents>): Reaction => {
  const { reviewId, caseNumber, at } = data
  const { execute, load } = asPolicy('cases', context, cause)
  const caseId = flagCaseId(reviewId, caseNumber)
  const escalated = execute(moderationCase, caseId, { type: 'EscalateCase', at }, ['CaseAlreadyClosed'])
  if (data.cause === 'flags') return escalated
  return withParties(
    context,
    load(review, reviewId),
    () => [],
    (_, excludedAccounts) => {
      const dueAt = dueDate(context, at)
      const opening = { caseId, kind: 'FLAG', aboutId: reviewId, excludedAccounts, dueAt, at } as const
      return inSequence([execute(moderationCase, caseId, { type: 'OpenCase', ...opening }), escalated])
    },
  )
}

/** Closes the case of a review that was held without flags. Decisions on flags close theirs. */
const onHeldReviewDecided = (
  context: PolicyContext,
  cause: EventEnvelope,
  { type, data: { reviewId, by, at } }: EventIn<typeof statusEvents>,
): Reaction => {
  const { execute, load } = asPolicy('cases', context, cause)
  return withState(load(review, reviewId), (state) => {
    if (state.status === 'NONE' || !state.wasSurplus) return noReaction
    if (flagsOfCase(state, state.caseNumber).length > 0) return noReaction
    const outcome = type === 'ReviewRestored' ? 'dismissed' : 'upheld'
    const closing = { type: 'CloseCase', outcome, by, at } as const
    return execute(moderationCase, flagCaseId(reviewId, state.caseNumber), closing, ignoredCaseRejections)
  })
}

const onDisputeOpened = (
  context: PolicyContext,
  cause: EventEnvelope,
  { data }: EventIn<typeof disputeEvents>,
): Reaction => {
  const { reviewId, businessId, dueAt, at } = data
  const { execute, load } = asPolicy('cases', context, cause)
  const caseId = disputeCaseId(reviewId)
  return withState(load(review, reviewId), (state) => {
    const excludedAccounts = state.status === 'NONE' ? [businessId] : [state.identity.authorId, businessId]
    const opening = {
      type: 'OpenCase',
      caseId,
      kind: 'DISPUTE',
      aboutId: reviewId,
      excludedAccounts,
      dueAt,
      at,
    } as const
    return execute(moderationCase, caseId, opening)
  })
}

/** Deciding the last pending flag closes the case; deciding any other lowers its priority. */
const onFlagDecided = (
  context: PolicyContext,
  cause: EventEnvelope,
  { type, data }: EventIn<typeof flagDecisions>,
): Reaction => {
  const { reviewId, caseNumber, by, at } = data
  const { execute, load } = asPolicy('cases', context, cause)
  const caseId = flagCaseId(reviewId, caseNumber)
  return withState(load(review, reviewId), (state) => {
    if (state.status === 'NONE') return noReaction
    const flagTotals = pendingTotals(state, caseNumber)
    if (flagTotals.flags > 0)
      return execute(
        moderationCase,
        caseId,
        { type: 'ReprioritiseCase', flagTotals, excludedAccounts: [], at },
        ignoredCaseRejections,
      )
    return execute(
      moderationCase,
      caseId,
      { type: 'CloseCase', outcome: caseOutcomeByFlagEvent[type], by, at },
      ignoredCaseRejections,
    )
  })
}

const flagsOfCase = ({ flags }: ExistingReview, caseNumber: number) =>
  [...flags.values()].filter((flag) => flag.caseNumber === caseNumber)

const pendingTotals = (state: ExistingReview, caseNumber: number): FlagTotals => {
  const pending = flagsOfCase(state, caseNumber).filter(({ status }) => status === 'PENDING')
  if (pending.length === 0) return noFlags
  const weight = pending.reduce((sum, flag) => sum + flag.weight, 0)
  return { flags: pending.length, weight, weightVersion: flagWeightVersion }
}

const appealEvents = family(AppealLodged, AppealDecided, AppealVoided)
const appealCaseOutcomes = { UPHELD: 'upheld', PARTLY: 'partly', OVERTURNED: 'overturned' } as const

/** One case per appealed decision. Its parties and the moderators who decided earlier are excluded from it. */
export const appealCasesPolicy = (context: PolicyContext): Policy<EventIn<typeof appealEvents>> => ({
  name: 'appeal-cases',
  events: appealEvents,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    switch (event.type) {
      case 'AppealLodged':
        return openAppealCase(context, recorded, event.data)
      case 'AppealDecided':
        return closeAppealCase(context, recorded, event.data, {
          outcome: appealCaseOutcomes[event.data.outcome],
          by: event.data.by,
        })
      case 'AppealVoided':
        return closeAppealCase(context, recorded, event.data, { outcome: 'void', by: null })
    }
  },
})

type AppealCaseClosing = Pick<Extract<CaseCommand, { readonly type: 'CloseCase' }>, 'outcome' | 'by'>

const closeAppealCase = (
  context: PolicyContext,
  cause: EventEnvelope,
  { decisionId, at }: Pick<DataOf<AppealEvent, 'AppealDecided'>, 'decisionId' | 'at'>,
  closing: AppealCaseClosing,
): Reaction => {
  const { execute } = asPolicy('appeal-cases', context, cause)
  const command = { type: 'CloseCase', ...closing, at } as const
  return execute(moderationCase, appealCaseId(decisionId), command, ignoredCaseRejections)
}

const allFlags = ({ flags }: ExistingReview) => [...flags.values()]

const openAppealCase = (
  context: PolicyContext,
  cause: EventEnvelope,
  data: DataOf<AppealEvent, 'AppealLodged'>,
): Reaction => {
  const { decisionId, reviewId, appellantId, deciders, at } = data
  const { execute, load } = asPolicy('appeal-cases', context, cause)
  const caseId = appealCaseId(decisionId)
  const openExcluding = (parties: readonly string[]): Reaction => {
    const excludedAccounts = [...parties, appellantId, ...deciders]
    const dueAt = dueDate(context, at)
    const opening = { caseId, kind: 'APPEAL', aboutId: reviewId, excludedAccounts, dueAt, at } as const
    return inSequence([
      execute(moderationCase, caseId, { type: 'OpenCase', ...opening }),
      execute(moderationCase, caseId, { type: 'ReprioritiseCase', flagTotals: noFlags, excludedAccounts, at }, [
        'CaseAlreadyClosed',
      ]),
    ])
  }
  if (isAboutRating(data))
    return withState(load(ratingContest, reviewId), (contest) =>
      contest.status === 'NONE'
        ? noReaction
        : openExcluding([contest.opened.businessId, contest.opened.clientAccountId]),
    )
  return withParties(context, load(review, reviewId), allFlags, (_, parties) => openExcluding(parties))
}

const deadlineEvents = family(CaseOpened, CaseClaimed)

/** Schedules a recheck for the deadline of each case and for the end of each claim. @rule B-47 */
export const caseDeadlinesPolicy = (): Policy<EventIn<typeof deadlineEvents>> => ({
  name: 'deadlines',
  events: deadlineEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { caseId } = data
    return type === 'CaseOpened'
      ? [{ id: 'due', queue: 'deadlines', job: 'case-due', data: { caseId }, runAt: justAfter(data.dueAt) }]
      : // stored names; the job records ClaimExpired
        [{ id: 'lapse', queue: 'deadlines', job: 'claim-over', data: { caseId }, runAt: justAfter(data.until) }]
  },
})

const justAfter = (at: string) => new Date(Date.parse(at) + 1)
