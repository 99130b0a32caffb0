import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { endOfNthWorkingDay } from '../../domain/kernel/italian-calendar.ts'
import { type CaseCommand, moderationCase } from '../../domain/moderation/case.ts'
import {
  AppealApproved,
  AppealRejected,
  AppealSubmitted,
  SanctionLifted,
} from '../../domain/sanctions/sanction-record-events.ts'
import { findSanction } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { sanctionAppealCaseId } from '../moderation/cases.ts'
import { asPolicy, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(AppealSubmitted, AppealApproved, AppealRejected, SanctionLifted)
const submittedAppeals = family(AppealSubmitted)
type Event = EventIn<typeof events>

/** Puts the appeals of sanctions on the moderators' queue and takes them off when they are decided. */
export const sanctionAppealsPolicy = (hands: PolicyContext): Policy<Event> => ({
  name: 'sanction-appeals',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const reactionTo = (hands: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { execute } = asPolicy('sanction-appeals', hands, recorded)
  const { type, data } = recorded.event
  const { sanctionId: targetId, at } = data
  const caseId = sanctionAppealCaseId(targetId)
  const close = (closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
    execute(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, ['CaseAlreadyClosed', 'CaseNotFound'])
  switch (type) {
    case 'AppealSubmitted':
      return openSanctionAppealCase(hands, recorded, data)
    case 'AppealApproved':
      return close({ outcome: 'upheld', by: data.by })
    case 'AppealRejected':
      return close({ outcome: 'rejected', by: data.by })
    case 'SanctionLifted':
      return close({ outcome: 'void', by: null })
  }
}

/** Whoever imposed the sanction, or decided what it follows from, does not even take the case. */
const openSanctionAppealCase = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { accountId, sanctionId: targetId, at }: EventIn<typeof submittedAppeals>['data'],
): Reaction => {
  const { execute, load } = asPolicy('sanction-appeals', hands, cause)
  const caseId = sanctionAppealCaseId(targetId)
  return withState(load(sanctionRecord, accountId), (state) => {
    const parties = [accountId, ...(findSanction(state, targetId)?.excludedModerators ?? [])]
    const dueAt = endOfNthWorkingDay(at, hands.limits.disputeWorkingDays)
    return execute(moderationCase, caseId, { type: 'OpenCase', caseId, kind: 'APPEAL', targetId, parties, dueAt, at })
  })
}
