import {
  addToSet,
  changeFields,
  OrderedMap,
  PersistentMap,
  PersistentSet,
  removeFromSet,
  setLast,
} from '../kernel/collections.ts'
import { clear, type DataOf, event, type EventIn, family, type OfType, pii } from '../kernel/event.ts'
import { Ava, Day, Id, Instant, nullable, oneOf, Text, Whole } from '../kernel/primitives.ts'
import { utcDay } from '../kernel/time.ts'
import { type AddressState, initialAddress, withAddress, withRestoredAddress } from './address-changes.ts'
import { emptyPots, type Pots, potsAfter, takenFrom } from './pots.ts'
import { avaRules } from './rules.ts'
import { type AvaPot, avaPots, avaStates, type EarningReason, earningReasons } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const walletFields = { accountId: clear(Id), at: clear(Instant) }
const pot = clear(oneOf(avaPots))

const potOfFormerEarning = (reason: unknown): AvaPot =>
  reason === 'BOOKING' ? 'unconfirmedStays' : reason === 'TEN_RATINGS' ? 'ratings' : 'stays'

/** Bookings were taken back while maturing only; `tenth-<n>` is the cause of ten contributions. */
const potOfFormerTakeBack = ({ state, causeId }: Readonly<Record<string, unknown>>): AvaPot =>
  state === 'maturing' ? 'unconfirmedStays' : /^tenth-\d+$/.test(String(causeId)) ? 'ratings' : 'stays'

/** A contribution counts: a rating given, or a review written. @rule Q-101 both count */
export const ContributionCounted = event(
  'RatingCounted' /* stored name */,
  {
    ...walletFields,
    causeId: clear(Id),
    /** The guest rated (client id) and the stay; null for a review, and in version 1. */
    guestId: clear(nullable(Id)),
    stayDate: clear(nullable(Day)),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, guestId: null, stayDate: null }) } },
)
export const ContributionUncounted = event('RatingUncounted' /* stored name */, { ...walletFields, causeId: clear(Id) })
export const AvaEarned = event(
  'AvaEarned',
  {
    ...walletFields,
    amount: clear(Ava),
    /** Ten contributions (`tenth-<n>`), a booking, or a stay. Each cause is credited at most once at a time. */
    causeId: clear(Id),
    reason: clear(oneOf(earningReasons)),
    /** Maturing AVA are shown, but can be neither spent nor paid out. */
    state: clear(oneOf(avaStates)),
    /** Version of the rule set applied; always the first for contributions and bookings. */
    ruleVersion: clear(Whole),
    /** @rule Q-126 no booking of version 1 was confirmed by a partner */
    pot,
    /** Nights of the booking; null for all else, and in version 1. */
    checkIn: clear(nullable(Day)),
    checkOut: clear(nullable(Day)),
  },
  {
    version: 2,
    upcast: { 1: (data) => ({ ...data, pot: potOfFormerEarning(data['reason']), checkIn: null, checkOut: null }) },
  },
)
/** Of AVA that were not earned by a booking. */
export const noBooking = { checkIn: null, checkOut: null }
/** Only AVA of bookings mature. */
export const AvaMatured = event(
  'AvaMatured',
  { ...walletFields, amount: clear(Ava), causeId: clear(Id), pot },
  { version: 2, upcast: { 1: (data) => ({ ...data, pot: 'unconfirmedStays' }) } },
)
export const AvaTakenBack = event(
  'AvaTakenBack',
  {
    ...walletFields,
    amount: clear(Ava),
    causeId: clear(Id),
    state: clear(oneOf(avaStates)),
    pot,
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, pot: potOfFormerTakeBack(data) }) } },
)
/** AVA no longer earned but already spent; the balance does not change. */
const AvaWrittenOff = event('AvaWrittenOff', { ...walletFields, amount: clear(Ava), causeId: clear(Id) })
export const AvaSpent = event('AvaSpent', {
  ...walletFields,
  amount: clear(Ava),
  causeId: clear(Id),
  purpose: clear(oneOf(['premium_upgrade'])),
})
export const PremiumActivated = event('PremiumActivated', {
  ...walletFields,
  causeId: clear(Id),
  until: clear(Instant),
})
export const PayoutAddressSet = event(
  'PayoutAddressSet',
  {
    ...walletFields,
    address: pii('accountId', Text, ''),
    /** Id of the request; null in version 1. */
    changeId: clear(nullable(Id)),
    /** Keyed hashes of this address and the one before, under which they are reserved; null in version 1. @rule Q-127 */
    addressId: clear(nullable(Id)),
    formerAddressId: clear(nullable(Id)),
    /** When payouts to the address may start; null in versions 1 and 2. @rule Q-127 */
    payableFrom: clear(nullable(Instant)),
  },
  {
    version: 3,
    upcast: {
      1: (data) => ({ ...data, changeId: null, addressId: null, formerAddressId: null }),
      2: (data) => ({ ...data, payableFrom: null }),
    },
  },
)
/** A change of the address and all later ones were undone. */
export const PayoutAddressRestored = event('PayoutAddressRestored', {
  ...walletFields,
  /** The earliest change undone. */
  changeId: clear(Id),
  /** Null if there is no former address, or another account uses it by now. */
  address: pii('accountId', nullable(Text), ''),
  /** Keyed hashes of the restored and of the undone address. */
  addressId: clear(nullable(Id)),
  formerAddressId: clear(nullable(Id)),
  /** As before the change. */
  payableFrom: clear(nullable(Instant)),
})
const PayoutThresholdSet = event('PayoutThresholdSet', { ...walletFields, threshold: clear(Ava) })
export const PayoutReserved = event('PayoutReserved', {
  ...walletFields,
  payoutId: clear(Id),
  amount: clear(Ava),
  address: pii('accountId', Text, ''),
})
export const PayoutConfirmed = event('PayoutConfirmed', {
  ...walletFields,
  payoutId: clear(Id),
  txHash: clear(Text),
})
export const PayoutReleased = event(
  'PayoutReleased',
  {
    ...walletFields,
    payoutId: clear(Id),
    /** AVA returned to the balance; 0 for a payout that was never reserved, null in events of version 1. */
    amount: clear(nullable(Ava)),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, amount: null }) } },
)

