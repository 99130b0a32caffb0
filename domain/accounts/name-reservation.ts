import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import type { NameCategory } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A reservation expires unless confirmed, which happens once the account exists. A change or erasure releases the name. */
export const NameReserved = event('NameClaimed' /* stored name */, {
  accountId: clear(Id),
  /** Expiry of the reservation. */
  until: clear(Instant),
})
export const NameConfirmed = event('NameKept' /* stored name */, { accountId: clear(Id) })
const NameReleased = event('NameReleased', { accountId: clear(Id) })

export const NameReservationEvents = family(NameReserved, NameConfirmed, NameReleased)
export type NameReservationEvent = EventIn<typeof NameReservationEvents>

// --- State ------------------------------------------------------------------------------------------

export type NameReservationState =
  | { readonly status: 'free' }
  | { readonly status: 'reserved'; readonly accountId: string; readonly until: Instant }
  | { readonly status: 'confirmed'; readonly accountId: string }

const evolve = (_: NameReservationState, event: NameReservationEvent): NameReservationState => {
  switch (event.type) {
    case NameReserved.type:
      return { status: 'reserved', ...event.data }
    case NameConfirmed.type:
      return { status: 'confirmed', ...event.data }
    case NameReleased.type:
      return { status: 'free' }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

interface ReserveName {
  readonly type: 'ReserveName'
  readonly accountId: string
  readonly at: Instant
  /** Expiry of the reservation. */
  readonly until: Instant
  /** Whether the account behind the expired reservation exists and uses the name; required after `ClaimLapsed`. */
  readonly holderUsesName?: boolean
}

export type NameReservationCommand =
  | ReserveName
  | { readonly type: 'ConfirmName'; readonly accountId: string }
  | { readonly type: 'ReleaseName'; readonly accountId: string }

export type NameReservationRejection =
  /** Another account has reserved or confirmed the name. */
  | { readonly type: 'NameTaken' }
  /** Another account's reservation has expired; the caller checks whether that account uses the name and tries again. */
  | { readonly type: 'ClaimLapsed'; readonly accountId: string }
  /** The reservation was released before the registration confirmed it. */
  | { readonly type: 'NameNotClaimed' }

type Decision = DecisionOf<NameReservationEvent, NameReservationRejection>

const decide = (command: NameReservationCommand, state: NameReservationState): Decision => {
  const { accountId } = command
  switch (command.type) {
    case 'ReserveName':
      return reserveName(command, state)
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

const reserveName = ({ accountId, at, until, holderUsesName }: ReserveName, state: NameReservationState): Decision => {
  const reserved: Decision = accept({ type: NameReserved.type, data: { accountId, until } })
  if (state.status === 'free') return reserved
  const isOwn = state.accountId === accountId
  if (state.status === 'confirmed') return isOwn ? nothing : reject({ type: 'NameTaken' })

  const expired = !isBefore(at, state.until)
  // renews the account's own expired reservation, which others could take otherwise
  if (isOwn) return expired && isBefore(state.until, until) ? reserved : nothing
  if (!expired || holderUsesName === true) return reject({ type: 'NameTaken' })
  return holderUsesName === false ? reserved : reject({ type: 'ClaimLapsed', accountId: state.accountId })
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
