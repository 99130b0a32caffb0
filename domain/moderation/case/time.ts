import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import { expired } from './claims.ts'
import type { CaseEvent } from './events.ts'
import { weigh, type Urgency } from './priority.ts'
import type { OpenedCase } from './state.ts'

/** The timer looks at a case: as often as it likes, and as late. */
export interface KeepTime {
  readonly type: 'KeepTime'
  /** What is due until then is due within a working day (B-47). */
  readonly soonUntil: Instant
  readonly at: Instant
}

/** B-47: told one working day before, overdue at the end; a claim that ran out ends. */
export const keepTime = ({ soonUntil, at }: KeepTime, state: OpenedCase): E.Either<never, readonly CaseEvent[]> => {
  if (state.status === 'closed') return E.right([])
  const lapsed = state.claim !== null && !isBefore(at, state.claim.until)
  return E.right([...(lapsed ? [expired(state, at)] : []), ...deadline(urgencyAt(state, at, soonUntil), state, at)])
}

const urgencyAt = ({ dueAt }: OpenedCase, at: Instant, soonUntil: Instant): Urgency => {
  if (isBefore(dueAt, at)) return 'overdue'
  return isBefore(soonUntil, dueAt) ? 'calm' : 'soon'
}

const ranks: Readonly<Record<Urgency, number>> = { calm: 0, soon: 1, overdue: 2 }

/** Never back: a clock that was set wrong does not make a case young again. */
const deadline = (urgency: Urgency, state: OpenedCase, at: Instant): readonly CaseEvent[] => {
  if (urgency === 'calm' || ranks[urgency] <= ranks[state.urgency]) return []
  const { caseId, kind, targetId, dueAt } = state
  const data = { caseId, kind, targetId, ...weigh({ ...state, urgency }), dueAt, at }
  return [{ type: urgency === 'soon' ? 'CaseDueSoon' : 'CaseBecameOverdue', data }]
}
