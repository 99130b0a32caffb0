import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'

/** A name is claimed for a while, kept once its account exists, released on change or erasure. */
export const NameClaimed = event('NameClaimed', {
  accountId: clear(Id),
  /** The claim lapses then unless it has been kept. */
  until: clear(Instant),
})
export const NameKept = event('NameKept', { accountId: clear(Id) })
export const NameReleased = event('NameReleased', { accountId: clear(Id) })

export const NameReservationEvents = family(NameClaimed, NameKept, NameReleased)
export type NameReservationEvent = EventIn<typeof NameReservationEvents>

interface ClaimName {
  readonly type: 'Claim'
  readonly accountId: string
  readonly at: Instant
  /** The claim holds till then, unless kept. */
  readonly until: Instant
  /** Whether the account of the claim that stands exists; asked for by `ClaimLapsed`. */
  readonly holderExists?: boolean
}

export type NameReservationCommand =
  | ClaimName
  | { readonly type: 'Keep'; readonly accountId: string }
  | { readonly type: 'Release'; readonly accountId: string }

export type NameReservationState =
  | { readonly status: 'free' }
  | { readonly status: 'claimed'; readonly accountId: string; readonly until: Instant }
  | { readonly status: 'kept'; readonly accountId: string }

export type NameReservationRejection =
  | { readonly type: 'NameTaken' }
  /** Look whether this account exists, then claim again saying so: it may have registered without keeping its name. */
  | { readonly type: 'ClaimLapsed'; readonly accountId: string }
  | { readonly type: 'NameNotClaimed' }

const accept = (...events: readonly NameReservationEvent[]) => E.right(events)
const reject = (rejection: NameReservationRejection) => E.left(rejection)

const evolve = (_: NameReservationState, event: NameReservationEvent): NameReservationState => {
  switch (event.type) {
    case 'NameClaimed':
      return { status: 'claimed', ...event.data }
    case 'NameKept':
      return { status: 'kept', ...event.data }
    case 'NameReleased':
      return { status: 'free' }
  }
}

const decide = (
  command: NameReservationCommand,
  state: NameReservationState,
): E.Either<NameReservationRejection, readonly NameReservationEvent[]> => {
  const { accountId } = command
  switch (command.type) {
    case 'Claim':
      return claimName(command, state)
    case 'Keep':
      if (state.status === 'free') return reject({ type: 'NameNotClaimed' })
      if (state.accountId !== accountId) return reject({ type: 'NameTaken' })
      return state.status === 'kept' ? accept() : accept({ type: 'NameKept', data: { accountId } })
    case 'Release':
      return state.status !== 'free' && state.accountId === accountId
        ? accept({ type: 'NameReleased', data: { accountId } })
        : accept()
  }
}

const claimName = ({ accountId, at, until, holderExists }: ClaimName, state: NameReservationState) => {
  const claimed = accept({ type: 'NameClaimed', data: { accountId, until } })
  if (state.status === 'free') return claimed
  const mine = state.accountId === accountId
  if (state.status === 'kept') return mine ? accept() : reject({ type: 'NameTaken' })

  const lapsed = !isBefore(at, state.until)
  // a lapsed claim of one's own is renewed: left as it is, somebody else could take the name meanwhile
  if (mine) return lapsed && isBefore(state.until, until) ? claimed : accept()
  if (!lapsed || holderExists === true) return reject({ type: 'NameTaken' })
  return holderExists === false ? claimed : reject({ type: 'ClaimLapsed', accountId: state.accountId })
}

/** What the streams of names are called by. */
export const nameReservationCategories = ['email', 'username', 'social'] as const

/** A name one account at a time may have; the stream's id is a keyed hash of it. */
export const nameReservation = (
  category: (typeof nameReservationCategories)[number],
): Aggregate<NameReservationCommand, NameReservationEvent, NameReservationState, NameReservationRejection> => ({
  category,
  events: NameReservationEvents,
  initial: { status: 'free' },
  evolve,
  decide,
})
