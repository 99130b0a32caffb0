import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { Day, Instant } from '../kernel/primitives.ts'
import { isBefore, nightsBetween, plusDays, utcDay } from '../kernel/time.ts'
import {
  type CreditBooking,
  creditBooking,
  type EarningRejection,
  type SettleBooking,
  settleBooking,
} from './booking-ava.ts'
import { type ReconcileStays, reconcileStays } from './stay-ava.ts'
import {
  type ConfigureWallet,
  configureWallet,
  type PayoutAddressRejection,
  type SetPayoutAddress,
  type UndoPayoutAddress,
  undoPayoutAddress,
} from './payout-address.ts'
import { payableOf, potOf } from './pots.ts'
import { avaRules, isSameAddress } from './rules.ts'
import {
  ContributionCounted,
  ContributionUncounted,
  evolve,
  initial,
  noBooking,
  reviewsCountedOn,
  type WalletEvent,
  WalletEvents,
  type WalletState,
} from './wallet-state.ts'
export type { WalletState } from './wallet-state.ts'

// --- Commands and rejections ------------------------------------------------------------------------

interface WalletCommandBase {
  /** Owner of the wallet. */
  readonly accountId: string
  readonly at: Instant
}

export interface CountContribution extends WalletCommandBase {
  readonly type: 'CountContribution'
  /** Id of the rating or review given. */
  readonly causeId: string
  /** The stay a rating is about; null for a review. */
  readonly stay: RatedStay | null
  /** Reviews that count a day. @rule D-44 */
  readonly reviewsPerDay: number
}

export interface RatedStay {
  /** Client id (glossary) of the guest, not the account id. */
  readonly guestId: string
  /** Guests who are connected with this one, and count as the same. @rule D-40 */
  readonly connectedGuests: readonly string[]
  readonly stayDate: Day
  /** One rating of a guest counts in this many days of stay. @rule Q-121 */
  readonly countsEveryDays: number
}

export interface UncountContribution extends WalletCommandBase {
  readonly type: 'UncountContribution'
  readonly causeId: string
}

export interface ActivatePremium extends WalletCommandBase {
  readonly type: 'ActivatePremium'
  /** Id of the request: a repeated request buys once. */
  readonly causeId: string
  readonly durationDays: number
}

export interface ReservePayout extends WalletCommandBase {
  readonly type: 'ReservePayout'
  readonly payoutId: string
  /** Expected address; must equal the one of the wallet. */
  readonly address: string
}

export interface ConfirmPayout extends WalletCommandBase {
  readonly type: 'ConfirmPayout'
  readonly payoutId: string
  readonly txHash: string
}

export interface CancelPayoutReservation extends WalletCommandBase {
  readonly type: 'CancelPayoutReservation'
  readonly payoutId: string
}

/** Ends the payouts of a deleted account. */
export interface CloseWallet extends WalletCommandBase {
  readonly type: 'CloseWallet'
}

export type WalletPayoutCommand = ReservePayout | ConfirmPayout | CancelPayoutReservation

export type WalletCommand =
  | CountContribution
  | UncountContribution
  | CreditBooking
  | SettleBooking
  | ReconcileStays
  | ActivatePremium
  | SetPayoutAddress
  | ConfigureWallet
  | UndoPayoutAddress
  | WalletPayoutCommand
  | CloseWallet

export type WalletPayoutRejection =
  /** A payout is requested for a wallet without an address. */
  | { readonly type: 'PayoutAddressMissing' }
  /** The payout's address differs from the wallet's. */
  | { readonly type: 'PayoutAddressMismatch' }
  /** The address was set or changed so recently that nothing is paid to it yet. */
  | { readonly type: 'PayoutAddressOnHold'; readonly until: Instant }
  /** An earlier payout of the wallet is neither confirmed nor cancelled. */
  | { readonly type: 'PayoutAlreadyOpen'; readonly payoutId: string }
  /** A payout is reserved for a wallet whose account is deleted. */
  | { readonly type: 'WalletClosed' }
  /** What may leave of the available balance is below the wallet's payout threshold. */
  | { readonly type: 'BelowPayoutThreshold'; readonly available: number; readonly threshold: number }
  /** The wallet has no payout with this id. */
  | { readonly type: 'PayoutUnknown'; readonly payoutId: string }
  /** The payout was cancelled (`txHash` is null), or confirmed with transaction `txHash`. */
  | { readonly type: 'PayoutEnded'; readonly payoutId: string; readonly txHash: string | null }

