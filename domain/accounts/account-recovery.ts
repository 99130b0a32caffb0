import type * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, oneOf } from '../kernel/primitives.ts'

/** How somebody who forgot gets back in; each proves a mailbox or a telephone, none is a secret itself. */
export const RecoveryMethod = oneOf(['email-by-sms', 'reset-code', 'temporary-password'])
export type RecoveryMethod = t.TypeOf<typeof RecoveryMethod>

/** Somebody asked to get back into this account (Q-05: on record, whoever it was). */
export const RecoveryRequested = event('RecoveryRequested', {
  recoveryId: clear(Id),
  accountId: clear(Id),
  means: clear(RecoveryMethod),
  at: clear(Instant),
})

export const AccountRecoveryEvents = family(RecoveryRequested)
export type AccountRecoveryEvent = EventIn<typeof AccountRecoveryEvents>

type Requested = AccountRecoveryEvent['data']

export type AccountRecoveryCommand = { readonly type: 'RequestRecovery' } & Requested
export type AccountRecoveryState = Requested | null
export type AccountRecoveryRejection = { readonly type: 'RecoveryOfAnother' }

const decide = (
  { type: _, ...asked }: AccountRecoveryCommand,
  state: AccountRecoveryState,
): E.Either<AccountRecoveryRejection, readonly AccountRecoveryEvent[]> => {
  if (state === null) return E.right([{ type: 'RecoveryRequested', data: asked }])
  const same = state.accountId === asked.accountId && state.means === asked.means
  return same ? E.right([]) : E.left({ type: 'RecoveryOfAnother' })
}

/** One request to get back in. Codes and temporary passwords never stand here. */
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
