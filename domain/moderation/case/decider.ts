import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { claim, release, type ClaimCase, type ClaimRejection, type ReleaseCase } from './claims.ts'
import { CaseEvents, type CaseEvent, type CaseKind } from './events.ts'
import { noEvidence, weigh, type Evidence } from './priority.ts'
import { evolve, type CaseState, type DataOf, type OpenedCase, type Outcome } from './state.ts'
import { keepTime, type KeepTime } from './time.ts'

export { liveClaim, type CaseState, type Claim, type OpenedCase } from './state.ts'

export type CaseCommand =
  | OpenCase
  | WeighCase
  | { readonly type: 'EscalateCase'; readonly at: Instant }
  | ClaimCase
  | ReleaseCase
  | KeepTime
  /** `by` is null when the matter itself disappeared. */
  | { readonly type: 'CloseCase'; readonly outcome: Outcome; readonly by: string | null; readonly at: Instant }

interface OpenCase extends Pick<DataOf<'CaseOpened'>, 'caseId' | 'kind' | 'targetId' | 'dueAt' | 'at'> {
  readonly type: 'OpenCase'
  /** Of flags; a dispute and an appeal have none. */
  readonly evidence?: Evidence
  /** Accounts that have a part in the matter, whoever decided before among them: none of them works on it (P-16). */
  readonly parties?: readonly string[]
}

/** What is waiting now: asked again with the same it changes nothing. */
interface WeighCase {
  readonly type: 'WeighCase'
  readonly evidence: Evidence
  readonly parties: readonly string[]
  readonly at: Instant
}

export type CaseRejection =
  ClaimRejection | { readonly type: 'CaseNotFound' } | { readonly type: 'CaseNotEscalatable'; readonly kind: CaseKind }

const accept = (...events: readonly CaseEvent[]) => E.right(events)
const reject = (rejection: CaseRejection) => E.left(rejection)

const decide = (command: CaseCommand, state: CaseState): E.Either<CaseRejection, readonly CaseEvent[]> => {
  if (command.type === 'OpenCase') return state.status === 'none' ? accept(opened(command)) : accept()
  if (state.status === 'none') return reject({ type: 'CaseNotFound' })
  switch (command.type) {
    case 'WeighCase':
      return weighed(command, state)
    case 'EscalateCase':
      return escalated(command.at, state)
    case 'ClaimCase':
      return claim(command, state)
    case 'ReleaseCase':
      return release(command, state)
    case 'KeepTime':
      return keepTime(command, state)
    case 'CloseCase':
      return closed(command, state)
  }
}

const opened = (command: OpenCase): CaseEvent => {
  const { caseId, kind, targetId, evidence = noEvidence, parties = [], dueAt, at } = command
  const place = weigh({ kind, ...evidence, urgency: 'calm' })
  return {
    type: 'CaseOpened',
    data: { caseId, kind, targetId, ...place, ...evidence, parties: distinct(parties), dueAt, at },
  }
}

const weighed = ({ evidence, parties, at }: WeighCase, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  const all = distinct([...state.parties, ...parties])
  const known = evidence.flags === state.flags && evidence.weight === state.weight
  if (known && all.length === state.parties.length) return accept()
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const place = weigh({ ...state, ...evidence })
  return accept({
    type: 'CaseReprioritised',
    data: { caseId, kind, targetId, ...place, ...evidence, parties: all, at },
  })
}

const escalated = (at: Instant, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  if (kind === 'HELD') return accept()
  if (kind !== 'FLAG') return reject({ type: 'CaseNotEscalatable', kind })
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const place = weigh({ ...state, kind: 'HELD' })
  return accept({ type: 'CaseEscalated', data: { caseId, kind: 'HELD', targetId, ...place, at } })
}

const closed = (command: Extract<CaseCommand, { readonly type: 'CloseCase' }>, state: OpenedCase) => {
  const { outcome, by, at } = command
  const { caseId, kind, targetId } = state
  if (state.status === 'open') return accept({ type: 'CaseClosed', data: { caseId, kind, targetId, outcome, by, at } })
  return outcome === state.outcome ? accept() : reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
}

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)]

/** One thing on the moderators' queue, which one of them at a time works on; the stream's id is the case's. */
export const moderationCase: Aggregate<CaseCommand, CaseEvent, CaseState, CaseRejection> = {
  category: 'case',
  events: CaseEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
