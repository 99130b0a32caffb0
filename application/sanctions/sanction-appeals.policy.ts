import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { endOfNthWorkingDay } from '../../domain/kernel/italian-calendar.ts'
import { type CaseCommand, moderationCase } from '../../domain/moderation/case.ts'
import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealSubmitted,
  SanctionLifted,
} from '../../domain/sanctions/sanction-record-events.ts'
import { findSanction } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { ignoredCaseRejections, sanctionAppealCaseId } from '../moderation/cases.ts'
import { asPolicy, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(SanctionAppealSubmitted, SanctionAppealApproved, SanctionAppealRejected, SanctionLifted)
const submittedAppeals = family(SanctionAppealSubmitted)
type Event = EventIn<typeof events>

/** Opens a case for each appeal against a sanction and closes it once decided or the sanction is lifted. */
export const sanctionAppealsPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'sanction-appeals',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(context, recorded),
})

const reactionTo = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { execute } = asPolicy('sanction-appeals', context, recorded)
  const { type, data } = recorded.event
  const { sanctionId, at } = data
  const caseId = sanctionAppealCaseId(sanctionId)
  const close = (closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
    execute(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, ignoredCaseRejections)
  switch (type) {
    case SanctionAppealSubmitted.type:
      return openSanctionAppealCase(context, recorded, data)
    case SanctionAppealApproved.type:
      return close({ outcome: 'upheld', by: data.by })
    case SanctionAppealRejected.type:
      return close({ outcome: 'rejected', by: data.by })
    case 'SanctionLifted':
      return close({ outcome: 'void', by: null })
  }
}

/** Moderators who imposed the sanction or took the decision it follows from may not work on the case. */
const openSanctionAppealCase = (
  context: PolicyContext,
  cause: EventEnvelope,
  { accountId, sanctionId, at }: EventIn<typeof submittedAppeals>['data'],
): Reaction => {
  const { execute, load } = asPolicy('sanction-appeals', context, cause)
  const caseId = sanctionAppealCaseId(sanctionId)
  return withState(load(sanctionRecord, accountId), (state) => {
    const excludedAccounts = [accountId, ...(findSanction(state, sanctionId)?.excludedModerators ?? [])]
    const dueAt = endOfNthWorkingDay(at, context.ruleSettings.moderation.caseWorkingDays)
    const opening = { caseId, kind: 'APPEAL', aboutId: sanctionId, excludedAccounts, dueAt, at } as const
    return execute(moderationCase, caseId, { type: 'OpenCase', ...opening })
  })
}
