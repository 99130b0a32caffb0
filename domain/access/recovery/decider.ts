import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import { RecoveryEvents, type RecoveryEvent } from './events.ts'

type Requested = RecoveryEvent['data']

export type RecoveryCommand = { readonly type: 'RequestRecovery' } & Requested
export type RecoveryState = Requested | null
export type RecoveryRejection = { readonly type: 'RecoveryOfAnother' }

const decide = (
  { type: _, ...asked }: RecoveryCommand,
  state: RecoveryState,
): E.Either<RecoveryRejection, readonly RecoveryEvent[]> => {
  if (state === null) return E.right([{ type: 'RecoveryRequested', data: asked }])
  const same = state.accountId === asked.accountId && state.means === asked.means
  return same ? E.right([]) : E.left({ type: 'RecoveryOfAnother' })
}

/** One request to get back in. Codes and temporary passwords never stand here. */
export const recovery: Aggregate<RecoveryCommand, RecoveryEvent, RecoveryState, RecoveryRejection> = {
  category: 'recovery',
  events: RecoveryEvents,
  initial: null,
  evolve: (_, { data }) => data,
  decide,
}
