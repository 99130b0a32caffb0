import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { AppealDecided, AppealLodged, AppealVoided, type DataOf } from '../../domain/moderation/appeal/events.ts'
import { moderationCase, type CaseCommand } from '../../domain/moderation/case/decider.ts'
import { noEvidence } from '../../domain/moderation/case/priority.ts'
import { endOfWorkingDay } from '../../domain/reputation/dispute/working-days.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { appealCaseId } from '../moderation/case-ids.ts'
import { partiesTo } from '../moderation/parties.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(AppealLodged, AppealDecided, AppealVoided)
const outcomes = { UPHELD: 'upheld', PARTLY: 'partly', OVERTURNED: 'overturned' } as const

/** All appeals against one decision are one case, for moderators who have nothing to do with it and never decided on it. */
export const appealCasesPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'appeal-cases',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    switch (event.type) {
      case 'AppealLodged':
        return lodged(hands, recorded, event.data)
      case 'AppealDecided':
        return close(hands, recorded, event.data, { outcome: outcomes[event.data.outcome], by: event.data.by })
      case 'AppealVoided':
        return close(hands, recorded, event.data, { outcome: 'void', by: null })
    }
  },
})

type Closing = Pick<Extract<CaseCommand, { readonly type: 'CloseCase' }>, 'outcome' | 'by'>

const close = (
  hands: Hands,
  cause: Recorded,
  { decisionId, at }: Pick<DataOf<'AppealDecided'>, 'decisionId' | 'at'>,
  closing: Closing,
): Reaction => {
  const { run } = inTheNameOf('appeal-cases', hands, cause)
  const command = { type: 'CloseCase', ...closing, at } as const
  return run(moderationCase, appealCaseId(decisionId), command, ['CaseAlreadyClosed', 'CaseNotFound'])
}

const lodged = (hands: Hands, cause: Recorded, data: DataOf<'AppealLodged'>): Reaction => {
  const { decisionId, reviewId: targetId, appellantId, deciders, at } = data
  const { run, look } = inTheNameOf('appeal-cases', hands, cause)
  const caseId = appealCaseId(decisionId)
  return seeing(look(review, targetId), (state) =>
    state.status === 'NONE'
      ? nothing
      : looking(partiesTo(hands.lookups, state, state.flags), (concerned) => {
          const parties = [...concerned, appellantId, ...deciders]
          const dueAt = endOfWorkingDay(at, hands.limits.disputeWorkingDays)
          const opening = { caseId, kind: 'APPEAL', targetId, parties, dueAt, at } as const
          return inTurn([
            run(moderationCase, caseId, { type: 'OpenCase', ...opening }),
            run(moderationCase, caseId, { type: 'WeighCase', evidence: noEvidence, parties, at }, [
              'CaseAlreadyClosed',
            ]),
          ])
        }),
  )
}
