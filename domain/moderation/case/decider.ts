import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../../kernel/time.ts'
import { CaseEvents, type CaseEvent, type CaseKind } from './events.ts'

type DataOf<T extends CaseEvent['type']> = Extract<CaseEvent, { readonly type: T }>['data']
type Outcome = DataOf<'CaseClosed'>['outcome']

export type CaseCommand =
  | ({ readonly type: 'OpenCase' } & DataOf<'CaseOpened'>)
  | { readonly type: 'EscalateCase'; readonly priority: number; readonly at: Instant }
  | { readonly type: 'ClaimCase'; readonly by: string; readonly leaseMinutes: number; readonly at: Instant }
  | { readonly type: 'ReleaseCase'; readonly by: string; readonly at: Instant }
  /** `by` is null when the matter itself disappeared. */
  | { readonly type: 'CloseCase'; readonly outcome: Outcome; readonly by: string | null; readonly at: Instant }

export interface Claim {
  readonly by: string
  readonly until: Instant
}

export interface OpenedCase {
  readonly status: 'open' | 'closed'
  readonly caseId: string
  readonly kind: CaseKind
  readonly targetId: string
  /** The latest; it may have lapsed. */
  readonly claim: Claim | null
  readonly outcome: Outcome | null
}

export type CaseState = { readonly status: 'none' } | OpenedCase

export type CaseRejection =
  | { readonly type: 'CaseNotFound' }
  | { readonly type: 'CaseNotEscalatable'; readonly kind: CaseKind }
  | { readonly type: 'CaseAlreadyClosed'; readonly outcome: Outcome | null }
  | { readonly type: 'ClaimedByAnother'; readonly by: string; readonly until: Instant }

/** Who works on the case just now. */
export const liveClaim = (state: CaseState, at: Instant): Claim | null =>
  state.status === 'open' && state.claim !== null && isBefore(at, state.claim.until) ? state.claim : null

const accept = (...events: readonly CaseEvent[]) => E.right(events)
const reject = (rejection: CaseRejection) => E.left(rejection)

const evolve = (state: CaseState, event: CaseEvent): CaseState => {
  if (event.type === 'CaseOpened') {
    const { caseId, kind, targetId } = event.data
    return { status: 'open', caseId, kind, targetId, claim: null, outcome: null }
  }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'CaseEscalated':
      return { ...state, kind: event.data.kind }
    case 'CaseClaimed':
      return { ...state, claim: { by: event.data.by, until: event.data.until } }
    case 'ClaimReleased':
      return { ...state, claim: null }
    case 'CaseClosed':
      return { ...state, status: 'closed', claim: null, outcome: event.data.outcome }
  }
}

const decide = (command: CaseCommand, state: CaseState): E.Either<CaseRejection, readonly CaseEvent[]> => {
  if (command.type === 'OpenCase') return state.status === 'none' ? accept(opened(command)) : accept()
  if (state.status === 'none') return reject({ type: 'CaseNotFound' })

  const { caseId, kind, targetId } = state
  const whose = { caseId, kind, targetId }
  const { at } = command
  switch (command.type) {
    case 'EscalateCase':
      if (kind === 'HELD') return accept()
      if (kind !== 'FLAG') return reject({ type: 'CaseNotEscalatable', kind })
      if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
      return accept({ type: 'CaseEscalated', data: { ...whose, kind: 'HELD', priority: command.priority, at } })
    case 'ClaimCase':
      return claim(command, state)
    case 'ReleaseCase': {
      const live = liveClaim(state, at)
      if (live === null) return accept()
      return live.by === command.by
        ? accept({ type: 'ClaimReleased', data: { ...whose, by: command.by, at } })
        : reject({ type: 'ClaimedByAnother', ...live })
    }
    case 'CloseCase': {
      const { outcome, by } = command
      if (state.status === 'open') return accept({ type: 'CaseClosed', data: { ...whose, outcome, by, at } })
      return outcome === state.outcome ? accept() : reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
    }
  }
}

const opened = ({ caseId, kind, targetId, priority, dueAt, at }: DataOf<'CaseOpened'>): CaseEvent => ({
  type: 'CaseOpened',
  data: { caseId, kind, targetId, priority, dueAt, at },
})

const claim = (command: Extract<CaseCommand, { readonly type: 'ClaimCase' }>, state: OpenedCase) => {
  const { by, leaseMinutes, at } = command
  const { caseId, kind, targetId } = state
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const live = liveClaim(state, at)
  if (live !== null && live.by !== by) return reject({ type: 'ClaimedByAnother', ...live })

  const until = plusMinutes(at, leaseMinutes)
  const mine = state.claim?.by === by ? state.claim : null
  return mine !== null && !isBefore(mine.until, until)
    ? accept()
    : accept({ type: 'CaseClaimed', data: { caseId, kind, targetId, by, until, at } })
}

/** One thing on the moderators' queue, which one of them at a time works on; the stream's id is the case's. */
export const moderationCase: Aggregate<CaseCommand, CaseEvent, CaseState, CaseRejection> = {
  category: 'case',
  events: CaseEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
