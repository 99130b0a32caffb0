import { AccountDeleted } from '../../domain/access/account/deletion-events.ts'
import { account } from '../../domain/access/account/decider.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import { FlaggingJudged, FlaggingQuestioned } from '../../domain/conduct/conduct/events.ts'
import { openQuestion } from '../../domain/conduct/conduct/flagging-record.ts'
import { partiesToFlagging } from '../../domain/conduct/conduct/flagging.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { moderationCase, type CaseCommand } from '../../domain/moderation/case/decider.ts'
import { endOfWorkingDay } from '../../domain/reputation/dispute/working-days.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { FlagDismissed, FlagTurned, FlagUpheld } from '../../domain/reputation/review/events.ts'
import { abusiveFlaggingRule } from '../../domain/reputation/review/flag-weight.ts'
import { flaggingCaseId } from '../moderation/case-ids.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const flagDecisions = family(FlagDismissed, FlagUpheld, FlagTurned)
const questions = family(FlaggingQuestioned)
const events = family(FlagDismissed, FlagUpheld, FlagTurned, FlaggingQuestioned, FlaggingJudged, AccountDeleted)
type Event = EventIn<typeof events>

/** Many dismissed flags of one reporter are a case for moderators; it ends when they have judged, or the reporter is gone. */
export const flaggingPolicy = (hands: Hands): Policy<Event> => ({
  name: 'flagging',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const outcomes = { abusive: 'upheld', 'in-order': 'dismissed' } as const

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'FlagDismissed':
    case 'FlagUpheld':
    case 'FlagTurned':
      return flagDecided(hands, recorded, event.data)
    case 'FlaggingQuestioned':
      return questioned(hands, recorded, event.data)
    case 'FlaggingJudged': {
      const { accountId, number, outcome, by } = event.data
      return close(hands, recorded, flaggingCaseId(accountId, number), { outcome: outcomes[outcome], by })
    }
    case 'AccountDeleted':
      return deleted(hands, recorded, event.data.accountId)
  }
}

/** As the flag stands now: an appeal may have turned it meanwhile. */
const flagDecided = (hands: Hands, cause: Recorded, data: EventIn<typeof flagDecisions>['data']): Reaction => {
  const { reviewId, flagId, reporterId: accountId, authorId } = data
  const { run, look } = inTheNameOf('flagging', hands, cause)
  return seeing(look(review, reviewId), (state) => {
    const flag = state.status === 'NONE' ? undefined : state.flags.find((one) => one.flagId === flagId)
    if (flag?.status !== 'DISMISSED' && flag?.status !== 'UPHELD') return nothing
    const outcome = flag.status === 'DISMISSED' ? 'dismissed' : 'upheld'
    const noting = { type: 'NoteFlag', accountId, flagId, authorId, outcome, rule: abusiveFlaggingRule } as const
    return run(conduct, accountId, { ...noting, at: cause.meta.occurredAt })
  })
}

const questioned = (hands: Hands, cause: Recorded, data: EventIn<typeof questions>['data']): Reaction => {
  const { accountId, number, at } = data
  const { run, look } = inTheNameOf('flagging', hands, cause)
  const caseId = flaggingCaseId(accountId, number)
  return seeing(look(account, accountId), ({ kind }) =>
    kind === null
      ? nothing
      : seeing(look(conduct, accountId), (state) => {
          if (openQuestion(state.flagging) !== number) return nothing
          const parties = partiesToFlagging(accountId, state)
          const dueAt = endOfWorkingDay(at, hands.limits.disputeWorkingDays)
          const opening = { caseId, kind: 'FLAG', targetId: accountId, parties, dueAt, at } as const
          return run(moderationCase, caseId, { type: 'OpenCase', ...opening })
        }),
  )
}

/** Nobody is left to be told what was decided. */
const deleted = (hands: Hands, cause: Recorded, accountId: string): Reaction => {
  const { look } = inTheNameOf('flagging', hands, cause)
  return seeing(look(conduct, accountId), ({ flagging }) => {
    const number = openQuestion(flagging)
    return number === null
      ? nothing
      : close(hands, cause, flaggingCaseId(accountId, number), { outcome: 'void', by: null })
  })
}

type Closing = Pick<Extract<CaseCommand, { readonly type: 'CloseCase' }>, 'outcome' | 'by'>

const close = (hands: Hands, cause: Recorded, caseId: string, closing: Closing): Reaction => {
  const { run } = inTheNameOf('flagging', hands, cause)
  const command = { type: 'CloseCase', ...closing, at: cause.meta.occurredAt } as const
  return run(moderationCase, caseId, command, ['CaseAlreadyClosed', 'CaseNotFound'])
}
