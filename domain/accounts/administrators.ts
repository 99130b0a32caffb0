import { PersistentMap } from '../kernel/collections.ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import type { AccountDeletionRejection } from './account.ts'

// --- Events -----------------------------------------------------------------------------------------

/** An administrator is about to delete the account, and no longer counts as one. */
const AdministratorLeaving = event('AdministratorLeaving', {
  accountId: clear(Id),
  /** From when the administrator counts again, if the account still exists. */
  until: clear(Instant),
  at: clear(Instant),
})

export const AdministratorEvents = family(AdministratorLeaving)
export type AdministratorEvent = EventIn<typeof AdministratorEvents>

// --- State ------------------------------------------------------------------------------------------

/** Until when administrators who are leaving do not count, by account. */
export type AdministratorState = PersistentMap<string, Instant>

// --- Decisions --------------------------------------------------------------------------------------

export interface LeaveAdministration {
  readonly type: 'LeaveAdministration'
  readonly accountId: string
  /** The other administrators, whether or not they are leaving. */
  readonly others: readonly string[]
  readonly until: Instant
  readonly at: Instant
}

type Rejection = Extract<AccountDeletionRejection, { readonly type: 'DeletionBlocked' }>

const decide = (
  { type: _, others, ...leaving }: LeaveAdministration,
  state: AdministratorState,
): DecisionOf<AdministratorEvent, Rejection> => {
  const isLeaving = (accountId: string) => {
    const until = state.get(accountId)
    return until !== undefined && isBefore(leaving.at, until)
  }
  if (isLeaving(leaving.accountId)) return nothing
  return others.every(isLeaving)
    ? reject({ type: 'DeletionBlocked', obstacle: 'last-admin' })
    : accept({ type: 'AdministratorLeaving', data: leaving })
}

/** Stream id: there is one administration. */
export const administrationId = 'garbo'

/**
 * Administrators who delete their accounts, in a single stream, which also orders those who do so at the same time.
 * @rule D-51 one administrator remains
 */
export const administrators: Aggregate<LeaveAdministration, AdministratorEvent, AdministratorState, Rejection> = {
  category: 'administrators',
  events: AdministratorEvents,
  initial: PersistentMap(),
  evolve: (state, { data: { accountId, until } }) => state.set(accountId, until),
  decide,
}
