import { AccountDeleted } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { endOfNthWorkingDay } from '../../domain/kernel/italian-calendar.ts'
import { type CaseCommand, moderationCase } from '../../domain/moderation/case.ts'
import { FlagDismissed, FlagOverturned, FlagUpheld } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { flagAbuseRule } from '../../domain/reviews/flag-weight.ts'
import { partiesToFlagAbuse } from '../../domain/sanctions/flag-abuse.ts'
import { FlaggingJudged, FlaggingQuestioned } from '../../domain/sanctions/sanction-record-events.ts'
import { openFlagAbuseCase } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { flagAbuseCaseId, ignoredCaseRejections } from '../moderation/cases.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const flagDecisions = family(FlagDismissed, FlagUpheld, FlagOverturned)
const questioned = family(FlaggingQuestioned)
const events = family(FlagDismissed, FlagUpheld, FlagOverturned, FlaggingQuestioned, FlaggingJudged, AccountDeleted)
type Event = EventIn<typeof events>

/** Opens a case when a reporter's dismissed flags reach the threshold; closes it once decided or the account is deleted. */
export const flagAbusePolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'flagging',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(context, recorded),
})

const outcomes = { abusive: 'upheld', 'in-order': 'dismissed' } as const

const reactionTo = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case FlagDismissed.type:
    case FlagUpheld.type:
    case FlagOverturned.type:
      return onFlagDecided(context, recorded, event.data)
    case FlaggingQuestioned.type:
      return openCase(context, recorded, event.data)
    case FlaggingJudged.type: {
      const { accountId, number, outcome, by } = event.data
      return closeCase(context, recorded, flagAbuseCaseId(accountId, number), { outcome: outcomes[outcome], by })
    }
    case AccountDeleted.type:
      return voidOpenCase(context, recorded, event.data.accountId)
  }
}

/** Uses the flag's current outcome, which an appeal may have changed since the event. */
const onFlagDecided = (
  context: PolicyContext,
  cause: EventEnvelope,
  data: EventIn<typeof flagDecisions>['data'],
): Reaction => {
  const { reviewId, flagId, reporterId: accountId, authorId } = data
  const { execute, load } = asPolicy('flagging', context, cause)
  return withState(load(review, reviewId), (state) => {
    const flag = state.status === 'NONE' ? undefined : state.flags.find((raised) => raised.flagId === flagId)
    if (flag?.status !== 'DISMISSED' && flag?.status !== 'UPHELD') return noReaction
    const outcome = flag.status === 'DISMISSED' ? 'dismissed' : 'upheld'
    const command = {
      type: 'RecordFlagOutcome',
      accountId,
      flagId,
      authorId,
      outcome,
      rule: flagAbuseRule,
    } as const
    return execute(sanctionRecord, accountId, { ...command, at: cause.meta.occurredAt })
  })
}

const openCase = (context: PolicyContext, cause: EventEnvelope, data: EventIn<typeof questioned>['data']): Reaction => {
  const { accountId, number, at } = data
  const { execute, load } = asPolicy('flagging', context, cause)
  const caseId = flagAbuseCaseId(accountId, number)
  return withState(load(account, accountId), ({ kind }) =>
    kind === null
      ? noReaction
      : withState(load(sanctionRecord, accountId), (state) => {
          if (openFlagAbuseCase(state.flagAbuse) !== number) return noReaction
          const excludedAccounts = partiesToFlagAbuse(accountId, state)
          const dueAt = endOfNthWorkingDay(at, context.ruleSettings.moderation.caseWorkingDays)
          const opening = { caseId, kind: 'FLAG', aboutId: accountId, excludedAccounts, dueAt, at } as const
          return execute(moderationCase, caseId, { type: 'OpenCase', ...opening })
        }),
  )
}

/** The account is deleted, so there is nothing to decide. */
const voidOpenCase = (context: PolicyContext, cause: EventEnvelope, accountId: string): Reaction => {
  const { load } = asPolicy('flagging', context, cause)
  return withState(load(sanctionRecord, accountId), ({ flagAbuse }) => {
    const number = openFlagAbuseCase(flagAbuse)
    return number === null
      ? noReaction
      : closeCase(context, cause, flagAbuseCaseId(accountId, number), { outcome: 'void', by: null })
  })
}

type Closing = Pick<Extract<CaseCommand, { readonly type: 'CloseCase' }>, 'outcome' | 'by'>

const closeCase = (context: PolicyContext, cause: EventEnvelope, caseId: string, closing: Closing): Reaction => {
  const { execute } = asPolicy('flagging', context, cause)
  const command = { type: 'CloseCase', ...closing, at: cause.meta.occurredAt } as const
  return execute(moderationCase, caseId, command, ignoredCaseRejections)
}