/** The account is deleted, and no payout is in progress: nothing is paid out from now on. */
const WalletClosed = event('WalletClosed', walletFields)

export const WalletEvents = family(
  ContributionCounted,
  ContributionUncounted,
  AvaEarned,
  AvaMatured,
  AvaTakenBack,
  AvaWrittenOff,
  AvaSpent,
  PremiumActivated,
  PayoutAddressSet,
  PayoutAddressRestored,
  PayoutThresholdSet,
  PayoutReserved,
  PayoutConfirmed,
  PayoutReleased,
  WalletClosed,
)
export type WalletEvent = EventIn<typeof WalletEvents>

// --- State ------------------------------------------------------------------------------------------

export interface BookingCredit {
  readonly bookingId: string
  readonly amount: number
  readonly status: 'maturing' | 'matured' | 'taken-back'
  readonly pot: AvaPot
  /** Null if unknown. */
  readonly checkIn: Day | null
  readonly checkOut: Day | null
}

export interface StayCredit {
  readonly causeId: string
  readonly reason: StayReason
  readonly amount: number
  /** No longer earned, but already spent. */
  readonly writtenOff: boolean
}

export interface Payout {
  readonly payoutId: string
  readonly amount: number
  /** Pots that the amount was taken from. */
  readonly pots: Pots
  readonly address: string
  readonly status: 'pending' | 'confirmed' | 'cancelled'
  readonly txHash: string | null
}

/** A review, or the rating of a guest's stay. */
interface CountedContribution {
  readonly guestId: string | null
  readonly stayDate: Day | null
}

