import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant, oneOf } from '../kernel/primitives.ts'
import { recoveryMethods } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A request to recover an account. @rule Q-05 every request is recorded */
export const RecoveryRequested = event('RecoveryRequested', {
  recoveryId: clear(Id),
  accountId: clear(Id),
  means: clear(oneOf(recoveryMethods)),
  at: clear(Instant),
})

export const AccountRecoveryEvents = family(RecoveryRequested)
export type AccountRecoveryEvent = EventIn<typeof AccountRecoveryEvents>

// --- Decisions --------------------------------------------------------------------------------------

type RecoveryRequest = AccountRecoveryEvent['data']

export type AccountRecoveryCommand = { readonly type: 'RequestRecovery' } & RecoveryRequest
export type AccountRecoveryState = RecoveryRequest | null
/** The request id belongs to a different recovery. */
export type AccountRecoveryRejection = { readonly type: 'RecoveryOfAnother' }

const decide = (
  { type: _, ...request }: AccountRecoveryCommand,
  state: AccountRecoveryState,
): DecisionOf<AccountRecoveryEvent, AccountRecoveryRejection> => {
  if (state === null) return accept({ type: 'RecoveryRequested', data: request })
  const isRepeated = state.accountId === request.accountId && state.means === request.means
  return isRepeated ? nothing : reject({ type: 'RecoveryOfAnother' })
}

/** One request to recover an account; contains no code and no temporary password. */
export const accountRecovery: Aggregate<
  AccountRecoveryCommand,
  AccountRecoveryEvent,
  AccountRecoveryState,
  AccountRecoveryRejection
> = {
  category: 'recovery',
  events: AccountRecoveryEvents,
  initial: null,
  evolve: (_, { data }) => data,
  decide,
}