export type WalletRejection =
  /** The requested duration differs from the one on offer. */
  | { readonly type: 'PremiumDurationNotOffered'; readonly offeredDays: number }
  /** Premium is bought before the current period ends. */
  | { readonly type: 'AlreadyPremium'; readonly until: Instant }
  /** The available balance is below the price. */
  | { readonly type: 'InsufficientAva'; readonly available: number; readonly needed: number }
  | PayoutAddressRejection
  | EarningRejection
  | WalletPayoutRejection

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<WalletEvent, WalletRejection>

const decide = (command: WalletCommand, state: WalletState): Decision => {
  switch (command.type) {
    case 'CountContribution':
      return accept(...countContribution(command, state))
    case 'UncountContribution':
      return accept(...uncountContribution(command, state))
    case 'CreditBooking':
      return creditBooking(command, state)
    case 'MatureBookingAva':
    case 'TakeBackBookingAva':
      return accept(...settleBooking(command, state))
    case 'ReconcileStays':
      return accept(...reconcileStays(command, state))
    case 'ActivatePremium':
      return activatePremium(command, state)
    case 'SetPayoutAddress':
      return configureWallet({ ...command, threshold: state.threshold }, state)
    case 'ConfigureWallet':
      return configureWallet(command, state)
    case 'UndoPayoutAddress':
      return undoPayoutAddress(command, state)
    case 'ReservePayout':
      return reservePayout(command, state)
    case 'ConfirmPayout':
      return confirmPayout(command, state)
    case 'CancelPayoutReservation':
      return cancelPayoutReservation(command, state)
    case 'CloseWallet':
      return closeWallet(command, state)
  }
}

// --- Contributions ---------------------------------------------------------------------

const { version: ruleVersion, contributionsPerAva } = avaRules

/**
 * Counts a contribution. Every tenth earns one AVA, unless that one was already credited.
 * @rule B-30 one AVA for ten ratings given
 * @rule Q-101 reviews written and ratings given both count
 * @rule Q-121 ratings of different guests within the period
 * @rule D-44 ten reviews a day
 */
const countContribution = (
  { accountId, causeId, stay, reviewsPerDay, at }: CountContribution,
  state: WalletState,
): readonly WalletEvent[] => {
  const { counted, creditedTens } = state
  const isTooMany = stay === null ? reviewsCountedOn(state, utcDay(at)) >= reviewsPerDay : countedLately(state, stay)
  if (counted.has(causeId) || isTooMany) return []
  const { guestId, stayDate } = stay ?? { guestId: null, stayDate: null }
  const contributionCounted: WalletEvent = {
    type: ContributionCounted.type,
    data: { accountId, causeId, guestId, stayDate, at },
  }
  const tenCause = tenCauseId(counted.size + 1)
  if (tenCause === null || creditedTens.has(tenCause)) return [contributionCounted]
  const earned = { accountId, amount: 1, causeId: tenCause, ruleVersion, at }
  const reason = 'TEN_RATINGS'
  const data = { ...earned, reason, state: 'available', pot: potOf(reason), ...noBooking } as const
  return [contributionCounted, { type: 'AvaEarned', data }]
}

/** Whether a rating of another stay of the guest, or of a connected one, within the period, counts. @rule D-40 */
const countedLately = (
  { counted, countedByGuest }: WalletState,
  { guestId, connectedGuests, stayDate, countsEveryDays }: RatedStay,
) =>
  [guestId, ...connectedGuests]
    .flatMap((id) => [...(countedByGuest.get(id) ?? [])])
    .some((causeId) => {
      const other = counted.get(causeId)?.stayDate ?? null
      return other !== null && Math.abs(nightsBetween(other, stayDate)) < countsEveryDays
    })

/** Uncounts a contribution; takes back the AVA of a ten that is no longer complete, if still available. @rule Q-50 spent AVA are not taken back */
const uncountContribution = (
  { accountId, causeId, at }: UncountContribution,
  { counted, creditedTens, available }: WalletState,
): readonly WalletEvent[] => {
  if (!counted.has(causeId)) return []
  const uncounted: WalletEvent = { type: ContributionUncounted.type, data: { accountId, causeId, at } }
  const tenCause = tenCauseId(counted.size)
  if (tenCause === null || !creditedTens.has(tenCause) || available < 1) return [uncounted]
  return [
    uncounted,
    {
      type: 'AvaTakenBack',
      data: { accountId, amount: 1, causeId: tenCause, state: 'available', pot: potOf('TEN_RATINGS'), at },
    },
  ]
}

/** Stored cause of the AVA for every ten contributions; null unless this many complete a ten. */
const tenCauseId = (contributions: number): string | null =>
  contributions % contributionsPerAva === 0 ? `tenth-${contributions / contributionsPerAva}` : null

