import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import { ReservationEvents, type ReservationEvent } from './events.ts'

interface Claim {
  readonly type: 'Claim'
  readonly accountId: string
  readonly at: Instant
  /** The claim holds till then, unless kept. */
  readonly until: Instant
  /** Whether the account of the claim that stands exists; asked for by `ClaimLapsed`. */
  readonly holderExists?: boolean
}

export type ReservationCommand =
  | Claim
  | { readonly type: 'Keep'; readonly accountId: string }
  | { readonly type: 'Release'; readonly accountId: string }

export type ReservationState =
  | { readonly status: 'free' }
  | { readonly status: 'claimed'; readonly accountId: string; readonly until: Instant }
  | { readonly status: 'kept'; readonly accountId: string }

export type ReservationRejection =
  | { readonly type: 'NameTaken' }
  /** Look whether this account exists, then claim again saying so: it may have registered without keeping its name. */
  | { readonly type: 'ClaimLapsed'; readonly accountId: string }
  | { readonly type: 'NameNotClaimed' }

const accept = (...events: readonly ReservationEvent[]) => E.right(events)
const reject = (rejection: ReservationRejection) => E.left(rejection)

const evolve = (_: ReservationState, event: ReservationEvent): ReservationState => {
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
  command: ReservationCommand,
  state: ReservationState,
): E.Either<ReservationRejection, readonly ReservationEvent[]> => {
  const { accountId } = command
  switch (command.type) {
    case 'Claim':
      return claim(command, state)
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

const claim = ({ accountId, at, until, holderExists }: Claim, state: ReservationState) => {
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
export const reservationCategories = ['email', 'username', 'social'] as const

/** A name one account at a time may have; the stream's id is a keyed hash of it. */
export const reservation = (
  category: (typeof reservationCategories)[number],
): Aggregate<ReservationCommand, ReservationEvent, ReservationState, ReservationRejection> => ({
  category,
  events: ReservationEvents,
  initial: { status: 'free' },
  evolve,
  decide,
})
