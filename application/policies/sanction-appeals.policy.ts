import { conduct } from '../../domain/conduct/conduct/decider.ts'
import { sanctionIn } from '../../domain/conduct/conduct/state.ts'
import { AppealApproved, AppealRejected, AppealSubmitted, SanctionLifted } from '../../domain/conduct/conduct/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { moderationCase, type CaseCommand } from '../../domain/moderation/case/decider.ts'
import { endOfWorkingDay } from '../../domain/reputation/dispute/working-days.ts'
import { sanctionAppealCaseId } from '../moderation/case-ids.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(AppealSubmitted, AppealApproved, AppealRejected, SanctionLifted)
const appeals = family(AppealSubmitted)
type Event = EventIn<typeof events>

/** Puts the appeals of sanctions on the moderators' queue and takes them off when they are decided. */
export const sanctionAppealsPolicy = (hands: Hands): Policy<Event> => ({
  name: 'sanction-appeals',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { run } = inTheNameOf('sanction-appeals', hands, recorded)
  const { type, data } = recorded.event
  const { sanctionId: targetId, at } = data
  const caseId = sanctionAppealCaseId(targetId)
  const close = (closing: Pick<Extract<CaseCommand, { type: 'CloseCase' }>, 'outcome' | 'by'>) =>
    run(moderationCase, caseId, { type: 'CloseCase', ...closing, at }, ['CaseAlreadyClosed', 'CaseNotFound'])
  switch (type) {
    case 'AppealSubmitted':
      return submitted(hands, recorded, data)
    case 'AppealApproved':
      return close({ outcome: 'upheld', by: data.by })
    case 'AppealRejected':
      return close({ outcome: 'rejected', by: data.by })
    case 'SanctionLifted':
      return close({ outcome: 'void', by: null })
  }
}

/** Whoever imposed the sanction, or decided what it follows from, does not even take the case. */
const submitted = (
  hands: Hands,
  cause: Recorded,
  { accountId, sanctionId: targetId, at }: EventIn<typeof appeals>['data'],
): Reaction => {
  const { run, look } = inTheNameOf('sanction-appeals', hands, cause)
  const caseId = sanctionAppealCaseId(targetId)
  return seeing(look(conduct, accountId), (state) => {
    const parties = [accountId, ...(sanctionIn(state, targetId)?.judges ?? [])]
    const dueAt = endOfWorkingDay(at, hands.limits.disputeWorkingDays)
    return run(moderationCase, caseId, { type: 'OpenCase', caseId, kind: 'APPEAL', targetId, parties, dueAt, at })
  })
}