/** Invariant: Σ earned − Σ taken back − Σ spent − Σ paid = available + maturing + reserved; available = Σ pots; none below 0. */
export interface WalletState extends AddressState {
  /** Contributions that still count, by id. */
  readonly counted: PersistentMap<string, CountedContribution>
  /** Ids of the counted ratings of each guest. @rule Q-121 */
  readonly countedByGuest: PersistentMap<string, PersistentSet<string>>
  /** How many reviews were counted on the latest day with one, also if they no longer count; null without one. @rule D-44 */
  readonly reviewsOfDay: { readonly day: Day; readonly counted: number } | null
  /** Causes (`tenth-<n>`, one for every ten contributions) credited and not taken back. */
  readonly creditedTens: PersistentSet<string>
  /** By booking. */
  readonly bookings: PersistentMap<string, BookingCredit>
  /** Credits of stays that were not taken back, by cause. @rule B-31 */
  readonly stayCredits: OrderedMap<string, StayCredit>
  readonly available: number
  readonly pots: Pots
  readonly maturing: number
  readonly reserved: number
  /** Causes of the AVA spent. */
  readonly spent: PersistentSet<string>
  readonly premiumUntil: Instant | null
  readonly threshold: number
  /** By id. */
  readonly payouts: PersistentMap<string, Payout>
  readonly isClosed: boolean
}

export const initial: WalletState = {
  counted: PersistentMap(),
  countedByGuest: PersistentMap(),
  reviewsOfDay: null,
  creditedTens: PersistentSet(),
  bookings: PersistentMap(),
  stayCredits: OrderedMap(),
  available: 0,
  pots: emptyPots,
  maturing: 0,
  reserved: 0,
  spent: PersistentSet(),
  premiumUntil: null,
  ...initialAddress,
  threshold: avaRules.payoutThreshold.default,
  payouts: PersistentMap(),
  isClosed: false,
}

export type StayReason = Exclude<EarningReason, 'TEN_RATINGS' | 'BOOKING'>
type EarningEvent = OfType<WalletEvent, 'AvaEarned' | 'AvaMatured' | 'AvaTakenBack'>
type PayoutEvent = OfType<WalletEvent, 'PayoutReserved' | 'PayoutConfirmed' | 'PayoutReleased'>

// --- Evolve -----------------------------------------------------------------------------------------

export const evolve = (state: WalletState, event: WalletEvent): WalletState => {
  const pots = potsAfter(state.pots, event, potsOfPayout(state, event))
  const evolved = withEvent(state, event)
  return pots === state.pots ? evolved : { ...evolved, pots }
}

const potsOfPayout = ({ payouts }: WalletState, { type, data }: WalletEvent): Pots =>
  type === 'PayoutReleased' ? (payouts.get(data.payoutId)?.pots ?? emptyPots) : emptyPots

const withEvent = (state: WalletState, event: WalletEvent): WalletState => {
  switch (event.type) {
    case ContributionCounted.type:
      return withContribution(state, event.data)
    case ContributionUncounted.type:
      return withoutContribution(state, event.data.causeId)
    case 'AvaEarned':
    case 'AvaMatured':
    case 'AvaTakenBack':
      return withEarning(state, event)
    case 'AvaWrittenOff':
      return { ...state, stayCredits: changeFields(state.stayCredits, event.data.causeId, { writtenOff: true }) }
    case 'AvaSpent':
      return {
        ...state,
        available: state.available - event.data.amount,
        spent: state.spent.add(event.data.causeId),
      }
    case 'PremiumActivated':
      return { ...state, premiumUntil: event.data.until }
    case 'PayoutAddressSet':
      return withAddress(state, event.data)
    case 'PayoutAddressRestored':
      return withRestoredAddress(state, event.data)
    case 'PayoutThresholdSet':
      return { ...state, threshold: event.data.threshold }
    case 'PayoutReserved':
    case 'PayoutConfirmed':
    case 'PayoutReleased':
      return withPayout(state, event)
    case 'WalletClosed':
      return { ...state, isClosed: true }
  }
}