// --- Payouts ----------------------------------------------------------------------------------------

/**
 * Reserves for the wallet's address what may leave of the available balance.
 * @rule B-34 one payout at a time, from the threshold on
 * @rule Q-126 never AVA of bookings that no partner confirmed
 * @rule Q-127 not to an address set or changed recently
 */
const reservePayout = ({ accountId, payoutId, address, at }: ReservePayout, state: WalletState): Decision => {
  const payout = findPayout(state, payoutId)
  if (payout?.status === 'cancelled') return reject({ type: 'PayoutEnded', payoutId, txHash: null })
  if (payout !== undefined)
    return isSameAddress(payout.address, address) ? nothing : reject({ type: 'PayoutAddressMismatch' })

  if (state.isClosed) return reject({ type: 'WalletClosed' })
  if (state.address === null) return reject({ type: 'PayoutAddressMissing' })
  if (!isSameAddress(state.address, address)) return reject({ type: 'PayoutAddressMismatch' })
  const { threshold, payableFrom } = state
  const available = payableOf(state.pots)
  if (payableFrom !== null && isBefore(at, payableFrom))
    return reject({ type: 'PayoutAddressOnHold', until: payableFrom })
  const pending = pendingPayout(state)
  if (pending !== undefined) return reject({ type: 'PayoutAlreadyOpen', payoutId: pending.payoutId })
  if (available < threshold) return reject({ type: 'BelowPayoutThreshold', available, threshold })
  return accept({
    type: 'PayoutReserved',
    data: { accountId, payoutId, amount: available, address: state.address, at },
  })
}

/** Records the transaction that paid. */
const confirmPayout = ({ accountId, payoutId, txHash, at }: ConfirmPayout, state: WalletState): Decision => {
  const payout = findPayout(state, payoutId)
  if (payout === undefined) return reject({ type: 'PayoutUnknown', payoutId })
  if (payout.status === 'pending') return accept({ type: 'PayoutConfirmed', data: { accountId, payoutId, txHash, at } })
  return payout.txHash === txHash ? nothing : reject({ type: 'PayoutEnded', payoutId, txHash: payout.txHash })
}

/** Also recorded for an unknown payout, which prevents its later reservation. */
const cancelPayoutReservation = (
  { accountId, payoutId, at }: CancelPayoutReservation,
  state: WalletState,
): Decision => {
  const payout = findPayout(state, payoutId)
  if (payout === undefined || payout.status === 'pending')
    return accept({ type: 'PayoutReleased', data: { accountId, payoutId, amount: payout?.amount ?? 0, at } })
  return payout.status === 'cancelled' ? nothing : reject({ type: 'PayoutEnded', payoutId, txHash: payout.txHash })
}

/** @rule Q-92 the data of a deleted account stay until a payout in progress has ended; no other one begins */
const closeWallet = ({ accountId, at }: CloseWallet, state: WalletState): Decision => {
  const pending = pendingPayout(state)
  if (pending !== undefined) return reject({ type: 'PayoutAlreadyOpen', payoutId: pending.payoutId })
  return state.isClosed ? nothing : accept({ type: 'WalletClosed', data: { accountId, at } })
}

const pendingPayout = ({ payouts }: WalletState) => payouts.find(({ status }) => status === 'pending')

const findPayout = (state: WalletState, payoutId: string) => state.payouts.get(payoutId)

// --- Premium ----------------------------------------------------------------------------------------

/**
 * Buys Premium with AVA.
 * @rule B-33 thirty days for ten AVA
 * @rule Q-73 no other duration
 * @rule S-25 only while not Premium
 */
const activatePremium = ({ accountId, causeId, at, durationDays }: ActivatePremium, state: WalletState): Decision => {
  const { days, price } = avaRules.premium
  if (durationDays !== days) return reject({ type: 'PremiumDurationNotOffered', offeredDays: days })
  if (state.spent.has(causeId)) return nothing
  const { premiumUntil: until, available } = state
  if (until !== null && isBefore(at, until)) return reject({ type: 'AlreadyPremium', until })
  if (available < price) return reject({ type: 'InsufficientAva', available, needed: price })
  return accept(
    { type: 'AvaSpent', data: { accountId, amount: price, causeId, purpose: 'premium_upgrade', at } },
    { type: 'PremiumActivated', data: { accountId, causeId, until: plusDays(at, days), at } },
  )
}

/** AVA ledger of one account. @rule Q-69 every balance derives from it */
export const wallet: Aggregate<WalletCommand, WalletEvent, WalletState, WalletRejection> = {
  category: 'wallet',
  events: WalletEvents,
  initial,
  evolve,
  decide,
}
