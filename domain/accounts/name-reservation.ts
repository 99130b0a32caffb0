import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import type { NameCategory } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A claim expires unless it is confirmed, which happens once the account exists. A change or erasure releases the name. */
const NameClaimed = event('NameClaimed', {
  accountId: clear(Id),
  /** Expiry of the claim. */
  until: clear(Instant),
})
export const NameConfirmed = event('NameKept' /* stored name */, { accountId: clear(Id) })
const NameReleased = event('NameReleased', { accountId: clear(Id) })

export const NameReservationEvents = family(NameClaimed, NameConfirmed, NameReleased)
export type NameReservationEvent = EventIn<typeof NameReservationEvents>

// --- State ------------------------------------------------------------------------------------------

export type NameReservationState =
  | { readonly status: 'free' }
  | { readonly status: 'claimed'; readonly accountId: string; readonly until: Instant }
  | { readonly status: 'confirmed'; readonly accountId: string }

const evolve = (_: NameReservationState, event: NameReservationEvent): NameReservationState => {
  switch (event.type) {
    case NameClaimed.type:
      return { status: 'claimed', ...event.data }
    case NameConfirmed.type:
      return { status: 'confirmed', ...event.data }
    case NameReleased.type:
      return { status: 'free' }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

interface ClaimName {
  readonly type: 'ClaimName'
  readonly accountId: string
  readonly at: Instant
  /** Expiry of the claim. */
  readonly until: Instant
  /** Whether the account behind the lapsed claim exists; required after `ClaimLapsed`. */
  readonly holderExists?: boolean
}

export type NameReservationCommand =
  | ClaimName
  | { readonly type: 'ConfirmName'; readonly accountId: string }
  | { readonly type: 'ReleaseName'; readonly accountId: string }

export type NameReservationRejection =
  /** Another account holds the name or is claiming it. */
  | { readonly type: 'NameTaken' }
  /** The claim of another account has lapsed; the caller checks whether that account exists and claims the name again. */
  | { readonly type: 'ClaimLapsed'; readonly accountId: string }
  /** The claim was released before the registration confirmed it. */
  | { readonly type: 'NameNotClaimed' }

type Decision = DecisionOf<NameReservationEvent, NameReservationRejection>

const decide = (command: NameReservationCommand, state: NameReservationState): Decision => {
  const { accountId } = command
  switch (command.type) {
    case 'ClaimName':
      return claimName(command, state)
    case 'ConfirmName':
      if (state.status === 'free') return reject({ type: 'NameNotClaimed' })
      if (state.accountId !== accountId) return reject({ type: 'NameTaken' })
      return state.status === 'confirmed' ? nothing : accept({ type: NameConfirmed.type, data: { accountId } })
    case 'ReleaseName':
      return state.status !== 'free' && state.accountId === accountId
        ? accept({ type: 'NameReleased', data: { accountId } })
        : nothing
  }
}

const claimName = ({ accountId, at, until, holderExists }: ClaimName, state: NameReservationState): Decision => {
  const claimed: Decision = accept({ type: 'NameClaimed', data: { accountId, until } })
  if (state.status === 'free') return claimed
  const isOwnClaim = state.accountId === accountId
  if (state.status === 'confirmed') return isOwnClaim ? nothing : reject({ type: 'NameTaken' })

  const lapsed = !isBefore(at, state.until)
  // renews the account's own lapsed claim, which others could take otherwise
  if (isOwnClaim) return lapsed && isBefore(state.until, until) ? claimed : nothing
  if (!lapsed || holderExists === true) return reject({ type: 'NameTaken' })
  return holderExists === false ? claimed : reject({ type: 'ClaimLapsed', accountId: state.accountId })
}

/** A name that one account at a time may hold; the stream id is a keyed hash of the name. */
export const nameReservation = (
  category: NameCategory,
): Aggregate<NameReservationCommand, NameReservationEvent, NameReservationState, NameReservationRejection> => ({
  category,
  events: NameReservationEvents,
  initial: { status: 'free' },
  evolve,
  decide,
})