const withEarning = (state: WalletState, event: EarningEvent): WalletState => {
  const { type, data } = event
  const { amount, causeId } = data
  if (type === 'AvaMatured')
    return {
      ...state,
      maturing: state.maturing - amount,
      available: state.available + amount,
      bookings: withBookingStatus(state, data, 'matured'),
    }
  const isTakenBack = type === 'AvaTakenBack'
  const moved = { ...state, [data.state]: state[data.state] + (isTakenBack ? -amount : amount) }
  if (type === 'AvaTakenBack' && data.state === 'maturing')
    return { ...moved, bookings: withBookingStatus(state, data, 'taken-back') }
  if (type === 'AvaEarned' && data.state === 'maturing') {
    const { pot, checkIn, checkOut } = data
    const credit = { bookingId: causeId, amount, status: 'maturing', pot, checkIn, checkOut } as const
    return { ...moved, bookings: state.bookings.set(causeId, credit) }
  }
  if (type === 'AvaTakenBack')
    return {
      ...moved,
      creditedTens: state.creditedTens.delete(causeId),
      stayCredits: state.stayCredits.delete(causeId),
    }
  const { reason } = data
  if (reason === 'BOOKING') return moved // unreachable: bookings are credited as maturing
  if (reason === 'TEN_RATINGS') return { ...moved, creditedTens: state.creditedTens.add(causeId) }
  return {
    ...moved,
    stayCredits: setLast(state.stayCredits, causeId, { causeId, reason, amount, writtenOff: false }),
  }
}

const withPayout = (state: WalletState, event: PayoutEvent): WalletState => {
  const { payoutId } = event.data
  if (event.type === 'PayoutReserved') {
    const { amount, address } = event.data
    const pots = takenFrom(state.pots, potsAfter(state.pots, event, emptyPots))
    const payout: Payout = { payoutId, amount, pots, address, status: 'pending', txHash: null }
    return {
      ...state,
      available: state.available - amount,
      reserved: state.reserved + amount,
      payouts: state.payouts.set(payoutId, payout),
    }
  }
  const payout = state.payouts.get(payoutId) ?? unreservedPayout(payoutId)
  const { amount } = payout
  const [status, txHash] =
    event.type === 'PayoutConfirmed' ? (['confirmed', event.data.txHash] as const) : (['cancelled', null] as const)
  return {
    ...state,
    reserved: state.reserved - amount,
    available: state.available + (status === 'cancelled' ? amount : 0),
    payouts: state.payouts.set(payoutId, { ...payout, status, txHash }),
  }
}

const unreservedPayout = (payoutId: string) => ({ payoutId, amount: 0, pots: emptyPots, address: '' })

const withBookingStatus = (
  { bookings }: WalletState,
  { causeId, amount, pot }: DataOf<WalletEvent, 'AvaMatured'>,
  status: BookingCredit['status'],
): WalletState['bookings'] => {
  const known = bookings.get(causeId) ?? { checkIn: null, checkOut: null }
  return bookings.set(causeId, { ...known, bookingId: causeId, amount, pot, status })
}

/** Total balance, including AVA that cannot be spent yet. */
export const balanceOf = ({ available, maturing, reserved }: WalletState): number => available + maturing + reserved

/** Reviews counted on the day, if none was counted on a later one. */
export const reviewsCountedOn = ({ reviewsOfDay }: Pick<WalletState, 'reviewsOfDay'>, day: Day): number =>
  reviewsOfDay?.day === day ? reviewsOfDay.counted : 0

const withContribution = (
  state: WalletState,
  { causeId, guestId, stayDate, at }: CountedContribution & { readonly causeId: string; readonly at: Instant },
): WalletState => ({
  ...state,
  reviewsOfDay:
    guestId === null ? { day: utcDay(at), counted: reviewsCountedOn(state, utcDay(at)) + 1 } : state.reviewsOfDay,
  counted: state.counted.set(causeId, { guestId, stayDate }),
  countedByGuest: guestId === null ? state.countedByGuest : addToSet(state.countedByGuest, guestId, causeId),
})

const withoutContribution = (state: WalletState, causeId: string): WalletState => {
  const guestId = state.counted.get(causeId)?.guestId ?? null
  return {
    ...state,
    counted: state.counted.delete(causeId),
    countedByGuest: guestId === null ? state.countedByGuest : removeFromSet(state.countedByGuest, guestId, causeId),
  }
}
